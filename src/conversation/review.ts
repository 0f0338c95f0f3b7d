import type { Invocation } from '../cli/invocation.ts';
import { whereOf } from '../cli/permission.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import { shownLines } from '../terminal/prompts/text.ts';
import { askAgain, type Conversation } from './interview.ts';
import { answerWords } from './show.ts';
import { type Answers, type Subject, textsOf, titleOf } from './subject.ts';

/** Whether the user sees what is sent before it is sent. */
export const hasReview = ({ settings }: Invocation, { review }: Subject): boolean =>
  review !== undefined && !settings.yes && !settings.dryRun;

/** Asks what to do with items that were shown. Those that need no yes are sent; what is scanned now is one more. */
export const decisionOn = async (
  { invocation, subject }: Conversation,
  said: readonly Answers[],
): Promise<'send' | 'change' | 'stop' | 'more'> => {
  if (!subject.review || !hasReview(invocation, subject)) return 'send';
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
export const changeAnswer = async (
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
  conversation.keep({ items, answers: {}, offered: {} });
  return items;
};
