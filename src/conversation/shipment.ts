import { gradeFault, gradeQuestion } from '../changes/grade-words.ts';
import type { CommandLine } from '../cli/command-line.ts';
import {
  confirmGrade,
  gradeCounts,
  gradedId,
  gradingFlags,
  itemFaults,
  itemOf,
  sendShipment,
} from '../cli/grading/grading.ts';
import type { Invocation } from '../cli/invocation.ts';
import { readFlags, type UsageFault } from '../flags/values.ts';
import type { GradedItem } from '../service/grading.ts';
import { wordOf } from '../service/typed-values.ts';
import { Scanner } from '../terminal/prompts/scanner.ts';
import type { Result } from '../terminal/results.ts';
import { shellWord } from '../words/resale-line.ts';
import { pictures } from './ask.ts';
import { converse, readyToSend } from './engine.ts';
import { type Answers, type Question, type Subject, spoken, typedAnswers } from './subject.ts';

const flags = { id: gradedId, ...gradingFlags };

/** With `shared` answers, the items of a sitting go by fast: nothing else is asked, and may be added when they are shown. */
const questions = (noCheck: boolean, shared: Answers): readonly Question<GradedItem>[] => [
  { name: 'id', words: 'Identifier of the item', isScanned: true },
  {
    name: 'condition',
    words: 'What condition?',
    // A returned item may be in a condition that no listing can have.
    otherWord: {
      word: 'another word…',
      meaning: 'one that your service knows',
      message: 'The word for its condition',
      ...(noCheck ? {} : { doubt: gradeQuestion }),
    },
  },
  {
    name: 'notes',
    words: 'Notes',
    optional: true,
    when: () => Object.keys(shared).length === 0,
    mayHaveLines: true,
  },
  {
    ...pictures,
    optional: true,
    when: () => Object.keys(shared).length === 0,
  },
];

const shipment = (invocation: Invocation, noCheck: boolean, shared: Answers): Subject<GradedItem> => ({
  flags,
  questions: questions(noCheck, shared),
  nextItem: {
    question: {
      name: 'id',
      words: 'Identifier of the next item',
      none: ' (Enter if that is all)',
      isScanned: true,
    },
    shared,
  },
  offers: ['condition'],
  async judge(answers, others) {
    const faults: UsageFault[] = [];
    const { id, ...said } = readFlags(flags, spoken(answers), faults);
    const item = itemOf(id as string, said, noCheck);
    return {
      item,
      faults: [...faults, ...(await itemFaults(item, said.condition, others, { noCheck, asks: true }))],
    };
  },
  question: (said, where) => `Grade ${shipmentWords(said)} at ${where}?`,
  send: (items) => sendShipment(invocation, items, noCheck),
  line(said, items) {
    const { here } = invocation;
    const isUnknown = items.some(({ condition }) => condition && gradeFault(condition) !== undefined);
    const loosely = noCheck || isUnknown ? ['--no-check'] : [];
    const [only] = said;
    if (said.length === 1 && only) {
      const { id, ...rest } = only;
      // With --no-check, a word is sent as it is typed.
      const sent = isUnknown && !noCheck ? { ...rest, condition: items[0]?.condition ?? '' } : rest;
      return here('grade', [...(id === undefined ? [] : [String(id)]), ...loosely], spoken(sent));
    }
    const [{ condition = '' } = {}] = items;
    if (items.every((item) => Object.keys(item).length === 2 && item.condition === condition)) {
      const ids = items.map(({ id }) => id).join(' ');
      return `printf '%s\\n' ${ids} | ${here('grade', loosely, { from: '-', condition: isUnknown ? condition : wordOf(condition) })}`;
    }
    const rows = items.map((item) => shellWord(JSON.stringify(item))).join(' ');
    return `printf '%s\\n' ${rows} | ${here('grade', loosely, { from: '-' })}`;
  },
});

/** `these 3 items (2 good, 1 minor defect)` */
const shipmentWords = (said: readonly Answers[]): string =>
  said.length === 1 ? 'this item' : `these ${said.length} items (${gradeCounts(said)})`;

const withScanner = (invocation: Invocation): Invocation => {
  const scanner = new Scanner();
  return {
    ...invocation,
    questionIo: () => Object.create(invocation.questionIo(), { scanner: { value: scanner } }),
  };
};

/** Asks for the items of one shipment, one after the other, and grades them with one request. */
export const talkAboutShipment = async (
  invocation: Invocation,
  { flags: typed, operands: [id] }: CommandLine,
): Promise<Result> => {
  const { condition } = typed;
  const noCheck = typed.noCheck === true;
  if (typeof condition === 'string') await confirmGrade(invocation, condition, noCheck);
  await readyToSend(invocation);
  const shared = condition === undefined ? {} : typedAnswers({ condition: flags.condition }, typed);
  return converse(withScanner(invocation), shipment(invocation, noCheck, shared), {
    ...(id === undefined ? {} : { id }),
    ...typedAnswers(gradingFlags, typed),
  });
};
