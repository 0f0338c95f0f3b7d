import type { Flags, UsageFault } from '../flags/values.ts';
import type { Fault } from '../service/typed-numbers.ts';
import type { Result } from '../terminal/results.ts';
import { flagName } from '../words/resale-line.ts';

/** The text or texts that would be typed for a flag. An empty one means that the user wants none. */
export type Answer = string | readonly string[];

/** The answers about one item, by our names for their flags. */
export type Answers = Readonly<Record<string, Answer>>;

/** One question about an item. By default, it is asked if the rules find its answer missing. */
export interface Question<Item = unknown> {
  /** The flag for the same value, by our name for it. */
  name: string;
  /** Its wording: `Title`. If left out, the description of the flag. */
  words?: string;
  /** Its wording if there is an answer already: `Another category`. */
  further?: string;
  /**
   * The answer is optional, unless the rules require it. All such questions without a `when` are asked at the end, if the user
   * wants to add more.
   */
  optional?: true;
  /** Whether it is asked although the rules do not require it. */
  when?(item: Item, offered: Answers): boolean;
  mayHaveLines?: true;
  /** How the answer is typed and shown, if not as its flag takes it: a price as it is on its label. */
  spelling?: Spelling;
  /** Accepts words besides the flag's choices, through an additional choice. */
  otherWord?: {
    word: string;
    meaning: string;
    message: string;
    /** What to ask about a word before it is taken; undefined if there is no doubt. */
    doubt?: (word: string) => string | undefined;
  };
  /** Asks for the answer, if that takes more than a text. */
  ask?: (offered: Answer | undefined, isChange: boolean) => Promise<Answer>;
  /** What an empty answer means, if it is not `(Enter for none)`. */
  none?: string;
  /** What is scanned at any time is the answer. */
  isScanned?: true;
}

/** Another form of an answer, for people. */
export interface Spelling {
  /** The text for the flag, or what is wrong with what was typed. */
  read(typed: string): string | Fault;
  /** The answer as it would be typed. */
  show(answer: string): string;
}

/** The result of checking the answers about one item, as if they had been typed as flags. */
interface Judgement<Item> {
  item: Item;
  /** By flag; missing answers are faults, too. */
  faults: readonly UsageFault[];
}

/** How an item begins that is sent with those before it. */
interface NextItem {
  /** Its first question; an empty answer means that those before it are all. */
  question: Question;
  shared: Answers;
}

/** The question before items are sent. */
interface Review {
  question: string;
  /** The choice that sends them: `Create it`. */
  send: string;
  /** The choice that sends nothing: `No, send nothing`. With it, that is what Enter means. */
  stop?: string;
}

/**
 * What a conversation is about. Everything specific to one subject is here; the engine knows no subject by name, and
 * passes its items on as they are.
 */
export interface Subject<Item = unknown> {
  name: string;
  /** The flags for the same values, in the order in which answers are shown. */
  flags: Flags;
  questions: readonly Question<Item>[];
  /** Checks the answers about one item, together with the other items. */
  judge(answers: Answers, others: readonly Item[]): Promise<Judgement<Item>>;
  /** Adds values from elsewhere to the answers, so that they are shown and become part of the command line. */
  completed?(answers: Answers, item: Item): Answers;
  /** Further items are sent together with the first one; left out if one is sent at a time. */
  nextItem?: NextItem;
  anotherOne?: string;
  /** The questions that are offered the answer of the item before. */
  offers: readonly string[];
  review?(items: readonly Answers[], where: string): Review;
  /** Sends the items, or shows what would be sent. */
  send(items: readonly Item[]): Promise<Result>;
  /** The answers that are offered to begin with: Enter accepts them. */
  offered?: Answers;
  /** The command line that does the same; it asks for what these answers leave open. */
  line(said: readonly Answers[], items: readonly Item[]): string;
}

/** All texts of an answer; empty if there is none. */
export const textsOf = (answer: Answer | undefined): readonly string[] => {
  if (answer === undefined || answer === '') return [];
  return typeof answer === 'string' ? [answer] : answer;
};

/** The answers that are not empty, as the texts of a command line. */
export const spoken = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer.length > 0));

/** The typed texts of some flags, as answers. */
export const typedAnswers = (flags: Flags, typed: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(
    Object.keys(flags).flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name] as Answer]])),
  );

/** The words for an answer, from our name for its flag: `productId` → `product id`. */
export const titleOf = (name: string): string => flagName(name).slice('--'.length).replaceAll('-', ' ');
