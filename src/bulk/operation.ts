import type { GradedItem } from '../service/grading.ts';
import type { ListingCreation } from '../service/listing.ts';
import type { Row } from './input/row.ts';
import type { ListingName } from './keys.ts';

/** What a bulk run does to each row. */
export const operationNames = [
  'inventory set',
  'inventory adjust',
  'listings close',
  'listings create',
  'grade',
] as const;
export type OperationName = (typeof operationNames)[number];

/** A change of one listing's inventory, as a row asks for it. */
export interface InventoryItem {
  kind: 'inventory';
  name: ListingName;
  /** What else the row calls it: all names must be those of one listing. */
  otherNames: readonly ListingName[];
  /** The inventory that it must have now. */
  expect?: number | undefined;
  /** What the inventory becomes, from what it is. */
  wanted: (current: number) => number;
  /** Where one request adds to whatever is there. */
  delta?: number | undefined;
}

/** A listing that a row creates. */
export interface CreateItem {
  kind: 'create';
  payload: ListingCreation & { externalIdentifier: string };
}

/** A returned item that a row grades, and the shipment it came in. */
export interface GradeItem {
  kind: 'grade';
  shipment: string;
  item: GradedItem;
}

export type Item = InventoryItem | CreateItem | GradeItem;

/** A row that is understood, or what is wrong with it, in words. */
export type ReadRow = { item: Item } | { faults: string[] };

/** How the rows of one operation are understood. */
export interface Operation {
  name: OperationName;
  /** Names of the fields that a row may have. */
  columns: readonly string[];
  /** Whether a name follows a pattern of theirs, as `metadata.…` do. */
  isColumn?: (name: string) => boolean;
  read(row: Row): ReadRow;
}

/** What decides how rows are understood, beside the operation. */
export interface OperationOptions {
  /** Whether rows come from cells, which are all text. */
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
