import type { InventorySnapshot } from './inventory-snapshot.ts';
import type { Guard, ListingName } from './listing-name.ts';
import type { AnsweredField } from './outcome.ts';
import type { Intent, Planned, Step, Unconfirmed } from './step.ts';

/** A listing that has the external identifier of a new one. */
export interface Namesake {
  /** In lower case. */
  id: string;
  /** Undefined if the list does not say. */
  sku: string | undefined;
  isClosed: boolean;
}

/** What a row or a command asks for, before it is compared with the shop. */
export interface Item<Effect extends string = string> {
  /** The first name is looked up; the others must belong to the same listing. Empty if it has no listing. */
  readonly names: readonly ListingName[];
  readonly guard?: Guard;
  /** Identifies an item without names: its shipment, and its id. */
  readonly key?: readonly [group: string, own: string];
  /** The message if rows must not repeat: `an earlier row …`. */
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

/** Named as in the interface. In CSV, all values are text. */
export type Fields = Readonly<Record<string, unknown>>;

interface ReadRow<Effect extends string = string> {
  item: Item<Effect>;
  filled?: readonly string[];
}

export interface RowColumn {
  /** NAME stands for any name: `metadata.NAME`. */
  name: string;
  /** Explains the column in a template. */
  about: string;
  /** The example in a template. */
  example?: string;
  /** What its cells hold, if not text. A remark is not read. */
  holds?: 'number' | 'price' | 'remark';
  /** Read only if the file lacks that column; otherwise a remark. */
  insteadOf?: string;
  /** The flag for one item, if it has another name. */
  flag?: string;
  /** The flag may be used for all rows of a file. */
  isShared?: true;
}

export interface RowReader<Effect extends string = string> {
  columns: readonly RowColumn[];
  /** Rows are numbered from 1. */
  read(fields: Fields, row: number): ReadRow<Effect> | { faults: string[] };
}

export interface ReadingOptions {
  /** The columns of a file whose values are all text; undefined if rows have fields of their own. */
  columns: readonly string[] | undefined;
  ignoreExtra?: boolean | undefined;
  /** `major`: original prices are as on a label, `129.00`, not in the smallest unit. */
  priceUnit?: string | undefined;
  /** Add with one request instead of reading and replacing. */
  direct?: boolean | undefined;
  /** The prefix of external identifiers that are made for rows without one. */
  derivedFrom?: string | undefined;
  /** The rows undo a run: a listing that is as before needs nothing. */
  undoes?: boolean;
  anyConstants?: boolean | undefined;
  /** Values for fields that a row lacks. */
  defaults?: Fields | undefined;
}

/** How messages describe an effect. */
export interface EffectWords {
  /** Follows a number of rows: `to close`. */
  planned: string;
  /** `closes 2 listings` */
  does(count: number): string;
  /**
   * Scripts may do it without --yes, because it can be put right later. Any effect without this flag needs a
   * confirmation, so a new one is safe by default.
   */
  needsNoYes?: true;
  /** It closes listings: a yes to the run includes that. */
  closes?: true;
}

/**
 * One kind of change, and everything the tool knows about it: how its rows are read, planned, sent, recovered after a
 * crash, and described. The code that runs changes knows no operation by name.
 */
export interface Operation<Effect extends string = string> {
  name: string;
  columns: readonly RowColumn[];
  rows(options: ReadingOptions): RowReader<Effect>;
  /** Reads rows of a saved plan, which pin the old values. Missing if plans can't be saved. */
  plannedRows?(options: ReadingOptions): RowReader<Effect>;
  /** Whether the listing that a row names must exist, may exist, or is not named at all. */
  listing: 'must be there' | 'may be there' | 'none';
  /** Several rows may change one listing, one after the other. */
  mayRepeat: boolean;
  effects: Readonly<Record<Effect, EffectWords>>;
  /** Rebuilds a change from its intent, so that its result can be looked for. */
  recover(intent: Intent): Unconfirmed;
  /** How steps are combined into one request. Without it, each is sent by itself. */
  groups?: {
    called: string;
    /** A larger group is always asked about: it may be a mistake. */
    mostUnasked: number;
    combine(steps: readonly Step[]): Step;
  };
  /** Reports then have values before and after, and a run can be undone. */
  changesInventory: boolean;
  /** Rows add to the present inventory. */
  isDelta?: boolean;
  /** Further fields in reports. */
  answers: readonly AnsweredField[];
}

/** Checks at compile time that an operation describes every effect of its steps. */
export const operation = <const Effect extends string>(one: Operation<Effect>): Operation =>
  one as unknown as Operation;
