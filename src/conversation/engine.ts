import { UnknownOutcome } from '../changes/errors.ts';
import { noYes } from '../cli/errors.ts';
import type { Invocation } from '../cli/invocation.ts';
import { formats } from '../terminal/formats.ts';
import { confirm } from '../terminal/prompts/confirm.ts';
import type { Result } from '../terminal/results.ts';
import { askItems, type Conversation, type Draft, itemsOf, offersOf } from './interview.ts';
import { refusalOf } from './refusal.ts';
import { changeAnswer, decisionOn, hasReview } from './review.ts';
import { offerLine, showItems, tell } from './show.ts';
import type { Answers, Subject } from './subject.ts';

/**
 * A conversation about one subject: asks for what was not typed, shows everything, lets the user change answers,
 * and sends the result. If it ends before that, the line that goes on from the answers is printed; nothing is kept.
 */
export const converse = async (invocation: Invocation, subject: Subject, typed: Answers): Promise<Result> => {
  let unsent: Draft | undefined;
  const conversation: Conversation = {
    invocation,
    subject,
    keep(draft) {
      unsent = draft;
    },
  };
  const offer = async (title: string, said: readonly Answers[]) =>
    offerLine(invocation, title, subject.line(said, await itemsOf(subject, said)));
  try {
    let draft: Draft = { items: [], answers: typed, offered: subject.offered ?? {} };
    if (hasReview(invocation, subject))
      invocation.note('You will see everything before it is sent, and can change any answer then.');
    for (let count = 0; ; count += 1) {
      const sent = await sendAgreed(conversation, draft).catch((error: unknown) => {
        // It may have arrived, and a line that sends it again would be no help.
        if (error instanceof UnknownOutcome) unsent = undefined;
        throw error;
      });
      if (sent === undefined && count > 0) return { kind: 'nothing' };
      if (sent === undefined) throw noYes(`The ${subject.name} was not sent`, true);
      unsent = undefined;
      await invocation.show(sent.result);
      await offer('The same in one line:', sent.said);
      if (!(await wantsAnother(conversation))) return { kind: 'nothing' };
      draft = { items: [], answers: {}, offered: offersOf(subject, sent.said) };
    }
  } finally {
    const { waiting = [] } = invocation.questionIo().scanner ?? {};
    if (waiting.length > 0) invocation.note(`Scanned, and not taken any more: ${waiting.join(', ')}.`);
    // An item that is not answered in full can't be sent in one line with others.
    if (unsent)
      await offer(
        'To go on from what you answered:',
        unsent.items.length > 0 ? unsent.items : [unsent.answers],
      );
  }
};

/**
 * Asks until there are items to send, and sends them; undefined if the user decides not to. If the service refuses
 * them, its reason is shown, and an answer can be changed.
 */
const sendAgreed = async (
  conversation: Conversation,
  draft: Draft,
): Promise<{ said: readonly Answers[]; result: Result } | undefined> => {
  const { invocation, subject } = conversation;
  let said = await askItems(conversation, draft);
  for (;;) {
    showItems(invocation, subject, said);
    const decision = await decisionOn(conversation, said);
    if (decision === 'stop') return undefined;
    if (decision === 'more') said = await askItems(conversation, { items: said, answers: {}, offered: {} });
    else if (decision === 'change') said = (await changeAnswer(conversation, said)) ?? said;
    else
      try {
        return { said, result: await subject.send(await itemsOf(subject, said)) };
      } catch (error) {
        const refusal = refusalOf(error, subject.flags);
        if (refusal === undefined) throw error;
        tell(invocation, refusal.inWords);
        const changed = await changeAnswer(conversation, said, refusal.likely);
        if (changed === undefined) throw error;
        said = changed;
      }
  }
};

/** In JSON one answer is one document, and a request that is only shown is one, too. */
const wantsAnother = async ({ invocation, subject }: Conversation): Promise<boolean> => {
  const { format, settings } = invocation;
  if (!subject.anotherOne || !formats[format()].isDrawn || settings.out !== undefined || settings.dryRun)
    return false;
  return confirm(invocation.questionIo(), subject.anotherOne, true);
};

/** Fails if answers could not be sent: without a profile, without credentials, or if nothing may be changed. */
export const readyToSend = async (invocation: Invocation): Promise<void> => {
  const profile = await invocation.profile();
  if (invocation.settings.dryRun) return;
  await invocation.refuseReadOnly();
  await profile.credentials();
};
