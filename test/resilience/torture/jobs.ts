import type { Arrival, ChangeBody, Entry, KeptListing, Subject } from '../../support/ledger.ts';
import { chance } from '../../support/ledger-faults.ts';

export const modes = ['set', 'adjust', 'direct', 'create', 'close', 'grade'] as const;
export type Mode = (typeof modes)[number];

/** What must become of a row where nothing gets in its way. */
type Fate = 'change' | 'unchanged' | 'refused' | 'skipped';

/** A row of the input, and how the ledger tells whether it was applied. */
export interface JobRow {
  number: number;
  line: number;
  subject: Subject;
  fate: Fate;
  /** Whether a change is this row's: two rows never ask for the same. */
  owns(body: ChangeBody): boolean;
}

/** A file of rows for one command, and the shop that it meets. */
export interface Job {
  mode: Mode;
  command: readonly string[];
  text: string;
  rows: readonly JobRow[];
  listings: readonly Omit<KeptListing, 'history'>[];
}

const commands: Record<Mode, readonly string[]> = {
  set: ['inventory', 'set'],
  adjust: ['inventory', 'adjust'],
  direct: ['inventory', 'adjust', '--direct'],
  create: ['listings', 'create'],
  close: ['listings', 'close'],
  grade: ['grade'],
};

/** Among how many pods a job of so many rows is divided. */
export const podsFor = (rows: number): number => Math.min(8, Math.ceil(rows / 25));

/** A job of so many rows, the same for a seed. */
export const makeJob = (mode: Mode, seed: number, count: number): Job => {
  const listings = Array.from({ length: count }, (_, index) => listingOf(seed, index));
  const made = Array.from({ length: count }, (_, index) => makers[mode](listings, index, seed));
  const lines = [heads[mode], ...made.map(({ cells }) => cells)];
  return {
    mode,
    command: commands[mode],
    text: lines.map((cells) => `${cells.join(',')}\n`).join(''),
    rows: made.map(({ row }, index) => ({ ...row, number: index + 1, line: index + 2 })),
    listings: mode === 'grade' ? [] : listings,
  };
};

export const isOf = (row: JobRow, { subject, body }: Arrival | Entry): boolean =>
  subject === row.subject && row.owns(body);

type Listing = Job['listings'][number];
type Made = { cells: string[]; row: Omit<JobRow, 'number' | 'line'> };
type Maker = (listings: readonly Listing[], index: number, seed: number) => Made;

const idOf = (seed: number, index: number, kind = 'a'): string =>
  `${kind}${String(seed % 10_000_000).padStart(7, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;

const listingOf = (seed: number, index: number): Listing => ({
  id: idOf(seed, index),
  externalIdentifier: `external-${index}`,
  sku: `sku-${index}`,
  inventory: 20 + Math.floor(chance(seed, 'inventory', index) * 80),
  isClosed: false,
  isFrozen: chance(seed, 'frozen', index) < 0.01,
});

const heads: Record<Mode, string[]> = {
  set: ['id', 'externalIdentifier', 'sku', 'quantity', 'expect'],
  adjust: ['id', 'externalIdentifier', 'sku', 'delta'],
  direct: ['id', 'externalIdentifier', 'sku', 'delta'],
  close: ['id', 'externalIdentifier', 'sku'],
  create: [
    'shopId',
    'condition',
    'productDataSourceType',
    'productIdentifier',
    'externalIdentifier',
    'images',
  ],
  grade: ['id', 'condition', 'notes', 'shipment'],
};

/** Rows call their listings by any of their names. */
const nameOf = ({ id, externalIdentifier, sku }: Listing, roll: number): string[] => {
  if (roll < 0.5) return [id, '', ''];
  return roll < 0.75 ? ['', externalIdentifier, ''] : ['', '', sku];
};

const nobody = '00000000-0000-4000-8000-000000000000';
const always = () => true;

const setRow: Maker = (listings, index, seed) => {
  const listing = listings[index] as Listing;
  const roll = chance(seed, 'set', index);
  const name = nameOf(listing, chance(seed, 'name', index));
  const row = (fate: Fate) => ({ subject: listing.id, fate, owns: always });
  const wanted = String(listing.inventory + 1 + Math.floor(roll * 50));
  if (roll < 0.03) return { cells: [nobody, '', '', '7', ''], row: row('refused') };
  if (roll < 0.08) return { cells: [...name, String(listing.inventory), ''], row: row('unchanged') };
  if (roll < 0.11) return { cells: [...name, wanted, String(listing.inventory + 1000)], row: row('refused') };
  const fate = listing.isFrozen ? 'refused' : 'change';
  if (roll < 0.16) return { cells: [...name, '0', ''], row: row(fate) };
  const pin = roll < 0.3 ? String(listing.inventory) : '';
  return { cells: [...name, wanted, pin], row: row(fate) };
};

/** Three rows in a row may be about one listing: each adds another power of two, so that each can be told. */
const adjustRow: Maker = (listings, index, seed) => {
  const group = Math.floor(index / 3);
  const isShared = chance(seed, 'shared', group) < 0.3;
  const listing = listings[isShared ? group * 3 : index] as Listing;
  const roll = chance(seed, 'adjust', index);
  const name = nameOf(listing, chance(seed, 'name', index));
  const place = isShared ? index % 3 : 0;
  const row = (fate: Fate, delta: number) => ({
    subject: listing.id,
    fate,
    owns: ({ action, oldInventory = 0, newInventory = 0, inventoryAdjustment }: ChangeBody) =>
      (action === 'SET_INVENTORY' ? newInventory - oldInventory : inventoryAdjustment) === delta,
  });
  if (!isShared && roll < 0.03) return { cells: [...name, '0'], row: row('unchanged', 0) };
  if (!isShared && roll < 0.06) return { cells: [...name, '-5000'], row: row('refused', -5000) };
  const delta = 2 ** place * (roll < 0.3 ? -1 : 1);
  return { cells: [...name, String(delta)], row: row(listing.isFrozen ? 'refused' : 'change', delta) };
};

const closeRow: Maker = (listings, index, seed) => {
  const listing = listings[index] as Listing;
  const name = nameOf(listing, chance(seed, 'name', index));
  const fate = listing.isFrozen ? 'refused' : 'change';
  return { cells: name, row: { subject: listing.id, fate, owns: always } };
};

const createRow: Maker = (listings, index, seed) => {
  const isThere = chance(seed, 'there', index) < 0.1;
  const name = isThere ? (listings[index] as Listing).externalIdentifier : `new-${index}`;
  const cells = ['shop-1', 'GOOD', 'COMMERCE_SKU', `sku-${index}`, name, 'https://images.example/1.jpg'];
  return { cells, row: { subject: name, fate: isThere ? 'skipped' : 'change', owns: always } };
};

const gradeRow: Maker = (_, index, seed) => {
  const id = idOf(seed, index, 'b');
  const cells = [id, 'GOOD', `item ${index}`, `shipment-${Math.floor(index / 4)}`];
  return { cells, row: { subject: id, fate: 'change', owns: always } };
};

const makers: Record<Mode, Maker> = {
  set: setRow,
  adjust: adjustRow,
  direct: adjustRow,
  create: createRow,
  close: closeRow,
  grade: gradeRow,
};
