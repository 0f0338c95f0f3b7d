import { type Item, nameWords, type Operation } from '../changes/operation.ts';
import { fault, isStep, type Planned } from '../changes/step.ts';
import type { Stock } from '../changes/stock.ts';
import { digestOf, idOfBytes, isInShard, keyOf, type Shard } from './keys.ts';
import { marks, type RowTable } from './row-table.ts';

/** What one pass over the rows goes by. */
export interface Pass {
  operation: Operation;
  table: RowTable;
  /** Only the rows of one machine out of several. */
  shard: Shard | undefined;
  /** What earlier rows leave of a listing that later rows are about, too. */
  left: Map<string, Pick<Stock, 'inventory' | 'isClosed'>>;
}

/** A faulty row belongs to no listing; the first shard reports it. */
export const invalidRow = (faults: readonly string[], shard: Shard | undefined): Planned | undefined =>
  shard && shard.index !== 1 ? undefined : fault('invalid-row', faults.join('; '));

/** What is to be done about a row; undefined where another shard does it. */
export const planRow = (row: number, item: Item, pass: Pass): Planned | undefined => {
  const { operation, table, shard } = pass;
  if (shard && !isInShard(shardKey(row, item, pass), shard)) return undefined;
  if (operation.listing === 'must be there') {
    const unfit = unfitListing(row, item, pass);
    if (unfit) return unfit;
  }
  const repeats = !table.isFirst(row) || table.isMarked(row, marks.repeats);
  if (repeats && !operation.mayRepeat) return fault('repeated', item.repeated);
  if (table.hits(row) === 0) return item.plan(undefined);
  const listing = listingOf(row, item, pass);
  const planned = item.plan(listing);
  if (table.isMarked(row, marks.repeated)) pass.left.set(listing.id.toLowerCase(), leftBy(planned, listing));
  return planned;
};

/** Shards never share a listing. What no listing fits belongs to one shard, so that all together say it once. */
const shardKey = (
  row: number,
  { names: [name], key = ['', ''] }: Item,
  { operation, table }: Pass,
): Buffer => {
  if (name === undefined) return digestOf(key[0]);
  return operation.listing === 'must be there' && table.hits(row) === 1 ? table.id(row) : keyOf(name);
};

/** Why a row has no listing to change. */
const unfitListing = (row: number, { names }: Item, { table }: Pass): Planned | undefined => {
  const named = nameWords(names[0]);
  const hits = table.hits(row);
  if (hits === 0) return fault('not-found', `no listing has ${named}`);
  if (hits > 1) return fault('ambiguous-name', `several listings have ${named}`);
  if (table.isMarked(row, marks.disagrees)) {
    const all = names.map(({ by }) => by);
    return fault(
      'names-disagree',
      `${all.slice(0, -1).join(', ')} and ${all.at(-1)} name different listings`,
    );
  }
  if (Number.isNaN(table.current(row)))
    return fault('bad-answer', `the list does not say how many of ${named} are for sale`);
  return undefined;
};

/** The listing of a row, as the list has it or as earlier rows leave it. A row's own spelling of the id is kept. */
const listingOf = (row: number, { names: [name] }: Item, { table, left }: Pass): Stock => {
  const id = name?.by === 'id' ? name.value : idOfBytes(table.id(row));
  const inList = { inventory: table.current(row), isClosed: table.isMarked(row, marks.closed) };
  return { id, ...(left.get(id.toLowerCase()) ?? inList) };
};

/** What a row leaves of its listing, as far as it goes as planned. */
const leftBy = (planned: Planned, { inventory, isClosed }: Stock): Pick<Stock, 'inventory' | 'isClosed'> => {
  if (isStep(planned)) return { inventory: planned.after ?? inventory, isClosed: isClosed || planned.closes };
  return { inventory: planned.effect === 'conflict' ? planned.error.wanted : inventory, isClosed };
};
