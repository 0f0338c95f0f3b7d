import type { Invocation } from '../../cli/invocation.ts';
import { whereOf } from '../../cli/where.ts';
import { askWhether } from '../../terminal/prompts/confirm.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import type { Answers } from '../answers.ts';
import { showAnswers, titleOf } from '../answers-card.ts';
import { askWhichAnswer, type Changeable } from '../which-answer.ts';
import { type GradingQuestion, gradingQuestionNames, itemsOf } from './answers.ts';
import { askItem, askItemAgain } from './questions.ts';

/** The answers about the items of one shipment: those that are complete, and those about the next one. */
export interface Shipment {
  items: readonly Answers[];
  next: Answers;
}

/** For whom a shipment is asked for, and how strictly. */
export interface GradingWalk {
  invocation: Invocation;
  /** Lets constants through that the tool does not know. */
  noCheck: boolean;
  /** Told of what was answered, after every answer. */
  onAnswer(shipment: Shipment): Promise<void>;
}

/** Asks for item after item, until there are no more. */
export const askShipment = async (
  { invocation, noCheck, onAnswer }: GradingWalk,
  begun: Shipment,
): Promise<readonly Answers[]> => {
  let { items, next } = begun;
  while (
    items.length === 0 ||
    Object.keys(next).length > 0 ||
    (await askWhether(invocation.questionIo(), 'Another item of this shipment?', false))
  ) {
    const before = items;
    const questions = { invocation, noCheck, others: await itemsOf(before, noCheck) };
    const answers = await askItem(questions, next, (now) => onAnswer({ items: before, next: now }));
    items = [...before, answers];
    next = {};
    await onAnswer({ items, next });
  }
  return items;
};

/** Shows on stderr what was answered about each item. */
export const showShipment = (invocation: Invocation, items: readonly Answers[]): void => {
  for (const [index, answers] of items.entries()) {
    if (items.length > 1)
      invocation.io.stderr.write(`${index === 0 ? '\n' : ''}Item ${index + 1} of ${items.length}:`);
    showAnswers(invocation, gradingQuestionNames, answers);
  }
};

/** Asks what is to become of a shipment that was shown. */
export const decisionOn = async (invocation: Invocation, count: number) => {
  const what = count === 1 ? 'this item' : `these ${count} items`;
  return askWhich(invocation.questionIo(), {
    message: `Grade ${what} at ${await whereOf(invocation)}?`,
    isLast: true,
    choices: [
      { value: 'grade', word: `Grade ${count === 1 ? 'it' : 'them'}` },
      { value: 'change', word: 'Change an answer', meaning: 'the others stay as they are' },
      { value: 'stop', word: 'Stop here', meaning: 'the answers are kept for the next time' },
      { value: 'forget', word: `Throw ${count === 1 ? 'it' : 'them'} away` },
    ] as const,
  });
};

/** Asks which answer about which item is to be changed, and for that one again; undefined where none is. */
export const changeOne = async (
  { invocation, noCheck }: GradingWalk,
  items: readonly Answers[],
): Promise<readonly Answers[] | undefined> => {
  const changeable = items.flatMap((answers, index) =>
    gradingQuestionNames.map(
      (name): Changeable<{ index: number; name: GradingQuestion }> => ({
        value: { index, name },
        title: `${items.length > 1 ? `item ${index + 1}: ` : ''}${titleOf(name)}`,
        said: answers[name] ?? '',
      }),
    ),
  );
  const chosen = await askWhichAnswer(invocation.questionIo(), changeable);
  if (chosen === undefined) return undefined;
  const others = await itemsOf(
    items.filter((_, index) => index !== chosen.index),
    noCheck,
  );
  const said = items[chosen.index] ?? {};
  const changed = await askItemAgain({ invocation, noCheck, others }, said, chosen.name);
  return items.map((answers, index) => (index === chosen.index ? changed : answers));
};
