import { isDeepStrictEqual } from 'node:util';
import { asWritten } from '../../json/exact.ts';

/** A product's fields, or those of them that are compared. */
export type ProductFields = Readonly<Record<string, unknown>>;

/** The names of the fields that are compared, or all of them. */
export type Compared = readonly string[] | 'all';

/** What happened to a product between two feeds. */
export interface ProductChange {
  change: 'added' | 'removed' | 'changed';
  productID: string;
  /** From the newer feed, if it is in both. */
  productTitle: unknown;
  /** What differs; for a product that only one feed has, all compared fields. What a feed lacks is left out. */
  fields: Record<string, { before?: unknown; after?: unknown }>;
}

/** Compares a product of one feed or of both. */
export const changeOf = (
  productID: string,
  before: ProductFields | undefined,
  after: ProductFields | undefined,
  compared: Compared,
): ProductChange => ({
  change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  productID,
  productTitle: after?.productTitle ?? before?.productTitle,
  fields: differing(before ?? {}, after ?? {}, compared),
});

const differing = (
  before: ProductFields,
  after: ProductFields,
  compared: Compared,
): ProductChange['fields'] => {
  const names = compared === 'all' ? Object.keys({ ...before, ...after }) : compared;
  const [shownBefore, shownAfter] = [asWritten(before), asWritten(after)];
  return Object.fromEntries(
    names
      .filter((name) => name !== 'productID' && !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, sidesOf(name, shownBefore, shownAfter)]),
  );
};

const sidesOf = (name: string, before: ProductFields, after: ProductFields) => ({
  ...(Object.hasOwn(before, name) && { before: before[name] }),
  ...(Object.hasOwn(after, name) && { after: after[name] }),
});

/** The counts of one of the two feeds. */
export interface SideTally {
  entries: number;
  /** Entries left out because an earlier one has their productID. */
  duplicates: number;
  /** Entries left out because they have no productID. */
  withoutID: number;
}

/** The counts of a comparison, complete once its last change was read. */
export interface DiffTally {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  before: SideTally;
  after: SideTally;
}

/** The counts before a comparison. */
export const emptyTally = (): DiffTally => ({
  added: 0,
  removed: 0,
  changed: 0,
  unchanged: 0,
  before: { entries: 0, duplicates: 0, withoutID: 0 },
  after: { entries: 0, duplicates: 0, withoutID: 0 },
});
