import { digestOf, idOfBytes, isInShard, keyOf, type Shard } from './keys.ts';
import type { CreateItem, GradeItem, InventoryItem, Item } from './operation.ts';
import { marks, type RowTable } from './row-table.ts';
import type { Step } from './step.ts';

/** What decides the steps of one pass over the rows. */
export interface Planning {
  table: RowTable;
  /** Whether a listing may stand in several rows: changes that build on one another may, values that contradict may not. */
  mayRepeat: boolean;
  /** What earlier rows of the same pass leave of a listing, where later rows go on from it. */
  running: Map<string, Left>;
  shard: Shard | undefined;
  /** Whether a row is done with, where a run goes on: it takes no part in what later rows go on from. */
  isPast: (row: number) => boolean;
}

/** What a row leaves of its listing. */
interface Left {
  inventory: number;
  isClosed: boolean;
}

/** What is to be done about a row; undefined where another shard does it. */
export const planRow = (row: number, item: Item, planning: Planning): Step | undefined => {
  switch (item.kind) {
    case 'inventory':
      return planInventory(row, item, planning);
    case 'create':
      return planCreate(row, item, planning);
    case 'grade':
      return planGrade(row, item, planning);
  }
};

const planGrade = (
  row: number,
  { shipment, item }: GradeItem,
  { table, shard }: Planning,
): Step | undefined => {
  if (shard && !isInShard(digestOf(shipment), shard)) return undefined;
  return table.isFirst(row)
    ? { kind: 'grade', shipment, item }
    : fault('repeated', `an earlier row of the shipment is about the item ${item.id}, too`);
};

const planCreate = (row: number, { payload }: CreateItem, { table, shard }: Planning): Step | undefined => {
  if (shard && !isInShard(keyOf({ by: 'externalIdentifier', value: payload.externalIdentifier }), shard))
    return undefined;
  if (!table.isFirst(row))
    return fault('repeated', `an earlier row has the external identifier ${payload.externalIdentifier}, too`);
  return table.hits(row) > 0
    ? { kind: 'present', id: idOfBytes(table.id(row)) }
    : { kind: 'create', payload };
};

const planInventory = (row: number, item: InventoryItem, planning: Planning): Step | undefined => {
  const { table, mayRepeat, running, shard } = planning;
  const { name, otherNames, expect, wanted, delta } = item;
  const named = name.by === 'id' ? `the id ${name.value}` : `the ${name.by} ${name.value}`;
  const hits = table.hits(row);
  // What no listing fits is a fault of one shard, so that all shards together say it once.
  if (shard && !isInShard(hits === 1 ? table.id(row) : keyOf(name), shard)) return undefined;
  if (hits === 0) return fault('not-found', `no listing has ${named}`);
  if (hits > 1) return fault('ambiguous-name', `several listings have ${named}`);
  if (table.isMarked(row, marks.disagrees)) {
    const all = [name, ...otherNames].map(({ by }) => by);
    return fault(
      'names-disagree',
      `${all.slice(0, -1).join(', ')} and ${all.at(-1)} name different listings`,
    );
  }
  if (table.isMarked(row, marks.repeats) && !mayRepeat)
    return fault('repeated', `an earlier row is about the same listing (${named})`);

  const id = name.by === 'id' ? name.value : idOfBytes(table.id(row));
  const { inventory: current, isClosed } = running.get(id.toLowerCase()) ?? {
    inventory: table.current(row),
    isClosed: table.isMarked(row, marks.closed),
  };
  if (Number.isNaN(current))
    return fault('bad-answer', `the list does not say how many of ${named} are for sale`);
  const to = wanted(current);
  if (to < 0) return fault('below-zero', `the inventory is ${current}, and would go below 0`);
  if (table.isMarked(row, marks.repeated))
    running.set(id.toLowerCase(), { inventory: to, isClosed: isClosed || (to === 0 && current !== 0) });
  if (expect !== undefined && expect !== current)
    return { kind: 'conflict', id, expected: expect, actual: current, wanted: to };
  if (delta !== undefined) return { kind: 'adjust', id, delta, from: current, isClosed };
  if (to === current) return { kind: 'unchanged', id, at: current };
  return { kind: 'set', id, from: current, to, isClosed, pinned: expect !== undefined, wanted };
};

const fault = (code: string, message: string): Step => ({ kind: 'fault', error: { code, message } });

/** Whether the row is one of a listing that several rows are about. */
export const isShared = (row: number, table: RowTable): boolean =>
  table.isMarked(row, marks.repeats | marks.repeated);
