import type { Flags, UsageFault } from '../line/flags/values.ts';
import type { Result } from '../terminal/results.ts';

/** The text or texts that would be typed for a flag. An empty one means that the user wants none. */
export type Answer = string | readonly string[];

/** The answers about one item, by flag: `productId`. */
export type Answers = Readonly<Record<string, Answer>>;

/** One question about an item. By default, it is asked if the rules find its answer missing. */
export interface Question<Item = unknown> {
  /** The flag for the same value. */
  name: string;
  /** Default: the description of the flag. */
  words?: string;
  /** Its words after some answers, if they are others. */
  wordsAfter?(answers: Answers): string | undefined;
  /** Its words if there is an answer already: `Another category`. */
  further?: string;
  /**
   * The answer is optional, unless the rules require it. All such questions without a `when` are asked at the end, if the user
   * wants to add more.
   */
  optional?: true;
  when?(item: Item, offered: Answers): boolean;
  /** The flag whose answer makes this one superfluous. */
  unless?: string;
  mayHaveLines?: true;
  /** A refused answer is typed again, as by a scanner, not corrected. */
  isTypedAnew?: true;
  /** What an answer means, if that is not plain: `129.00 EUR` for `129`. */
  shows?(text: string): string | undefined;
  /** Why a text that its flag takes is surely not meant, in words that follow `It`. */
  refuses?(text: string): string | undefined;
  /** Asks in a manner of its own. `check` says what is wrong with an answer, as a sentence. */
  ask?: (
    offered: Answer | undefined,
    check: (answer: Answer) => Promise<string | undefined>,
  ) => Promise<Answer>;
  /** What an empty answer means, if it is not `(Enter for none)`. */
  none?: string;
}

/** What a conversation is about: a listing, or items of a shipment. */
export interface Subject<Item = unknown> {
  /** The flags for the same values, in the order in which answers are shown. */
  flags: Flags;
  questions: readonly Question<Item>[];
  /** Checks the answers about one item, with the other items, as if they had been typed as flags. A missing one is a fault. */
  judge(answers: Answers, others: readonly Item[]): Promise<{ item: Item; faults: readonly UsageFault[] }>;
  /** Adds values from elsewhere to the answers, so that they are shown and become part of the command line. */
  completed?(answers: Answers, item: Item): Answers;
  /** How further items begin that are sent with the first one. An empty answer ends them; `shared` holds for all. */
  nextItem?: { question: Question; shared: Answers };
  /** The question after one was sent, if one is sent at a time. */
  anotherOne?: string;
  /** The questions that are offered the answer of the item before. */
  offers: readonly string[];
  question(items: readonly Answers[], where: string): string;
  enterSends?: true;
  send(items: readonly Item[]): Promise<Result>;
  /** The answers that are offered to begin with: Enter accepts them. */
  offered?: Answers;
  /** The command line that does the same; it asks for what these answers leave open. */
  line(rounds: readonly Answers[], items: readonly Item[]): string;
}

export const textsOf = (answer: Answer | undefined): readonly string[] => {
  if (answer === undefined || answer === '') return [];
  return typeof answer === 'string' ? [answer] : answer;
};

/** The answers that are not empty, as the texts of a command line. */
export const spoken = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer.length > 0));

export const typedAnswers = (flags: Flags, typed: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(
    Object.keys(flags).flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name] as Answer]])),
  );
