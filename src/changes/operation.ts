import type { Intent, Planned, Step, Unconfirmed } from './step.ts';
import type { Stock } from './stock.ts';

/** A name that people have for a listing. */
export interface ListingName {
  by: 'id' | 'externalIdentifier' | 'sku';
  value: string;
}

/** `the id 7d0f…`, `the sku COAT-1`: a listing as a message names it. */
export const nameWords = (name: ListingName | undefined): string =>
  name ? `the ${name.by} ${name.value}` : '';

/** What a row, or a command, asks for: understood, and not yet held against the shop. */
export interface Item<Effect extends string = string> {
  /** What it calls its listing. The first finds it, the others must be names of the same one. None where it is about no listing. */
  readonly names: readonly ListingName[];
  /** What it is known by where it has no names: the shipment that it belongs to, and itself in it. */
  readonly key?: readonly [group: string, own: string];
  /** What is said where an earlier row asks for the same, and no row may: `an earlier row …`. */
  readonly repeated: string;
  /** What is to be done, given the listing that has its name; undefined where none has, or none is looked for. */
  plan(listing: Stock | undefined): Planned<Effect>;
}

/** The fields of a row, named as in the interface. Those from cells are all text. */
export type Fields = Readonly<Record<string, unknown>>;

/** How the rows of a file are understood. */
export interface RowReader<Effect extends string = string> {
  /** Names of the fields that a row may have. */
  columns: readonly string[];
  /** Whether a name follows a pattern of theirs, as `metadata.…` do. */
  isColumn?: (name: string) => boolean;
  /** What a row asks for, or all that is wrong with it, in words. Rows are numbered, 1 first. */
  read(fields: Fields, row: number): { item: Item<Effect> } | { faults: string[] };
}

/** What decides how rows are understood, beside the operation. */
export interface ReadingOptions {
  /** Rows come from cells, which are all text. */
  isCsv: boolean;
  /** Fields that are not known are remarks. */
  ignoreExtra: boolean;
  /** One request adds to whatever is there, instead of replacing what was read. */
  direct: boolean;
  /** What external identifiers are made from where rows have none; undefined where each row needs its own. */
  derivedFrom: string | undefined;
  /** Constants that the tool does not know pass. */
  anyConstants: boolean;
}

/** What steps do to the shop, in words, and how serious it is. */
export interface EffectWords {
  /** Behind a number of rows: `to close`. */
  planned: string;
  /** What a run does to so many: `closes 2 listings`. */
  does(count: number): string;
  /**
   * Scripts may do it without --yes: somebody has judged that it takes nothing away which can't be put back. Where this is
   * left out, it is asked about before it is done.
   */
  needsNoYes?: true;
  /** It closes listings: --max-close and --no-close hold for it. */
  closes?: true;
}

/**
 * One kind of change, and all that the tool knows of it: how a row or a command asks for it, how it is planned, sent,
 * looked for after a lost answer, and told. Whoever runs changes knows no kind by name.
 */
export interface Operation<Effect extends string = string> {
  /** The command that does it. */
  name: string;
  /** How the rows of a file are read. */
  rows(options: ReadingOptions): RowReader<Effect>;
  /** How the rows of a kept plan are read, which are bound to the values they start from. Missing where no plan can be kept. */
  plannedRows?(options: ReadingOptions): RowReader<Effect>;
  /** Whether the list is searched for the listing of each row, and what is wrong: that none has its name, or nothing. */
  listing: 'must be there' | 'may be there' | 'none';
  /** Several rows may be about one listing: they build on one another. */
  mayRepeat: boolean;
  effects: Readonly<Record<Effect, EffectWords>>;
  /** What was under way when a process was stopped, from what its journal kept. */
  recover(intent: Intent): Unconfirmed;
  /** Makes one step of several with the same group. */
  together?(steps: readonly Step[]): Step;
  /** Whether it changes inventories: what is told of a row then has the values before and after, and it can be undone. */
  changesInventory: boolean;
}

/** Lets the compiler hold an operation to the effects that its own steps have. */
export const operation = <const Effect extends string>(one: Operation<Effect>): Operation =>
  one as unknown as Operation;
