import { isDeepStrictEqual } from 'node:util';

/** A product's fields, or those of them that are compared. */
export type Fields = Readonly<Record<string, unknown>>;

/** The names of the fields that are compared, or all that there are. */
export type Compared = readonly string[] | 'all';

/** What became of a product between two feeds. */
export interface ProductChange {
  change: 'added' | 'removed' | 'changed';
  productID: string;
  /** As the newer feed has it, where it is in both. */
  productTitle: unknown;
  /** What differs: of a product that is in one feed alone, all that is compared. What a feed lacks is left out. */
  fields: Record<string, { before?: unknown; after?: unknown }>;
}

/** A product of one feed or of both → what differs. */
export const changeOf = (
  productID: string,
  before: Fields | undefined,
  after: Fields | undefined,
  compared: Compared,
): ProductChange => ({
  change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  productID,
  productTitle: after?.productTitle ?? before?.productTitle,
  fields: differing(before ?? {}, after ?? {}, compared),
});

const differing = (before: Fields, after: Fields, compared: Compared): ProductChange['fields'] => {
  const names = compared === 'all' ? Object.keys({ ...before, ...after }) : compared;
  return Object.fromEntries(
    names
      .filter((name) => name !== 'productID' && !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, sidesOf(name, before, after)]),
  );
};

const sidesOf = (name: string, before: Fields, after: Fields) => ({
  ...(Object.hasOwn(before, name) && { before: before[name] }),
  ...(Object.hasOwn(after, name) && { after: after[name] }),
});
