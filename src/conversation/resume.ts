import { noYes } from '../cli/errors.ts';
import { askWhether } from '../terminal/prompts/confirm.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import { timeAgo } from '../words/times.ts';
import type { Draft, FoundDraft } from './draft.ts';
import { type Conversation, fitting, itemsOf } from './interview.ts';
import { showItems, tell } from './show.ts';
import { type Answers, titleOf } from './subject.ts';

/** Offers to continue with the draft of an earlier run. What was typed now concerns the next item, and takes precedence. */
export const resumedDraft = async (
  conversation: Conversation,
  found: FoundDraft | undefined,
  typed: Answers,
): Promise<Draft> => {
  const { subject } = conversation;
  const afresh = { items: [], answers: typed, offered: subject.offered ?? {} };
  if (!found) return afresh;
  const { items, offered } = found;
  const answers = await fitting(subject, found.answers, typed, await itemsOf(subject, items));
  const left = Object.keys(found.answers).filter(
    (name) => (typed[name] ?? answers[name]) !== found.answers[name],
  );
  if (!(await isStillWanted(conversation, { ...found, answers: { ...answers, ...typed } }, left))) {
    await conversation.forget();
    return afresh;
  }
  const unfinished = subject.questions.find(({ name }) => name === found.unfinished && !(name in typed));
  return { items, answers: { ...answers, ...typed }, offered, unfinished: unfinished?.name };
};

/** Shows the draft, and asks whether to continue with it. */
const isStillWanted = async (
  { invocation, subject }: Conversation,
  { state, at, items, answers }: FoundDraft,
  /** The names of its answers that what was typed now has taken the place of, or does not go with. */
  left: readonly string[],
): Promise<boolean> => {
  const { name, done, lostAnswer } = subject;
  const said = Object.keys(answers).length > 0 ? [...items, answers] : items;
  const io = invocation.questionIo();
  const beginnings = {
    open: `You began a ${name} ${timeAgo(at)}. It has not been ${done} yet:`,
    refused: `The service refused a ${name} ${timeAgo(at)}. You can change any answer:`,
    sent: `A ${name} was sent ${timeAgo(at)}, and no answer came. It may have been ${done}:`,
  };
  tell(invocation, beginnings[state]);
  showItems(invocation, subject, said);
  if (left.length > 0)
    tell(
      invocation,
      `What you typed now stands in place of what you answered about: ${left.map(titleOf).join(', ')}.`,
    );
  if (state !== 'sent' || !lostAnswer) return askWhether(io, 'Go on with it?', true);
  const { question, look, arrived, didNotArrive } = lostAnswer(said);
  const choice = await askWhich(io, {
    message: question,
    choices: [
      { value: 'look', ...look },
      { value: 'forget', word: arrived, meaning: 'discard these answers' },
      { value: 'again', word: didNotArrive, meaning: 'continue with these answers' },
    ],
  });
  if (choice === 'look') throw noYes(`The ${name} was not sent again`, true);
  return choice === 'again';
};
