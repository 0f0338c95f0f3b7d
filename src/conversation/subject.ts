import { type Flags, flagName, type UsageFault } from '../flags/values.ts';
import type { Io } from '../terminal/io.ts';
import type { Result } from '../terminal/results.ts';

/** The text that would be typed for a flag, or the texts. An empty one means that nothing was wanted. */
export type Answer = string | readonly string[];

/** What was answered about one item, by our names for the flags that say the same. */
export type Answers = Readonly<Record<string, Answer>>;

/** One thing that is asked about an item: by default, where the rules find it missing. */
export interface Question<Item = unknown> {
  /** The flag that says the same, by our name for it. */
  name: string;
  /** What is asked: `Title`. The description of the flag where left out. */
  words?: string;
  /** The same where something was said already: `Another category`. */
  further?: string;
  /**
   * It may be left out, unless the rules ask for it. All such questions without a `when` are asked at the end, if somebody
   * wants to add more.
   */
  optional?: true;
  /** Whether it is asked although the rules do not ask for it. */
  when?(item: Item, offered: Answers): boolean;
  /** What an answer reads as, shown behind it: `129.00` for 12900. */
  readsAs?: (answer: string) => string | undefined;
  /** How an answer is shown afterwards, where it is not shown as it was typed. */
  shownAs?: (answer: string) => string;
  /** Takes other words than the choices of the flag, under a choice of their own. */
  otherWord?: { word: string; meaning: string; message: string };
  /** Asks for one of several answers, where a single line will not do. Undefined ends them. */
  askOne?: (io: Io, one: OneOfMany) => Promise<string | undefined>;
}

/** One of several answers to a question, and what is known when it is asked for. */
export interface OneOfMany {
  /** How many there are already. */
  count: number;
  /** Whether there may be no more. */
  mayEnd: boolean;
  /** What is wrong with an answer, as a sentence. */
  check: (answer: string) => Promise<string | undefined>;
}

/** What the rules make of the answers about one item, as if they had been typed as flags. */
interface Judgement<Item> {
  item: Item;
  /** Named by flags, missing ones among them. */
  faults: readonly UsageFault[];
}

/** What is asked before items are sent. */
interface Review {
  question: string;
  /** The choice that sends them: `Create it`. */
  send: string;
  /** How the items are called there: `it`. */
  them: 'it' | 'them';
}

/** What can be asked about items that were sent without an answer, so that they may have arrived. */
interface LostAnswer {
  question: string;
  look: { word: string; meaning: string };
  arrived: string;
  didNotArrive: string;
}

/**
 * What a conversation is about. All that one subject has of its own stands here; the engine knows none by name, and
 * hands its items on as they are.
 */
export interface Subject<Item = unknown> {
  /** What it is called, in its draft, too: `listing`. */
  name: string;
  /** What becomes of it: `created`. */
  done: string;
  /** The command line that goes on with kept answers. */
  command: string;
  /** The flags that say what the questions ask, in the order in which answers are shown. */
  flags: Flags;
  /** In the order in which they are asked. */
  questions: readonly Question<Item>[];
  /** Fails where answering would be pointless. Returns the name to keep a draft under. */
  begin(): Promise<string>;
  /** Judges the answers about one item beside the other items. */
  judge(answers: Answers, others: readonly Item[]): Promise<Judgement<Item>>;
  /** Adds to the answers what the item has from elsewhere, so that it is shown and stands in the line. */
  completed?(answers: Answers, item: Item): Answers;
  /** Asks whether another item is sent with those before it; left out where one is sent at a time. */
  anotherItem?: string;
  /** Offers another one after each that was sent; which answers are offered for it again. */
  anotherOne?: { question: string; offers: readonly string[] };
  /** What is asked before items are sent; left out where they need no yes. */
  review?(items: readonly Answers[], where: string): Review;
  /** What is asked where the answer to what was sent was lost; left out where none can be. */
  lostAnswer?(items: readonly Answers[]): LostAnswer;
  /** Sends the items, or shows what would be sent. */
  send(items: readonly Item[]): Promise<Result>;
  /** The command line that does the same without questions; left out where no line can. */
  line?(said: readonly Answers[], items: readonly Item[]): string;
}

/** All texts of an answer, none where there is none. */
export const textsOf = (answer: Answer | undefined): readonly string[] => {
  if (answer === undefined || answer === '') return [];
  return typeof answer === 'string' ? [answer] : answer;
};

/** The answers that say something, as the texts of a command line. */
export const spoken = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer.length > 0));

/** Of what was typed the texts of some flags, as answers. */
export const typedAnswers = (flags: Flags, typed: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(
    Object.keys(flags).flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name] as Answer]])),
  );

/** What an answer is called, by our name for its flag: `productId` → `product id`. */
export const titleOf = (name: string): string => flagName(name).slice('--'.length).replaceAll('-', ' ');
