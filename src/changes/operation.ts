import type { InventorySnapshot } from './inventory-snapshot.ts';
import type { Guard, ListingName } from './listing-name.ts';
import type { AnsweredField } from './outcome.ts';
import type { Intent, Planned, Step, Unconfirmed } from './step.ts';

/** A listing with the external identifier of one that is to be created. */
export interface Namesake {
  /** In small letters. */
  id: string;
  /** Undefined if the list does not say. */
  sku: string | undefined;
  isClosed: boolean;
}

/** What a row or a command asks for: parsed, but not yet compared with the shop. */
export interface Item<Effect extends string = string> {
  /** The names of its listing, if it has one. The first is looked up; the others must belong to the same listing. */
  readonly names: readonly ListingName[];
  /** What else must be true of its listing. */
  readonly guard?: Guard;
  /** Identifies an item that has no names: its shipment, and its id in it. */
  readonly key?: readonly [group: string, own: string];
  /** The message for a row that repeats an earlier one where that is not allowed: `an earlier row …`. */
  readonly repeated: string;
  /**
   * Plans the change of a listing; `listing` is undefined if none is needed. What a person wants sent `again`, since nobody
   * knows what became of it, is planned only from the inventory that it was sent from. `namesakes` are the listings that
   * already have the external identifier of a new one.
   */
  plan(
    listing: InventorySnapshot | undefined,
    again?: Intent,
    namesakes?: readonly Namesake[],
  ): Planned<Effect>;
}

/** The fields of a row, named as in the interface. In a CSV file, all values are text. */
export type Fields = Readonly<Record<string, unknown>>;

/** A row that was read: what it asks for, and the fields that it left out and that were filled in. */
interface ReadRow<Effect extends string = string> {
  item: Item<Effect>;
  filled?: readonly string[];
}

/** A column that a file of rows may have, or a field of a row. */
export interface RowColumn {
  /** A name in capital letters stands for any: `metadata.NAME`. */
  name: string;
  /** A word on it, for whoever fills it in. */
  about: string;
  /** What stands there in a file to begin from, if it is filled in. */
  example?: string;
  /** What its cells hold, if it is no text. Nothing is read from a remark. */
  holds?: 'number' | 'price' | 'remark';
  /** It is read only in a file without that column; else it is a remark. */
  insteadOf?: string;
  /** What the flag of one item is called, if that is another word. */
  flag?: string;
  /** Whether that flag may well say it for all rows of a file. */
  isShared?: true;
}

/** Reads the rows of a file for one operation. */
export interface RowReader<Effect extends string = string> {
  columns: readonly RowColumn[];
  /** Parses a row: what it asks for, or a message for each fault. Rows are numbered from 1. */
  read(fields: Fields, row: number): ReadRow<Effect> | { faults: string[] };
}

/** Options that change how rows are read. */
export interface ReadingOptions {
  /** The columns of the file, whose values are all text; undefined if its rows have fields of their own. */
  columns: readonly string[] | undefined;
  /** Ignore unknown fields. */
  ignoreExtra?: boolean | undefined;
  /** With `major`, original prices are read as they are on a label, `129.00`, and not in the smallest unit of the currency. */
  priceUnit?: string | undefined;
  /** Add to the current inventory with one request, instead of reading and replacing it. */
  direct?: boolean | undefined;
  /** The prefix of external identifiers for rows without one; undefined if each row must have its own. */
  derivedFrom?: string | undefined;
  /** Accept constants that the tool does not know. */
  anyConstants?: boolean | undefined;
  /** What is filled in where a row leaves it out. */
  defaults?: Fields | undefined;
}

/** How messages describe an effect, and whether it needs confirmation. */
export interface EffectWords {
  /** Follows a number of rows: `to close`. */
  planned: string;
  /** What a run does: `closes 2 listings`. */
  does(count: number): string;
  /**
   * Scripts may do it without --yes, because it can be put right later. Any effect without this flag needs a
   * confirmation, so a new one is safe by default.
   */
  needsNoYes?: true;
  /** It closes listings: agreeing to the run includes that. */
  closes?: true;
}

/**
 * One kind of change, and everything the tool knows about it: how its rows are read, planned, sent, recovered after a
 * crash, and described. The code that runs changes knows no operation by name.
 */
export interface Operation<Effect extends string = string> {
  /** The name of its command. */
  name: string;
  /** The columns that its rows may have. */
  columns: readonly RowColumn[];
  /** Makes the reader for the rows of a file. */
  rows(options: ReadingOptions): RowReader<Effect>;
  /** Makes the reader for the rows of a saved plan, which pin the old values. Missing if plans can't be saved. */
  plannedRows?(options: ReadingOptions): RowReader<Effect>;
  /** Whether each row names a listing that must be found, names one that may already exist, or names none. */
  listing: 'must be there' | 'may be there' | 'none';
  /** Several rows may change one listing, each starting from the result of the one before. */
  mayRepeat: boolean;
  effects: Readonly<Record<Effect, EffectWords>>;
  /** Rebuilds a change from its intent in the journal, so that its result can be looked for. */
  recover(intent: Intent): Unconfirmed;
  /** How steps of one group go out together. Without it, each is sent by itself. */
  groups?: {
    /** What a group is called. */
    called: string;
    /** A larger group is asked about, whoever runs it: it may be a mistake. */
    mostUnasked: number;
    combine(steps: readonly Step[]): Step;
  };
  /** Whether it changes inventories. If so, reports have values before and after, and a run can be undone. */
  changesInventory: boolean;
  /** Whether its rows add to the inventory that is there. */
  isDelta?: boolean;
  /** Further fields in the reports of its rows. */
  answers: readonly AnsweredField[];
}

/** Makes the compiler check that an operation describes every effect of its steps. */
export const operation = <const Effect extends string>(one: Operation<Effect>): Operation =>
  one as unknown as Operation;
