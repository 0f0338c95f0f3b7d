import type { InventorySnapshot } from './inventory-snapshot.ts';
import type { Guard, ListingName } from './listing-name.ts';
import type { AnsweredField } from './outcome.ts';
import type { Intent, Planned, Step, Unconfirmed } from './step.ts';

/** The fields of a change that is planned; a reading of another inventory than the expected one is a conflict. */
export type FieldsToPlan = PlannedFields & { expect?: number };

/** The fields of a change in a line of a plan: enough to plan it again from another reading. */
export interface PlannedFields {
  /** The listing, or the graded item. */
  id?: string | undefined;
  /** The inventory from which it is sent, and the wanted one; or the difference. */
  from?: number | undefined;
  to?: number | undefined;
  delta?: number | undefined;
  /** It is added with one request. */
  direct?: boolean | undefined;
  /** It is sent from `from`, even if a reading shows another value: the service decides. */
  pinned?: boolean | undefined;
  /** The listing was read as CLOSED. */
  isClosed?: boolean | undefined;
  /** What must be true of the listing. */
  guard?: Guard | undefined;
  /** The new listing, or the graded item. */
  payload?: Fields | undefined;
  /** The listings that had the external identifier. */
  had?: readonly string[] | undefined;
  /** The shipment. */
  group?: string | undefined;
}

/** A listing that has the external identifier of a new one. */
export interface Namesake {
  /** In lower case. */
  id: string;
  /** Undefined if the list does not say. */
  sku: string | undefined;
  isClosed: boolean;
}

/** A change that a row or a command wants, before it is compared with the shop. */
export interface Item {
  /** The first name is looked up; the others must belong to the same listing. Empty if it has no listing. */
  readonly names: readonly ListingName[];
  readonly guard?: Guard;
  /** Identifies an item without names: its shipment, and its id. */
  readonly key?: readonly [group: string, own: string];
  /** The message if rows must not repeat: `another row …`. */
  readonly repeated: string;
  /** `namesakes` are listings with the external identifier of a new one. */
  plan(listing: InventorySnapshot | undefined, namesakes?: readonly Namesake[]): Planned;
  /** Its fields in a plan, besides those of the step. */
  fields(): PlannedFields;
}

/** Named as in the interface. In CSV, all values are text. */
export type Fields = Readonly<Record<string, unknown>>;

interface ReadRow {
  item: Item;
  /** A field whose value comes from elsewhere than its column: from the profile, or from another column. */
  filled?: FilledField | undefined;
}

export type FilledField = 'shopId' | 'quantity' | 'unpinned';

export interface RowColumn {
  /** NAME stands for any name: `metadata.NAME`. */
  name: string;
  /** Explains the column in a template. */
  about: string;
  /** What its cells hold, if not text. A remark is not read. */
  holds?: 'number' | 'remark';
  /** Read only if the file lacks that column; otherwise a remark. */
  insteadOf?: string;
  /** The flag for one item, if it has another name. */
  flag?: string;
  /** The flag may be used for all rows of a file. */
  isShared?: true;
  /** `listings list` prints it: a text of the shop, escaped in CSV, or what only the service gives. */
  listed?: 'escaped' | 'by the service';
  /** Other words for it, which are proposed and not understood. */
  alsoCalled?: readonly string[];
}

export type Columns = readonly RowColumn[];

export interface RowReader {
  columns: Columns;
  /** Rows are numbered from 1. `called` says what a message calls a field. */
  read(fields: Fields, row: number, called?: (path: string) => string): ReadRow | { faults: string[] };
}

export interface ReadingOptions {
  /** The columns of a file whose values are all text; undefined if rows have fields of their own. */
  columns: readonly string[] | undefined;
  ignoreExtra?: boolean | undefined;
  /** Of prices as on a label. */
  currency?: string | undefined;
  /** Add with one request instead of reading and replacing. */
  direct?: boolean | undefined;
  /** The prefix of external identifiers that are made for rows without one. */
  derivedFrom?: string | undefined;
  anyConstants?: boolean | undefined;
  /** Values for fields that a row lacks. */
  defaults?: Fields | undefined;
}

/** All that the tool knows about one kind of change. The code that runs changes knows no operation by name. */
export interface Operation {
  name: string;
  columns: Columns;
  rows(options: ReadingOptions): RowReader;
  /** Makes items again from their lines in a plan, which have the numbers of their rows. */
  itemsOfPlan(): (fields: FieldsToPlan, row: number) => Item;
  /** Whether the listing that a row names must exist, may exist, or is not named at all. */
  listing: 'must be there' | 'may be there' | 'none';
  /** Several rows may change one listing, one after the other. */
  mayRepeat: boolean;
  /** Rebuilds a change that was sent from its intent, so that its result can be looked for. */
  recover(intent: Intent, wasRefused?: boolean): Unconfirmed;
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
