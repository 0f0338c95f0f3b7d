import { type Item, nameWords, type Operation } from '../changes/operation.ts';
import { fault, type Intent, isStep, type Planned } from '../changes/step.ts';
import type { Stock } from '../changes/stock.ts';
import { digestOf, idOfBytes, isInShard, keyOf, type Shard } from './keys.ts';
import type { Namesakes } from './namesakes.ts';
import { marks, type RowTable } from './row-table.ts';

/** The state of one pass over the rows. */
export interface Pass {
  operation: Operation;
  table: RowTable;
  /** The listings that have the external identifiers of rows, if these create some. */
  namesakes: Namesakes | undefined;
  /** Plan only the rows of this shard. */
  shard: Shard | undefined;
  /** What was sent for a row that is to be sent again. */
  sentBefore?: ((row: number) => Intent | undefined) | undefined;
  /** The listings that earlier rows change, by id, for later rows on the same listing. */
  updated: Map<string, Pick<Stock, 'inventory' | 'isClosed'>>;
}

/** The plan for an invalid row. It belongs to no listing, so the first shard reports it. */
export const invalidRow = (faults: readonly string[], shard: Shard | undefined): Planned | undefined =>
  shard && shard.index !== 1 ? undefined : fault('invalid-row', faults.join('; '));

/** Plans a row; undefined if it belongs to another shard. */
export const planRow = (row: number, item: Item, pass: Pass): Planned | undefined => {
  const { operation, table, shard } = pass;
  if (shard && !isInShard(shardKey(row, item, pass), shard)) return undefined;
  if (table.isMarked(row, marks.unidentified))
    return fault('bad-answer', `the list has no UUID for the listing with ${nameWords(item.names[0])}`);
  if (operation.listing === 'must be there') {
    const unfit = listingFault(row, item, pass);
    if (unfit) return unfit;
  }
  const repeats = table.previous(row) !== 0 || table.isMarked(row, marks.repeats);
  if (repeats && !operation.mayRepeat) return fault('repeated', item.repeated);
  if (operation.listing === 'may be there')
    return item.plan(undefined, pass.sentBefore?.(row), pass.namesakes?.of(row));
  if (table.matches(row) === 0) return item.plan(undefined);
  const listing = listingOf(row, item, pass);
  const planned = item.plan(listing, pass.sentBefore?.(row));
  if (table.isMarked(row, marks.repeated))
    pass.updated.set(listing.id.toLowerCase(), stockAfter(planned, listing));
  return planned;
};

/** Decides the shard: by listing, so shards never share one; without a match by name, so only one shard reports the row. */
const shardKey = (
  row: number,
  { names: [name], key = ['', ''] }: Item,
  { operation, table }: Pass,
): Buffer => {
  if (name === undefined) return digestOf(key[0]);
  return operation.listing === 'must be there' && table.matches(row) === 1 ? table.id(row) : keyOf(name);
};

/** Why a row's listing can't be changed, if it can't. */
const listingFault = (row: number, { names }: Item, { table }: Pass): Planned | undefined => {
  const named = nameWords(names[0]);
  const matches = table.matches(row);
  if (matches === 0) return fault('not-found', `no listing has ${named}`);
  if (matches > 1) return fault('ambiguous-name', `several listings have ${named}`);
  if (table.isMarked(row, marks.disagrees)) {
    const all = names.map(({ by }) => by);
    return fault(
      'names-disagree',
      `${all.slice(0, -1).join(', ')} and ${all.at(-1)} name different listings`,
    );
  }
  const current = table.current(row);
  if (Number.isSafeInteger(current) && current >= 0) return undefined;
  if (current > Number.MAX_SAFE_INTEGER)
    return fault('too-large', `the inventory of ${named} is too large to be changed`);
  return fault(
    'bad-answer',
    Number.isNaN(current)
      ? `the list does not say how many of ${named} are for sale`
      : `the list says that ${current} of ${named} are for sale, which is no inventory`,
  );
};

/** The listing of a row, from the list or as earlier rows leave it. The row's own spelling of the id is kept. */
const listingOf = (row: number, { names: [name] }: Item, { table, updated }: Pass): Stock => {
  const id = name?.by === 'id' ? name.value : idOfBytes(table.id(row));
  const inList = { inventory: table.current(row), isClosed: table.isMarked(row, marks.closed) };
  return { id, ...(updated.get(id.toLowerCase()) ?? inList) };
};

/** The listing after a row, if the row succeeds as planned. */
const stockAfter = (
  planned: Planned,
  { inventory, isClosed }: Stock,
): Pick<Stock, 'inventory' | 'isClosed'> => {
  if (isStep(planned)) return { inventory: planned.after ?? inventory, isClosed: isClosed || planned.closes };
  return { inventory: planned.effect === 'conflict' ? planned.error.wanted : inventory, isClosed };
};
