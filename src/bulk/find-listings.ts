import { isLosslessNumber } from 'lossless-json';
import type { ListingName } from '../changes/operation.ts';
import type { Client } from '../client/client.ts';
import { saysNotFound } from '../client/errors.ts';
import { readListing, readListings } from '../client/listings.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Listing } from '../service/listing.ts';
import type { Found } from './fresh-inventories.ts';
import { bytesOfId, idOfBytes, keyOf } from './keys.ts';
import type { Namesakes } from './namesakes.ts';
import { keyBytes, marks, type RowTable } from './row-table.ts';
import { checksumOfNames, otherMarks, type Survey } from './survey.ts';

interface Search extends Pick<Survey, 'table' | 'names'> {
  /** Keeps all listings with the name of a row, where rows are about new ones. */
  namesakes?: Namesakes | undefined;
  /** Whether a row's listing is needed: not if the row is done, or belongs to another shard. */
  isNeeded(row: number): boolean;
  /** Called with the number of listings that have been read. */
  onListings(read: number): void;
  clock?: Clock;
}

/** How many listings are read one by one at the same time. */
const atOnce = 16;

/** How many pages, one after the other, a reading of one listing is worth; it costs the service a request as well. */
const pagesWorth = 1 / 8;

/**
 * Finds the listing of each row, and its inventory: by a pass over the shop's list, which ends as soon as all are found, or
 * one by one if all rows name theirs by id, and that takes less time. A pass goes on as long as its pages find enough, as
 * far as can be told from those that were read.
 */
export const findListings = async (client: Client, search: Search): Promise<Found> => {
  const { table, clock = systemClock } = search;
  const pages: { after: string | undefined; at: number }[] = [];
  const found = { pages, at: clock.ticks(), pageOf: table.page };
  await find(client, search, (after) => pages.push({ after, at: clock.ticks() }));
  return found;
};

/** The same; `onPage` is called for each page with the cursor that leads to it, and gives its number. */
const find = async (
  client: Client,
  search: Search,
  onPage: (after: string | undefined) => number,
): Promise<void> => {
  const { names, isNeeded, onListings } = search;
  if (names.size === 0) return;
  const byIdAlone = names.size === 1 && names.has('id');
  const all = byIdAlone ? lengthOf(missingRows(search)) : Number.POSITIVE_INFINITY;
  let left = all;
  if (left === 0) return;
  if (left <= atOnce) return readOneByOne(client, search);
  let pages = 0;
  // The table recognizes a listing that a page repeats.
  let number = 0;
  const selection = {
    mayRepeat: true,
    mayBeOdd: () => true,
    onPage: (after: string | undefined) => {
      number = onPage(after);
    },
  };
  for await (const page of readListings(client, selection)) {
    for (const listing of page)
      if (recordListing(asListed(listing), search, number).some(isNeeded)) left -= 1;
    onListings(page.length);
    pages += 1;
    if (left === 0) return;
    const pagesLeft = (left * pages) / Math.max(0.5, all - left);
    // The first pages may be a bad sample: the more there is to find, the more of them are read.
    if (pages >= all / 64 && pagesLeft > left * pagesWorth) return readOneByOne(client, search);
  }
};

/** The rows whose listing has not been found yet; of several with the same one, the first. */
function* missingRows({ table, isNeeded }: Search): Generator<number> {
  /** Of each row whether it, or an earlier one with the same listing, was met. */
  const isMet = new Uint8Array(table.count + 1);
  for (let row = 1; row <= table.count; row++) {
    const wasMet = isMet[table.previous(row)] === 1;
    const isNews = !wasMet && isMissing(row, table) && isNeeded(row);
    isMet[row] = wasMet || isNews ? 1 : 0;
    if (isNews) yield row;
  }
}

const lengthOf = (rows: Iterable<number>): number => {
  let length = 0;
  for (const _ of rows) length += 1;
  return length;
};

const isMissing = (row: number, table: RowTable): boolean =>
  table.matches(row) === 0 && !table.isMarked(row, marks.faulty) && !table.isMarked(row, marks.unidentified);

/** Reads each listing that has not been found. One that the service does not know stays missing. */
const readOneByOne = async (client: Client, search: Search): Promise<void> => {
  const rows = missingRows(search);
  const readNext = async (): Promise<void> => {
    for (const row of rows) {
      try {
        const id = idOfBytes(search.table.id(row));
        recordListing(
          asListed(await readListing(client, id, { mayBeWrong: (path) => path.length > 0 })),
          search,
        );
      } catch (error) {
        if (!saysNotFound(error)) throw error;
      }
      search.onListings(1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
};

/** A listing as the list has it: whatever is not of its documented form is missing, so that only its own rows are at fault. */
interface Listed {
  id: string | undefined;
  externalIdentifier: string | undefined;
  sku: string | undefined;
  /** NaN if it does not say. Any number may stand there. */
  inventory: number;
  isClosed: boolean;
}

const asListed = (said: Listing): Listed => {
  const fields: Readonly<Record<string, unknown>> = { ...said };
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const { availableInventory } = fields;
  return {
    id: text('id'),
    externalIdentifier: text('externalIdentifier'),
    sku: text('sku'),
    inventory:
      typeof availableInventory === 'number' || isLosslessNumber(availableInventory)
        ? Number(`${availableInventory}`)
        : Number.NaN,
    isClosed: fields.state === 'CLOSED',
  };
};

/** Marks a row whose other names belong to a different listing. */
const checkOtherNames = (row: number, listing: Listed, table: RowTable): void => {
  const named = (['externalIdentifier', 'sku'] as const).filter((by) => table.isMarked(row, otherMarks[by]));
  if (named.length > 0 && checksumOfNames(named.map((by) => listing[by])) !== table.otherNames(row))
    table.mark(row, marks.disagrees);
};

/** Records a listing for all rows that name it. Returns them, unless all had a listing before. */
const recordListing = (
  listing: Listed,
  { table, names, namesakes }: Pick<Search, 'table' | 'names' | 'namesakes'>,
  page?: number,
): number[] => {
  const id = bytesOfId(listing.id ?? '');
  const rows: number[] = [];
  const find = (by: ListingName['by'], value: string | undefined) => {
    if (value !== undefined && names.has(by)) rows.push(...table.find(keyOf({ by, value })));
  };
  find('id', listing.id);
  find('externalIdentifier', listing.externalIdentifier);
  find('sku', listing.sku);
  if (rows.length === 0) return [];
  if (id.length !== keyBytes) {
    for (const row of rows) table.mark(row, marks.unidentified);
    return [];
  }
  const isNews = rows.some((row) => table.matches(row) === 0);
  for (const row of rows) {
    table.resolve(row, id, listing.inventory, page);
    checkOtherNames(row, listing, table);
    namesakes?.add(row, { id: idOfBytes(id), sku: listing.sku, isClosed: listing.isClosed });
    if (listing.isClosed) table.mark(row, marks.closed);
  }
  if (rows.length > 1) markRepeats(rows, table);
  return isNews ? rows : [];
};

const markRepeats = (rows: readonly number[], table: RowTable): void => {
  const inOrder = [...rows].sort((one, other) => one - other);
  for (const row of inOrder.slice(1)) table.mark(row, marks.repeats);
  for (const row of inOrder.slice(0, -1)) table.mark(row, marks.repeated);
};
