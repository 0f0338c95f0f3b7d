import type { Flags, UsageFault } from '../line/flags/values.ts';
import type { Result } from '../terminal/results.ts';

/** The text or texts of a flag. An empty text means none. */
export type Answer = string | readonly string[];

/** The answers about one item, by flag: `productId`. */
export type Answers = Readonly<Record<string, Answer>>;

/** A question about an item. By default, it is asked if the rules require an answer. */
export interface Question<Item = unknown> {
  /** The flag for the same value. */
  name: string;
  /** Default: the description of the flag. */
  words?: string;
  /** Its words, if they depend on earlier answers. */
  wordsAfter?(answers: Answers): string | undefined;
  /** Its words for a further answer: `Another category`. */
  further?: string;
  /**
   * The answer is optional, unless the rules require it. All such questions without a `when` are asked at the end, if the user
   * wants to add more.
   */
  optional?: true;
  when?(item: Item, offered: Answers): boolean;
  /** The flag whose answer replaces this one. */
  unless?: string;
  mayHaveLines?: true;
  /** A refused answer is typed again, as by a scanner, not corrected. */
  isTypedAnew?: true;
  /** The meaning of an answer, if that is not plain: `129.00 EUR` for `129`. */
  shows?(text: string): string | undefined;
  /** Why a text is a mistake although its flag accepts it, in words that follow `It`. */
  refuses?(text: string): string | undefined;
  /** Replaces the usual prompt. `check` returns the fault of an answer, as a sentence. */
  ask?: (
    offered: Answer | undefined,
    check: (answer: Answer) => Promise<string | undefined>,
  ) => Promise<Answer>;
  /** The hint about an empty answer. Default: `(Enter for none)`. */
  none?: string;
}

/** The subject of a conversation: a listing, or the items of a shipment. */
export interface Subject<Item = unknown> {
  /** The flags for the same values, in the order in which answers are shown. */
  flags: Flags;
  questions: readonly Question<Item>[];
  /** Checks the answers about one item, together with the other items, like flags. A missing answer is a fault. */
  judge(answers: Answers, others: readonly Item[]): Promise<{ item: Item; faults: readonly UsageFault[] }>;
  /** Adds values from other sources to the answers, so that they are shown and become part of the command line. */
  completed?(answers: Answers, item: Item): Answers;
  /** The first question about each further item of one request. An empty answer ends the list; `shared` answers hold for all. */
  nextItem?: { question: Question; shared: Answers };
  /** The question after a request, if each request has one item. */
  anotherOne?: string;
  /** The questions whose default is the answer about the previous item. */
  offers: readonly string[];
  question(items: readonly Answers[], where: string): string;
  enterSends?: true;
  send(items: readonly Item[]): Promise<Result>;
  /** The defaults for the first item. */
  offered?: Answers;
  /** The equivalent command line; it asks for missing answers. */
  line(rounds: readonly Answers[], items: readonly Item[]): string;
}

export const textsOf = (answer: Answer | undefined): readonly string[] => {
  if (answer === undefined || answer === '') return [];
  return typeof answer === 'string' ? [answer] : answer;
};

/** The answers that are not empty, as texts of flags. */
export const filledAnswers = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer.length > 0));

export const typedAnswers = (flags: Flags, typed: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(
    Object.keys(flags).flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name] as Answer]])),
  );
