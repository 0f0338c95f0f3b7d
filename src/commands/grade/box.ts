import type { Question } from '../../asking/subject.ts';
import { textsOf } from '../../asking/subject.ts';
import type { Invocation } from '../../line/invocation.ts';
import { conditions } from '../../service/constants.ts';
import { meaningsOfConditions, wordOf } from '../../service/typed-values.ts';
import { askText } from '../../terminal/prompts/ask-text.ts';
import { choiceLines } from '../../terminal/prompts/ask-which.ts';
import { askLine } from '../../terminal/prompts/line-prompt.ts';
import { requireAnswer } from '../../terminal/prompts/prompt.ts';
import { screenWidth } from '../../terminal/screen.ts';
import { didYouMean } from '../../words/nearest.ts';

type Ask = NonNullable<Question['ask']>;

const words = conditions.map(wordOf);

/** The grades that a text matches: exactly, else by prefix. */
const matchingGrades = (typed: string): readonly string[] => {
  const word = wordOf(typed).replaceAll(' ', '-');
  return words.includes(word) ? [word] : words.filter((one) => word !== '' && one.startsWith(word));
};

/**
 * Asks for a typed grade: a word, its prefix, or Enter for the last grade. The code of a scanner is refused, even with
 * --no-check, and chooses nothing.
 */
export const gradeAsker = ({ questionIo }: Pick<Invocation, 'questionIo'>, noCheck: boolean): Ask => {
  let isFirst = true;
  return async (offered) => {
    const io = questionIo();
    const [before] = textsOf(offered);
    if (isFirst) {
      const choices = words.map((word) => ({ value: word, word, meaning: meaningsOfConditions[word] }));
      const lines = choiceLines(choices, screenWidth(io.stderr, io) - 2);
      io.stderr.write(lines.map((line) => `  ${line}\n`).join(''));
    }
    isFirst = false;
    const gradeOf = (typed: string): string => matchingGrades(typed)[0] ?? typed;
    const typed = await askText(io, {
      message: 'What condition?',
      ending: '',
      byDefault: before === undefined ? undefined : wordOf(before),
      isTypedAnew: true,
      check: async (text) => problemOf(text, noCheck),
      shownAs: gradeOf,
    });
    return gradeOf(typed);
  };
};

const problemOf = (typed: string, noCheck: boolean): string | undefined => {
  if (typed === '') return "It can't be left out.";
  const grades = matchingGrades(typed);
  if (grades.length > 1) return `It may be ${grades.join(' or ')}.`;
  const isWord = noCheck && !/[\d\n]/.test(typed);
  return grades.length === 1 || isWord
    ? undefined
    : `${JSON.stringify(typed)} is not a condition${didYouMean(wordOf(typed), words)}.`;
};

/** Asks for the items of a sitting, one per line, and redraws nothing, so that a scanner can type at full speed. */
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
