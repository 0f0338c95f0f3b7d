import { UnknownOutcome } from '../changes/errors.ts';
import { noYes } from '../cli/errors.ts';
import type { Invocation } from '../cli/invocation.ts';
import { formats } from '../terminal/formats.ts';
import { confirm } from '../terminal/prompts/confirm.ts';
import type { Result } from '../terminal/results.ts';
import { type Draft, type DraftFile, draftFile } from './draft.ts';
import { askItems, type Conversation, itemsOf } from './interview.ts';
import { changedAfterRefusal, refusalOf } from './refusal.ts';
import { resumedDraft } from './resume.ts';
import { changeAnswer, decisionOn, hasReview } from './review.ts';
import { offerLine, showItems } from './show.ts';
import type { Answers, Subject } from './subject.ts';

/**
 * A conversation about one subject: asks for what was not typed, shows everything, lets the user change answers,
 * and sends the result. The answers outlive the run until they are sent.
 */
export const converse = async (invocation: Invocation, subject: Subject, typed: Answers): Promise<Result> => {
  const file = draftFile(invocation, subject, await subject.begin());
  return { kind: 'results', results: talk(invocation, subject, file, typed) };
};

async function* talk(
  invocation: Invocation,
  subject: Subject,
  file: DraftFile,
  typed: Answers,
): AsyncGenerator<Result> {
  /** The items for the command line if the conversation ends here: those answered in full and not sent. */
  let unsent: readonly Answers[] = [];
  const conversation: Conversation = {
    invocation,
    subject,
    async keep(draft, state) {
      unsent = draft.items;
      await file.keep(draft, state);
    },
    async forget() {
      unsent = [];
      await file.forget();
    },
  };
  const offer = async (title: string, said: readonly Answers[]) => {
    const line = subject.line?.(said, await itemsOf(subject, said));
    if (line !== undefined) offerLine(invocation, title, line);
  };
  try {
    let draft = await resumedDraft(conversation, await file.find(), typed);
    unsent = draft.items;
    if (hasReview(invocation, subject))
      invocation.note('You will see everything before it is sent, and can change any answer then.');
    for (let count = 0; ; count += 1) {
      const sent = await sendAgreed(conversation, draft).catch((error: unknown) => {
        // It may have arrived, and a line that sends it again would be no help.
        if (error instanceof UnknownOutcome) unsent = [];
        throw error;
      });
      if (sent === undefined && count > 0) return;
      if (sent === undefined) throw noYes(`The ${subject.name} was not sent`, true);
      unsent = [];
      yield sent.result;
      await offer('The same in one line:', sent.said);
      await subject.afterwards?.();
      if (!(await wantsAnother(conversation))) return;
      draft = { items: [], answers: {}, offered: offersOf(subject, sent.said) };
    }
  } finally {
    const { waiting = [] } = invocation.questionIo().scanner ?? {};
    if (waiting.length > 0) invocation.note(`Scanned, and not taken any more: ${waiting.join(', ')}.`);
    if (unsent.length > 0) await offer('What you answered, in one line:', unsent);
    if (file.isThere())
      invocation.note(`Your answers are kept: \`${subject.command}\` offers to continue with them.`);
  }
}

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
    if (decision === 'forget') await conversation.forget();
    if (decision === 'forget' || decision === 'stop') return undefined;
    if (decision === 'more') said = await askItems(conversation, { items: said, answers: {}, offered: {} });
    else if (decision === 'change') said = (await changeAnswer(conversation, said)) ?? said;
    else
      try {
        return { said, result: await send(conversation, said) };
      } catch (error) {
        const refusal = (await subject.refusal?.(error)) ?? refusalOf(error, subject.flags);
        if (refusal === undefined) throw error;
        const changed = await changedAfterRefusal(conversation, said, refusal);
        if (changed === undefined && refusal.done) return { said, result: refusal.done };
        if (changed === undefined) throw error;
        said = changed;
      }
  }
};

/**
 * Sends what the user agreed to. If its answer can be lost, it is marked as sent before the request leaves, so that a later run
 * knows, even if this one is killed. The draft is removed once it is done.
 */
const send = async (
  { invocation, subject, keep, forget }: Conversation,
  said: readonly Answers[],
): Promise<Result> => {
  const items = await itemsOf(subject, said);
  // With --dry-run, it is only shown.
  if (invocation.settings.dryRun) return subject.send(items);
  const draft = { items: said, answers: {}, offered: {} };
  if (subject.lostAnswer) await keep(draft, 'sent');
  try {
    const result = await subject.send(items);
    await forget();
    return result;
  } catch (error) {
    if ((await subject.refusal?.(error))?.done) await forget();
    else if (!(error instanceof UnknownOutcome))
      await keep(draft, refusalOf(error, subject.flags) ? 'refused' : 'open');
    throw error;
  }
};

/** In JSON one answer is one document, and a request that is only shown is one, too. */
const wantsAnother = async ({ invocation, subject }: Conversation): Promise<boolean> => {
  const { format, settings } = invocation;
  if (!subject.anotherOne || !formats[format()].isDrawn || settings.out !== undefined || settings.dryRun)
    return false;
  return confirm(invocation.questionIo(), subject.anotherOne.question, true);
};

/** The answers that the next item most likely shares with the last one. */
const offersOf = ({ anotherOne }: Subject, [last = {}]: readonly Answers[]): Answers =>
  Object.fromEntries(Object.entries(last).filter(([name]) => anotherOne?.offers.includes(name)));

/**
 * Fails if answers could not be sent: without a profile, without credentials, or if nothing may be changed. Returns
 * the service that they would be sent to.
 */
export const readyToSend = async (invocation: Invocation): Promise<string> => {
  const profile = await invocation.profile();
  if (!invocation.settings.dryRun) {
    await invocation.refuseReadOnly();
    await profile.credentials();
  }
  return profile.origin;
};
