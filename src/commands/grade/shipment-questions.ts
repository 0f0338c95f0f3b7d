import { conditionAsker } from '../../asking/ask-condition.ts';
import { pictures } from '../../asking/ask-question.ts';
import { converse, readyToSend } from '../../asking/conversation.ts';
import {
  type Answers,
  filledAnswers,
  type Question,
  type Subject,
  textsOf,
  typedAnswers,
} from '../../asking/subject.ts';
import type { CommandLine } from '../../line/command-line.ts';
import { readFlags, type UsageFault } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { GradedItem } from '../../service/grading.ts';
import { isIdentifier } from '../../service/identifier.ts';
import { wordOf } from '../../service/typed-values.ts';
import { askLine } from '../../terminal/prompts/line-prompt.ts';
import { requireAnswer } from '../../terminal/prompts/prompt.ts';
import type { Result } from '../../terminal/results.ts';
import { asWords, capitalized } from '../../words/counted.ts';
import { shellWord } from '../../words/resale-line.ts';
import { gradeCounts, gradedId, gradingFlags, itemFaults, itemOf, sendShipment } from './grade-shipment.ts';

const flags = { id: gradedId, ...gradingFlags };

const furtherQuestions: readonly Question<GradedItem>[] = [
  {
    name: 'notes',
    words: 'Notes',
    optional: true,
    when: () => true,
    mayHaveLines: true,
    refuses: (text) => (isIdentifier(text) ? 'is the id of an item, and no note' : undefined),
  },
  { ...pictures, optional: true, when: () => true },
];

const another: Question = {
  name: 'id',
  words: 'Identifier of the next item',
  isTypedAnew: true,
  none: ' (Enter if that is all)',
};

/** With `shared` answers, only the identifiers of a sitting are asked for. */
const shipment = (invocation: Invocation, noCheck: boolean, shared: Answers): Subject<GradedItem> => {
  const [condition] = textsOf(shared.condition);
  const line: Question | undefined =
    condition === undefined
      ? undefined
      : {
          name: 'id',
          ask: boxAsker(invocation, capitalized(asWords(condition))),
        };
  return {
    ...graded(invocation, noCheck),
    questions: [
      line ?? { name: 'id', words: 'Identifier of the item', isTypedAnew: true },
      { name: 'condition', ask: conditionAsker(invocation, noCheck) },
      ...(line ? [] : furtherQuestions),
    ],
    nextItem: { question: line ?? another, shared },
  };
};

const graded = (invocation: Invocation, noCheck: boolean): Omit<Subject<GradedItem>, 'questions'> => ({
  flags,
  offers: ['condition'],
  async judge(answers, others) {
    const faults: UsageFault[] = [];
    const { id, ...grading } = readFlags(flags, filledAnswers(answers), faults);
    const item = itemOf(id as string, grading, noCheck);
    return {
      item,
      faults: [...faults, ...(await itemFaults(item, grading.condition, others, noCheck))],
    };
  },
  question: (rounds, where) => `Grade ${shipmentWords(rounds)} at ${where}?`,
  send: (items) => sendShipment(invocation, items, noCheck),
  line(rounds, items) {
    const { here } = invocation;
    const loosely = noCheck ? ['--no-check'] : [];
    const [only] = rounds;
    if (rounds.length === 1 && only) {
      const { id, ...rest } = only;
      return here('grade', [...(id === undefined ? [] : [String(id)]), ...loosely], filledAnswers(rest));
    }
    const [{ condition = '' } = {}] = items;
    if (items.every((item) => Object.keys(item).length === 2 && item.condition === condition)) {
      const ids = items.map(({ id }) => id).join(' ');
      return `printf '%s\\n' ${ids} | ${here('grade', loosely, { from: '-', condition: noCheck ? condition : wordOf(condition) })}`;
    }
    const rows = items.map((item) => shellWord(JSON.stringify(item))).join(' ');
    return `printf '%s\\n' ${rows} | ${here('grade', loosely, { from: '-' })}`;
  },
});

/** `these 3 items (2 good, 1 minor defect)` */
const shipmentWords = (rounds: readonly Answers[]): string =>
  rounds.length === 1 ? 'this item' : `these ${rounds.length} items (${gradeCounts(rounds)})`;

/** Asks for the items of one shipment, one after the other, and grades them with one request. */
export const talkAboutShipment = async (
  invocation: Invocation,
  { flags: typed, operands: [id] }: CommandLine,
): Promise<Result> => {
  const { condition } = typed;
  const noCheck = typed.noCheck === true;
  await readyToSend(invocation);
  const grading = typedAnswers(gradingFlags, typed);
  return converse(invocation, shipment(invocation, noCheck, condition === undefined ? {} : grading), {
    ...(id === undefined ? {} : { id }),
    ...grading,
  });
};

type Ask = NonNullable<Question['ask']>;

/** Asks for the items of a shipment, one per line, and redraws nothing, so that a scanner can type at full speed. */
const boxAsker = ({ questionIo, note }: Pick<Invocation, 'questionIo' | 'note'>, condition: string): Ask => {
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
