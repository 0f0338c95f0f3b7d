import { UnknownOutcome } from '../changes/errors.ts';
import { Advised, noYes } from '../cli/errors.ts';
import type { Invocation } from '../cli/invocation.ts';
import { whereOf } from '../cli/permission.ts';
import { CallError } from '../client/errors.ts';
import type { Flags } from '../flags/values.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { formats } from '../terminal/formats.ts';
import { confirm } from '../terminal/prompts/confirm.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import { shownLines } from '../terminal/prompts/text.ts';
import type { Result } from '../terminal/results.ts';
import { askAgain, askItems, type Conversation, itemsOf, offersOf } from './interview.ts';
import { answerWords, offerLine, showItems, tell } from './show.ts';
import { type Answers, type Subject, textsOf, titleOf } from './subject.ts';

/**
 * A conversation about one subject: asks for what was not typed, shows everything, lets the user change answers,
 * and sends the result. If it ends before that, the line that goes on from the answers is printed; nothing is kept.
 */
export const converse = async (invocation: Invocation, subject: Subject, typed: Answers): Promise<Result> => {
  const conversation: Conversation = { invocation, subject };
  const offer = async (title: string, said: readonly Answers[]) =>
    offerLine(invocation, title, subject.line(said, await itemsOf(subject, said)));
  try {
    if (hasReview(invocation))
      invocation.note('You will see everything before it is sent, and can change any answer then.');
    let said = await askItems(conversation, { items: [], answers: typed, offered: subject.offered ?? {} });
    for (let count = 0; ; count += 1) {
      const sent = await sendAgreed(conversation, said);
      if (sent === undefined && count > 0) return { kind: 'nothing' };
      if (sent === undefined) throw noYes('Send this?');
      conversation.unsent = undefined;
      await invocation.show(sent.result);
      await offer('The same in one line:', sent.said);
      if (!(await wantsAnother(conversation))) return { kind: 'nothing' };
      said = await askItems(conversation, { items: [], answers: {}, offered: offersOf(subject, sent.said) });
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

/**
 * Sends items once the user agrees; undefined if the user decides not to. If the service refuses them, its reason is shown, and
 * an answer can be changed.
 */
const sendAgreed = async (
  conversation: Conversation,
  items: readonly Answers[],
): Promise<{ said: readonly Answers[]; result: Result } | undefined> => {
  const { invocation, subject } = conversation;
  for (let said = items; ; ) {
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

const hasReview = ({ settings }: Invocation): boolean => !settings.yes && !settings.dryRun;

/** Asks what to do with items that were shown. What is scanned now is one more. */
const decisionOn = async (
  { invocation, subject }: Conversation,
  said: readonly Answers[],
): Promise<'send' | 'change' | 'stop' | 'more'> => {
  if (!hasReview(invocation)) return 'send';
  const { question, send, stop } = subject.review(said, await whereOf(invocation));
  return askWhich<'send' | 'change' | 'stop' | 'more'>(invocation.questionIo(), {
    message: question,
    isLast: true,
    byDefault: stop === undefined ? undefined : 'stop',
    onScan: 'more',
    choices: [
      { value: 'send', word: send },
      {
        value: 'change',
        word: said.length > 1 ? 'Change an answer, or remove an item' : 'Change an answer',
        meaning: 'the others stay as they are',
      },
      { value: 'stop', word: stop ?? 'Stop here' },
    ],
  });
};

/**
 * Asks which answer to change, with a likely one preselected, and then asks for that one again; one of several items can be
 * removed. Undefined if nothing is to be changed.
 */
const changeAnswer = async (
  conversation: Conversation,
  said: readonly Answers[],
  likely?: string,
): Promise<readonly Answers[] | undefined> => {
  const { invocation, subject } = conversation;
  const changeable = said.flatMap((answers, index) =>
    Object.keys(subject.flags).flatMap((name) => {
      const question = subject.questions.find((one) => one.name === name);
      return question && answers[name] !== undefined ? [{ index, question, answer: answers[name] }] : [];
    }),
  );
  const removable = said.length > 1 ? [...said.keys()] : [];
  const chosen = await askWhich<number | 'none'>(invocation.questionIo(), {
    message: 'Which one?',
    choices: [
      ...changeable.map(({ index, question, answer }, value) => ({
        value,
        word: `${said.length > 1 ? `item ${index + 1}: ` : ''}${titleOf(question.name)}`,
        meaning:
          textsOf(answer)
            .map((text) => shownLines(answerWords(text, question), invocation.io.env))
            .join(', ') || 'nothing so far',
      })),
      ...removable.map((index) => ({
        value: changeable.length + index,
        word: `item ${index + 1}: remove it`,
      })),
      { value: 'none' as const, word: 'none of them' },
    ],
    byDefault: changeable.findIndex(({ question }) => question.name === likely),
  });
  if (chosen === 'none') return undefined;
  const change = changeable[chosen];
  if (change) return askAgain(conversation, said, change.index, change.question);
  const items = said.toSpliced(chosen - changeable.length, 1);
  conversation.unsent = { items, answers: {}, offered: {} };
  return items;
};

/**
 * What the service said against the answers, on a second line what to do, and the answer that it most likely means. Undefined if
 * it refused the credentials, or something else failed.
 */
const refusalOf = (
  error: unknown,
  flags: Flags,
): { inWords: string; likely: string | undefined } | undefined => {
  const call = error instanceof Advised ? error.cause : error;
  if (!(call instanceof CallError && call.refusesThisCall)) return undefined;
  const { status, serviceMessage, detail } = call.facts;
  const advice = error instanceof Advised ? `\n${error.advice}` : '';
  return {
    inWords: `The service refused it (${status}): ${escapeControls(serviceMessage ?? detail)}${advice}`,
    likely: flagNamedIn(serviceMessage ?? '', flags),
  };
};

/** The flag whose field is named in a text of the service. */
export const flagNamedIn = (text: string, flags: Flags): string | undefined => {
  const named: readonly string[] = text.match(/\w+(?:\.\w+)*/g) ?? [];
  return Object.keys(flags).find((name) => {
    const flag = flags[name];
    return flag !== undefined && 'field' in flag && flag.field !== undefined && named.includes(flag.field);
  });
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
