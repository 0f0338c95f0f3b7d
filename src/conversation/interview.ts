import { UsageError } from '../cli/errors.ts';
import type { Invocation } from '../cli/invocation.ts';
import type { Many, Value } from '../flags/values.ts';
import { askWhether } from '../terminal/prompts/confirm.ts';
import { flagName } from '../words/resale-line.ts';
import { askAnswer } from './ask.ts';
import { tell } from './show.ts';
import { type Answer, type Answers, type Question, type Subject, textsOf, titleOf } from './subject.ts';

interface Draft {
  items: readonly Answers[];
  answers: Answers;
  /** The answers that are offered for its remaining questions: Enter accepts them. */
  offered: Answers;
}

export interface Conversation {
  invocation: Invocation;
  subject: Subject;
  /** Set after every answer: if the conversation ends here, its last line goes on from this draft. */
  unsent?: Draft | undefined;
}

export const itemsOf = async ({ judge }: Subject, said: readonly Answers[]): Promise<readonly unknown[]> => {
  const items: unknown[] = [];
  for (const answers of said) items.push((await judge(answers, items)).item);
  return items;
};

/** Asks for everything that a draft leaves open, item after item. Returns the answers about each. */
export const askItems = async (conversation: Conversation, begun: Draft): Promise<readonly Answers[]> => {
  let draft = begun;
  for (;;) {
    const { items, answers } = draft;
    if (items.length > 0 && Object.keys(answers).length === 0) {
      const next = await nextItem(conversation, items);
      if (next === undefined) return items;
      draft = next;
      conversation.unsent = draft;
    }
    draft = { items: [...items, await askItem(conversation, draft)], answers: {}, offered: {} };
    conversation.unsent = draft;
  }
};

const nextItem = async (
  { invocation, subject }: Conversation,
  items: readonly Answers[],
): Promise<Draft | undefined> => {
  if (subject.nextItem === undefined) return undefined;
  const { question, shared } = subject.nextItem;
  const { name } = question;
  const others = await itemsOf(subject, items);
  const answer = await askAnswer(invocation.questionIo(), {
    question,
    flag: flagOf(subject, name),
    optional: true,
    check: (said) => problemWith(subject, name, { ...shared, [name]: said }, others),
  });
  if (answer === '') return undefined;
  return { items, answers: { ...shared, [name]: answer }, offered: offersOf(subject, items) };
};

const flagOf = ({ flags }: Subject, name: string) => flags[name] as Value<unknown> | Many<unknown>;

/** The answers that the next item most likely shares with the last one. */
export const offersOf = ({ offers }: Subject, items: readonly Answers[]): Answers =>
  Object.fromEntries(Object.entries(items.at(-1) ?? {}).filter(([name]) => offers.includes(name)));

const problemWith = async (
  { judge }: Subject,
  name: string,
  answers: Answers,
  others: readonly unknown[],
): Promise<string | undefined> => {
  const { faults } = await judge(answers, others);
  const fault = faults.find((one) => one.name === flagName(name));
  return fault && (fault.message.startsWith('is missing') ? "It can't be left out." : `It ${fault.message}.`);
};

/**
 * Asks for everything that the rules find missing from one item, then offers the optional questions. Every answer is checked
 * against the rules at once.
 */
const askItem = async (conversation: Conversation, begun: Draft): Promise<Answers> => {
  const { subject } = conversation;
  const others = await itemsOf(subject, begun.items);
  let draft = begun;
  for (;;) {
    const question = await nextQuestion(subject, draft, others);
    if (question === undefined) break;
    draft = await askOne(conversation, draft, question, others);
  }
  const { answers } = await askOptional(conversation, draft, others);
  const { item, faults } = await subject.judge(answers, others);
  if (faults.length > 0) throw new UsageError(faults);
  return subject.completed(answers, item);
};

const nextQuestion = async (
  { judge, questions }: Subject,
  { answers, offered }: Draft,
  others: readonly unknown[],
): Promise<Question | undefined> => {
  const { item, faults } = await judge(answers, others);
  const missing = new Set(faults.map(({ name }) => name));
  return questions.find(
    ({ name, when }) =>
      answers[name] === undefined && (missing.has(flagName(name)) || when?.(item, offered) === true),
  );
};

const askOptional = async (
  conversation: Conversation,
  draft: Draft,
  others: readonly unknown[],
): Promise<Draft> => {
  const { invocation, subject } = conversation;
  const left = subject.questions.filter(
    ({ name, optional, when }) => optional && !when && draft.answers[name] === undefined,
  );
  if (left.length === 0) return draft;
  tell(invocation, `It can also have: ${left.map(({ name }) => titleOf(name)).join(', ')}.`);
  const isOffered = left.some(({ name }) => textsOf(draft.offered[name]).length > 0);
  if (await askWhether(invocation.questionIo(), 'Add more?', isOffered)) {
    let said = draft;
    for (const question of left) said = await askOne(conversation, said, question, others);
    return said;
  }
  const declined = Object.fromEntries(left.map(({ name }) => [name, '']));
  conversation.unsent = { ...draft, answers: { ...draft.answers, ...declined } };
  return conversation.unsent;
};

/** Asks one question about the item that a draft leaves open. Returns the draft with its answer. */
const askOne = async (
  conversation: Conversation,
  draft: Draft,
  question: Question,
  others: readonly unknown[],
): Promise<Draft> => {
  const { invocation, subject } = conversation;
  const { name, optional } = question;
  const withAnswer = (answer: Answer): Draft => ({
    ...draft,
    answers: { ...draft.answers, [name]: answer },
  });
  const problemOf = (answers: Answers) => problemWith(subject, name, answers, others);
  const { [name]: _, ...rest } = draft.answers;
  const answer = await askAnswer(invocation.questionIo(), {
    question,
    flag: flagOf(subject, name),
    optional: optional === true && (await problemOf(rest)) === undefined,
    offered: draft.offered[name],
    check: (said) => problemOf(withAnswer(said).answers),
    onEach: (texts) => {
      conversation.unsent = withAnswer(texts);
    },
  });
  conversation.unsent = withAnswer(answer);
  return conversation.unsent;
};
