import type { Question } from '../../asking/subject.ts';
import type { Invocation } from '../../line/invocation.ts';
import { askLine } from '../../terminal/prompts/line-prompt.ts';
import { requireAnswer } from '../../terminal/prompts/prompt.ts';

type Ask = NonNullable<Question['ask']>;

/** Asks for the items of a shipment, one per line, and redraws nothing, so that a scanner can type at full speed. */
export const boxAsker = (
  { questionIo, note }: Pick<Invocation, 'questionIo' | 'note'>,
  condition: string,
): Ask => {
  const items: string[] = [];
  let isFirst = true;
  return async (_, check) => {
    const io = questionIo();
    if (isFirst) note(`${condition}: scan or type one item a line. An empty line ends the box.`);
    isFirst = false;
    for (;;) {
      const typed = requireAnswer(await askLine(io, `${items.length + 1}`.padStart(3))).trim();
      if (typed === '' && items.length > 0) return '';
      const problem = items.includes(typed) ? `${typed} is in the box already.` : await check(typed);
      if (problem === undefined) {
        items.push(typed);
        return typed;
      }
      io.stderr.write(`  ! ${problem}\n`);
    }
  };
};
