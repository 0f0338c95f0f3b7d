import { isDeepStrictEqual } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { asWritten, exactText, parseJson, writtenAs } from '../json/exact.ts';
import { tooManyProducts } from './feed-errors.ts';
import { maxProducts } from './limits.ts';
import { type FeedFileOptions, feedFileEntries, notWhole } from './named-feed.ts';

export const diffFiles = (
  older: string,
  newer: string,
  compared: Compared,
  tally: DiffTally,
  options: FeedFileOptions,
): AsyncGenerator<ProductChange> =>
  diffFeeds(
    feedFileEntries(older, { ...options, parse: parseJson }),
    feedFileEntries(newer, { ...options, parse: parseJson }),
    compared,
    tally,
  );

type Batches = AsyncIterable<readonly object[]>;

/**
 * Compares two feeds by productID. Yields additions and changes in the order of the newer feed, then removals. Fails if no entry
 * of a feed has a productID, and with `tooManyProducts`. The older feed is held in memory.
 */
export async function* diffFeeds(
  before: Batches,
  after: Batches,
  compared: Compared,
  tally: DiffTally,
  room = halfOfHeap(),
): AsyncGenerator<ProductChange> {
  /** The products of the older feed as JSON; undefined for those that the newer feed has. */
  const texts = new Map<string, string | undefined>();
  let left = room;
  const keep = (productID: string, text: string | undefined, { entries }: SideTally): void => {
    if (!texts.has(productID)) left -= bytesOfEntry + 2 * (productID.length + (text?.length ?? 0));
    if (left < 0) throw tooManyProducts(entries);
    texts.set(productID, text);
  };

  for await (const batch of before)
    for (const [productID, product] of identified(batch, tally.before))
      if (texts.has(productID)) tally.before.duplicates += 1;
      else keep(productID, written(product, compared), tally.before);
  refuseUnidentified(tally.before, 'older');

  for await (const batch of after)
    for (const [productID, product] of identified(batch, tally.after)) {
      const text = written(product, compared);
      const older = texts.get(productID);
      const isKnown = texts.has(productID);
      keep(productID, undefined, tally.after);
      if (older === undefined && isKnown) tally.after.duplicates += 1;
      else if (older === text) tally.unchanged += 1;
      else {
        const change = changeOf(
          productID,
          older === undefined ? undefined : read(older),
          read(text),
          compared,
        );
        // Texts also differ by the order of their fields, and by a title that is not compared.
        const differs = older === undefined || Object.keys(change.fields).length > 0;
        tally[differs ? change.change : 'unchanged'] += 1;
        if (differs) yield change;
      }
    }
  refuseUnidentified(tally.after, 'newer');

  for (const [productID, text] of texts) {
    if (text === undefined) continue;
    tally.removed += 1;
    yield changeOf(productID, read(text), undefined, compared);
  }
}

/** The memory for products, in bytes: the process needs as much again for everything else. */
const halfOfHeap = () => getHeapStatistics().heap_size_limit / 2;
/** The memory of a product besides its characters, each of which takes at most two bytes. */
const bytesOfEntry = 100;

/** The products with an identifier. The others are counted. */
function* identified(batch: readonly object[], tally: SideTally): Generator<[string, ProductFields]> {
  for (const entry of batch) {
    tally.entries += 1;
    if (tally.entries > maxProducts) throw tooManyProducts(maxProducts);
    const { productID } = entry as ProductFields;
    if (typeof productID === 'string' && productID !== '') yield [productID, entry as ProductFields];
    else tally.withoutID += 1;
  }
}

const refuseUnidentified = ({ entries, withoutID }: SideTally, which: 'older' | 'newer'): void => {
  if (entries > 0 && withoutID === entries)
    // Every product would appear as added or removed.
    throw notWhole(`no entry of the ${which} feed has a productID, by which products are compared`);
};

/** The compared fields of a product, its title and its currency, as JSON. */
const written = (product: ProductFields, compared: Compared): string => {
  if (compared === 'all') return textOf(product);
  const picked: Record<string, unknown> = Object.create(null);
  for (const name of ['productTitle', 'currency', ...compared])
    if (Object.hasOwn(product, name)) picked[name] = product[name];
  return textOf(writtenAs(picked, product, (name) => name));
};

const textOf = (product: ProductFields): string => exactText(asWritten(product)) as string;

const read = (text: string): ProductFields => parseJson(text) as ProductFields;

type ProductFields = Readonly<Record<string, unknown>>;

export type Compared = readonly string[] | 'all';

export interface ProductChange {
  change: 'added' | 'removed' | 'changed';
  productID: string;
  /** From the newer feed, if it is in both. */
  productTitle: unknown;
  /** The differing fields; for a product of only one feed, all compared fields. A side without the field is left out. */
  fields: Record<string, Sides>;
  /** Of its prices, to be shown. */
  currency: Sides;
}

interface Sides {
  before?: unknown;
  after?: unknown;
}

const changeOf = (
  productID: string,
  before: ProductFields | undefined,
  after: ProductFields | undefined,
  compared: Compared,
): ProductChange => ({
  change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  productID,
  productTitle: after?.productTitle ?? before?.productTitle,
  fields: differing(before ?? {}, after ?? {}, compared),
  currency: { before: before?.currency, after: after?.currency },
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

export const emptyTally = (): DiffTally => ({
  added: 0,
  removed: 0,
  changed: 0,
  unchanged: 0,
  before: { entries: 0, duplicates: 0, withoutID: 0 },
  after: { entries: 0, duplicates: 0, withoutID: 0 },
});
