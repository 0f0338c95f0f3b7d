import { asWritten, exactText, parseJson, writtenAs } from '../../json/exact.ts';
import { TooManyProducts } from '../errors.ts';
import { type FeedFileOptions, feedFileEntries } from '../file.ts';
import { maxProducts } from '../limits.ts';
import {
  type Compared,
  changeOf,
  type DiffTally,
  type ProductChange,
  type ProductFields,
  type SideTally,
} from './changes.ts';
import { NoProductIDs, UndocumentedField } from './errors.ts';
import { OlderProducts } from './older-products.ts';

/** Compares two feed files, as `diffFeeds` does. Fails as that and `feedFileEntries` do. */
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
 * Compares two feeds by productID. Yields what was added and what changed in the order of the newer feed, then what was
 * removed. Fails with `NoProductIDs` if no entry of a feed has one, and with `UndocumentedField` before it yields anything,
 * and with `TooManyProducts`.
 */
export async function* diffFeeds(
  before: Batches,
  after: Batches,
  compared: Compared,
  tally: DiffTally,
): AsyncGenerator<ProductChange> {
  const older = new OlderProducts();
  const missing = new Set(compared === 'all' ? [] : compared);
  try {
    for await (const batch of before)
      for (const [productID, product] of identified(batch, tally.before)) {
        for (const name of missing) if (Object.hasOwn(product, name)) missing.delete(name);
        if (!older.add(productID, written(product, compared))) tally.before.duplicates += 1;
      }
    refuseUnidentified(tally.before, 'older');
    if (tally.before.entries > 0) await refuseUnknown(missing);

    for await (const batch of after)
      for (const [productID, product] of identified(batch, tally.after)) {
        const text = written(product, compared);
        const found = older.compare(productID, text);
        if (found === 'seen before') tally.after.duplicates += 1;
        else if (found === 'same') tally.unchanged += 1;
        else if (found === 'added') {
          tally.added += 1;
          yield changeOf(productID, undefined, read(text), compared);
        } else {
          const change = changeOf(productID, read(found.older), read(text), compared);
          // Texts also differ by the order of their fields, and by a title that is not compared.
          const differs = Object.keys(change.fields).length > 0;
          tally[differs ? 'changed' : 'unchanged'] += 1;
          if (differs) yield change;
        }
      }
    refuseUnidentified(tally.after, 'newer');

    for (const [productID, text] of older.unseen()) {
      tally.removed += 1;
      yield changeOf(productID, read(text), undefined, compared);
    }
  } finally {
    older.close();
  }
}

/** The products that have an identifier, each with it. The others are counted. */
function* identified(batch: readonly object[], tally: SideTally): Generator<[string, ProductFields]> {
  for (const entry of batch) {
    tally.entries += 1;
    if (tally.entries > maxProducts) throw new TooManyProducts(maxProducts);
    const { productID } = entry as ProductFields;
    if (typeof productID === 'string' && productID !== '') yield [productID, entry as ProductFields];
    else tally.withoutID += 1;
  }
}

const refuseUnidentified = ({ entries, withoutID }: SideTally, which: 'older' | 'newer'): void => {
  if (entries > 0 && withoutID === entries) throw new NoProductIDs(which);
};

/** A field that no product has is a typo, unless it is documented: then there is just nothing to compare. */
const refuseUnknown = async (missing: ReadonlySet<string>): Promise<void> => {
  if (missing.size === 0) return;
  const { product } = await import('../../service/feed.ts');
  for (const name of missing)
    if (!Object.hasOwn(product.shape, name)) throw new UndocumentedField(name, Object.keys(product.shape));
};

/** The compared fields of a product, and its title, as JSON. */
const written = (product: ProductFields, compared: Compared): string => {
  if (compared === 'all') return textOf(product);
  const picked: Record<string, unknown> = Object.create(null);
  for (const name of ['productTitle', ...compared])
    if (Object.hasOwn(product, name)) picked[name] = product[name];
  return textOf(writtenAs(picked, product, (name) => name));
};

const textOf = (product: ProductFields): string => exactText(asWritten(product)) as string;

const read = (text: string): ProductFields => parseJson(text) as ProductFields;
