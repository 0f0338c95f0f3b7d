import { gradeFault, gradeQuestion } from '../changes/grade-words.ts';
import type { CommandLine } from '../cli/command-line.ts';
import {
  confirmGrade,
  gradedId,
  gradingFlags,
  itemFaults,
  itemOf,
  sendShipment,
} from '../cli/grading/grading.ts';
import type { Invocation } from '../cli/invocation.ts';
import { readFlags, type UsageFault } from '../flags/values.ts';
import type { GradedItem } from '../service/grading.ts';
import type { Result } from '../terminal/results.ts';
import { shellWord } from '../words/shell-word.ts';
import { askPicture } from './ask.ts';
import { converse, readyToSend } from './engine.ts';
import { linesFor } from './show.ts';
import { type Question, type Subject, spoken, typedAnswers } from './subject.ts';

const flags = { id: gradedId, ...gradingFlags };

const always = () => true;

const questions = (noCheck: boolean): readonly Question<GradedItem>[] => [
  { name: 'id', words: 'Identifier of the item' },
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
  { name: 'notes', words: 'What you saw', optional: true, when: always, mayHaveLines: true },
  { name: 'image', optional: true, when: always, askOne: askPicture },
];

/** Items that are graded together. With `noCheck`, any condition is sent as it was typed. */
const shipment = (invocation: Invocation, noCheck: boolean): Subject<GradedItem> => ({
  name: 'shipment',
  flags,
  questions: questions(noCheck),
  anotherItem: 'Another item of this shipment?',
  async judge(answers, others) {
    const faults: UsageFault[] = [];
    const { id, ...said } = readFlags(flags, spoken(answers), faults);
    const item = itemOf(id as string, said, noCheck);
    return {
      item,
      faults: [...faults, ...(await itemFaults(item, said.condition, others, { noCheck, asks: true }))],
    };
  },
  review: ({ length }, where) =>
    length === 1
      ? { question: `Grade this item at ${where}?`, send: 'Grade it' }
      : { question: `Grade these ${length} items at ${where}?`, send: 'Grade them' },
  send: (items) => sendShipment(invocation, items, noCheck),
  line(said, items) {
    const here = linesFor(invocation);
    const isUnknown = items.some(({ condition }) => condition && gradeFault(condition) !== undefined);
    const loosely = noCheck || isUnknown ? ['--no-check'] : [];
    const [only] = said;
    if (said.length === 1 && only) {
      const { id, ...rest } = only;
      // With --no-check, a word is sent as it is typed.
      const sent = isUnknown && !noCheck ? { ...rest, condition: items[0]?.condition ?? '' } : rest;
      return here('grade', [...(id === undefined ? [] : [String(id)]), ...loosely], spoken(sent));
    }
    const rows = items.map((item) => shellWord(JSON.stringify(item))).join(' ');
    return `printf '%s\\n' ${rows} | ${here('grade', loosely, { from: '-' })}`;
  },
});

/** Asks for the items of one shipment, one after the other, and grades them with one request. */
export const talkAboutShipment = async (
  invocation: Invocation,
  { flags: typed, operands: [id] }: CommandLine,
): Promise<Result> => {
  const { condition } = typed;
  const noCheck = typed.noCheck === true;
  if (typeof condition === 'string') await confirmGrade(invocation, condition, noCheck);
  await readyToSend(invocation);
  return converse(invocation, shipment(invocation, noCheck), {
    ...(id === undefined ? {} : { id }),
    ...typedAnswers(gradingFlags, typed),
  });
};
