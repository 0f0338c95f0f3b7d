import { NoProductIDs, UnknownField } from '../errors.ts';
import type { DiffTally, SideTally } from '../tally.ts';
import { type Compared, changeOf, type Fields, type ProductChange } from './changes.ts';
import { OlderProducts } from './older-products.ts';

type Batches = AsyncIterable<readonly unknown[]>;

/**
 * Compares two feeds by productID. Gives what was added and what changed in the order of the newer feed, then what was
 * removed. Fails with `NoProductIDs` where no entry of a feed has one, and with `UnknownField`
 * before it gives anything.
 */
export async function* diffFeeds(
  before: Batches,
  after: Batches,
  compared: Compared,
  tally: DiffTally,
): AsyncGenerator<ProductChange> {
  const older = new OlderProducts();
  const unmet = new Set(compared === 'all' ? [] : compared);
  try {
    for await (const batch of before)
      for (const [productID, product] of identified(batch, tally.before)) {
        for (const name of unmet) if (Object.hasOwn(product, name)) unmet.delete(name);
        if (!older.keep(productID, written(product, compared))) tally.before.duplicates += 1;
      }
    refuseUnidentified(tally.before, 'older');
    if (tally.before.entries > 0) await refuseUnknown(unmet);

    for await (const batch of after)
      for (const [productID, product] of identified(batch, tally.after)) {
        const text = written(product, compared);
        const found = older.meet(productID, text);
        if (found === 'met before') tally.after.duplicates += 1;
        else if (found === 'same') tally.unchanged += 1;
        else if (found === 'added') {
          tally.added += 1;
          yield changeOf(productID, undefined, read(text), compared);
        } else {
          const change = changeOf(productID, read(found.older), read(text), compared);
          // Texts differ, too, by the order of their fields, and by a title that is not compared.
          const differs = Object.keys(change.fields).length > 0;
          tally[differs ? 'changed' : 'unchanged'] += 1;
          if (differs) yield change;
        }
      }
    refuseUnidentified(tally.after, 'newer');

    for (const [productID, text] of older.notMet()) {
      tally.removed += 1;
      yield changeOf(productID, read(text), undefined, compared);
    }
  } finally {
    older.close();
  }
}

/** The products that have an identifier, each with it; the others are counted. */
function* identified(batch: readonly unknown[], tally: SideTally): Generator<[string, Fields]> {
  for (const entry of batch) {
    tally.entries += 1;
    const productID = (entry as Fields | null)?.productID;
    if (typeof productID === 'string' && productID !== '') yield [productID, entry as Fields];
    else tally.withoutID += 1;
  }
}

const refuseUnidentified = ({ entries, withoutID }: SideTally, which: 'older' | 'newer'): void => {
  if (entries > 0 && withoutID === entries) throw new NoProductIDs(which);
};

/** A field that no product has is mistyped, unless it is documented; then there is nothing of it to compare. */
const refuseUnknown = async (unmet: ReadonlySet<string>): Promise<void> => {
  if (unmet.size === 0) return;
  const { product } = await import('../../service/feed.ts');
  for (const name of unmet)
    if (!Object.hasOwn(product.shape, name)) throw new UnknownField(name, Object.keys(product.shape));
};

/** What is compared of a product, and its title, as JSON. */
const written = (product: Fields, compared: Compared): string => {
  if (compared === 'all') return JSON.stringify(product);
  const picked: Record<string, unknown> = Object.create(null);
  for (const name of ['productTitle', ...compared])
    if (Object.hasOwn(product, name)) picked[name] = product[name];
  return JSON.stringify(picked);
};

const read = (text: string): Fields => JSON.parse(text);
