import { UnknownOutcome } from '../changes/errors.ts';
import { noYes } from '../cli/errors.ts';
import type { Invocation } from '../cli/invocation.ts';
import { whereOf } from '../cli/permission.ts';
import { formats } from '../terminal/formats.ts';
import { confirm } from '../terminal/prompts/confirm.ts';
import type { Result } from '../terminal/results.ts';
import { askItems, type Conversation, itemsOf, offersOf } from './interview.ts';
import { offerLine, showItems } from './show.ts';
import type { Answers, Subject } from './subject.ts';

/**
 * A conversation about one subject: asks for what was not typed, shows everything, and sends it if the user agrees. If it ends
 * before that, the line that goes on from the answers is printed; nothing is kept.
 */
export const converse = async (invocation: Invocation, subject: Subject, typed: Answers): Promise<Result> => {
  const conversation: Conversation = { invocation, subject };
  const offer = async (title: string, said: readonly Answers[]) =>
    offerLine(invocation, title, subject.line(said, await itemsOf(subject, said)));
  try {
    if (hasReview(invocation)) invocation.note('You will see everything before it is sent.');
    let said = await askItems(conversation, { items: [], answers: typed, offered: subject.offered ?? {} });
    for (let count = 0; ; count += 1) {
      showItems(invocation, subject, said);
      const { question, isAgreed } = await agreement(conversation, said);
      if (!isAgreed && count > 0) return { kind: 'nothing' };
      if (!isAgreed) throw noYes(question);
      const result = await subject.send(await itemsOf(subject, said));
      conversation.unsent = undefined;
      await invocation.show(result);
      await offer('The same in one line:', said);
      if (!(await wantsAnother(conversation))) return { kind: 'nothing' };
      said = await askItems(conversation, { items: [], answers: {}, offered: offersOf(subject, said) });
    }
  } catch (error) {
    // It may have arrived, and a line that sends it again would be no help.
    if (error instanceof UnknownOutcome) conversation.unsent = undefined;
    throw error;
  } finally {
    const { waiting = [] } = invocation.questionIo().scanner ?? {};
    if (waiting.length > 0) invocation.note(`Scanned, and not taken any more: ${waiting.join(', ')}.`);
    // An item that is not answered in full can't be sent in one line with others.
    const { items, answers } = conversation.unsent ?? {};
    if (items && answers)
      await offer('To go on from what you answered:', items.length > 0 ? items : [answers]);
  }
};

const hasReview = ({ settings }: Invocation): boolean => !settings.yes && !settings.dryRun;

/** Asks whether to send items that were shown. A scan says neither yes nor no. */
const agreement = async ({ invocation, subject }: Conversation, said: readonly Answers[]) => {
  const question = subject.question(said, await whereOf(invocation));
  const isAgreed =
    !hasReview(invocation) || (await confirm(invocation.questionIo(), question, subject.enterSends));
  return { question, isAgreed };
};

/** In JSON one answer is one document, and a request that is only shown is one, too. */
const wantsAnother = async ({ invocation, subject }: Conversation): Promise<boolean> => {
  const { format, settings } = invocation;
  if (!subject.anotherOne || !formats[format()].isDrawn || settings.out !== undefined || settings.dryRun)
    return false;
  return confirm(invocation.questionIo(), subject.anotherOne);
};

/** Fails if answers could not be sent: without a profile, without credentials, or if nothing may be changed. */
export const readyToSend = async (invocation: Invocation): Promise<void> => {
  const profile = await invocation.profile();
  if (invocation.settings.dryRun) return;
  await invocation.refuseReadOnly();
  await profile.credentials();
};
