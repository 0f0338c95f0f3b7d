import { flagName } from '../../flags/values.ts';
import type { Answers } from '../answers.ts';
import { textsOf } from '../answers.ts';
import { titleOf } from '../answers-card.ts';
import type { Progress } from '../kept-answers.ts';
import { tell } from '../tell.ts';
import { askAnswer, type Interview } from './ask-answer.ts';
import { type CreationFlag, judged, type Walk } from './creation-answers.ts';
import { inOrder, optional } from './order-of-questions.ts';

/**
 * Asks for what the rules miss, and behind one question for the rest. Every answer is held against the rules at once.
 * `onProgress` is told after every one.
 */
export const interview = async (
  walk: Walk,
  begun: Progress<CreationFlag>,
  onProgress: (progress: Progress<CreationFlag>) => Promise<void>,
): Promise<Answers> => {
  const { defaults } = begun;
  const asked: Interview = {
    walk,
    defaults,
    onAnswer: (answers, unfinished) => onProgress({ answers, defaults, unfinished }),
  };
  let { answers, unfinished } = begun;
  for (;;) {
    const name = unfinished ?? (await nextMissing(asked, answers));
    if (name === undefined) return askOptional(asked, answers);
    answers = await askAnswer(asked, answers, name);
    unfinished = undefined;
  }
};

/** The first flag that has to be asked for; undefined where all is there. */
const nextMissing = async (
  { walk, defaults }: Interview,
  answers: Answers,
): Promise<CreationFlag | undefined> => {
  const { payload, faults } = await judged(walk, answers);
  const missing = new Set(faults.map(({ name }) => name));
  return inOrder.find((name) => {
    if (answers[name] !== undefined) return false;
    if (name === 'shopId' && defaults.shopId !== undefined) return true;
    if (name === 'option') return payload.productDataSourceType === 'MANUAL_PRODUCT_OPTIONS';
    return missing.has(flagName(name));
  });
};

const askOptional = async (asked: Interview, answers: Answers): Promise<Answers> => {
  const { askWhether } = await import('../../terminal/prompts/confirm.ts');
  const left = optional.filter((name) => answers[name] === undefined);
  if (left.length === 0) return answers;
  const { invocation } = asked.walk;
  tell(invocation, `It can also have: ${left.map(titleOf).join(', ')}.`);
  const isOffered = left.some((name) => textsOf(asked.defaults[name]).length > 0);
  if (await askWhether(invocation.questionIo(), 'Say more?', isOffered)) {
    let said = answers;
    for (const name of left) said = await askAnswer({ ...asked, isOptional: true }, said, name);
    return said;
  }
  const declined = { ...answers, ...Object.fromEntries(left.map((name) => [name, ''])) };
  await asked.onAnswer(declined);
  return declined;
};
