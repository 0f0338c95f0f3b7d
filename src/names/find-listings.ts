import { isLosslessNumber } from 'lossless-json';
import type { ListingName } from '../changes/listing-name.ts';
import { type Clock, systemClock } from '../clock.ts';
import { saysNotFound } from '../http/call-error.ts';
import type { Client } from '../http/client.ts';
import { readListing, readListings } from '../http/listing-pages.ts';
import type { Listing } from '../service/listing-schemas.ts';
import { type Listed, NamedRows } from './named-rows.ts';
import type { Near } from './near-names.ts';
import { idOfBytes, marks, type RowTable } from './row-table.ts';

interface Search {
  rows: NamedRows;
  onListings(read: number): void;
  clock?: Clock;
}

/** Where and when the listings of rows were read. */
export interface Found {
  /** The page of the list with the row's listing, from 1; 0 if the listing was read by itself. */
  pageOf(row: number): number;
  /** Each page's cursor and the time of its reading, in ticks. */
  pages: readonly { after: string | undefined; at: number }[];
  at: number;
}

const atOnce = 16;

/** Reading one listing costs as much as this many pages: it is a request too, but 16 run at once. */
const pagesWorth = 1 / 8;

/**
 * Finds each row's listing and inventory by a pass over the list, or one by one if all rows have ids and that is quicker. The
 * pass continues while its pages find enough.
 */
export const findListings = async (client: Client, search: Search): Promise<Found> => {
  const { rows, clock = systemClock } = search;
  const pages: { after: string | undefined; at: number }[] = [];
  const found = { pages, at: clock.ticks(), pageOf: rows.table.page };
  await find(client, search, (after) => pages.push({ after, at: clock.ticks() }));
  rows.table.markShared();
  return found;
};

/** `onAsk` gets the cursor of each page before its request, and returns the page's number. */
const find = async (
  client: Client,
  search: Search,
  onAsk: (after: string | undefined) => number,
): Promise<void> => {
  const { rows, onListings } = search;
  const { names } = rows;
  if (names.size === 0) return;
  const byIdAlone = names.size === 1 && names.has('id');
  const all = byIdAlone ? lengthOf(missingRows(rows)) : Number.POSITIVE_INFINITY;
  let left = all;
  if (left === 0) return;
  if (left <= atOnce) return readOneByOne(client, search);
  let pages = 0;
  // The table recognizes a listing that a page repeats.
  let number = 0;
  const selection = {
    mayRepeat: true,
    mayBeOdd: () => true,
    onAsk: (after: string | undefined) => {
      number = onAsk(after);
    },
  };
  for await (const page of readListings(client, selection)) {
    for (const listing of page) if (rows.record(asListed(listing), number)) left -= 1;
    onListings(page.length);
    pages += 1;
    if (left === 0) return;
    const pagesLeft = (left * pages) / Math.max(0.5, all - left);
    // The first pages may be a bad sample: the more there is to find, the more of them are read.
    if (pages >= all / 64 && pagesLeft > left * pagesWorth) return readOneByOne(client, search);
  }
};

/** The rows whose listing has not been found; one row for each listing. */
function* missingRows({ table }: NamedRows): Generator<number> {
  /** For each row, whether it or an earlier one with the same listing was seen. */
  const isMet = new Uint8Array(table.count + 1);
  for (let row = 1; row <= table.count; row++) {
    const wasMet = isMet[table.previous(row)] === 1;
    const isNews = !wasMet && isMissing(row, table);
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
  table.matches(row) === 0 && !table.isMarked(row, marks.faulty | marks.disagrees | marks.unidentified);

/** A listing that the service does not know stays missing. */
const readOneByOne = async (client: Client, search: Search): Promise<void> => {
  const rows = missingRows(search.rows);
  const readNext = async (): Promise<void> => {
    for (const row of rows) {
      try {
        const id = idOfBytes(search.rows.table.id(row));
        const listing = await readListing(client, id, { mayBeWrong: (path) => path.length > 0 });
        search.rows.record(asListed(listing));
      } catch (error) {
        if (!saysNotFound(error)) throw error;
      }
      search.onListings(1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
};

/** Longer constants are cut; no documented one is half as long. */
const longestConstant = 60;

const asListed = (listing: Listing): Listed => {
  const fields: Readonly<Record<string, unknown>> = { ...listing };
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const { availableInventory } = fields;
  return {
    id: text('id'),
    externalIdentifier: text('externalIdentifier'),
    sku: text('sku'),
    state: text('state')?.slice(0, longestConstant),
    condition: text('condition')?.slice(0, longestConstant),
    inventory:
      typeof availableInventory === 'number' || isLosslessNumber(availableInventory)
        ? Number(`${availableInventory}`)
        : Number.NaN,
  };
};

const rowsOf = (names: readonly ListingName[]): NamedRows => {
  const rows = new NamedRows();
  for (const name of names) rows.add({ names: [name] });
  return rows;
};

export const findByNames = async (client: Client, names: readonly ListingName[]): Promise<NamedRows> => {
  const rows = rowsOf(names);
  rows.called = new Map();
  await findListings(client, { rows, onListings: () => {} });
  return rows;
};

/** A name that no listing has, as a message calls it. */
export interface Missing extends ListingName {
  words: string;
  near?: readonly Near[];
}

/**
 * Yields the listings of each page that have one of the names, in one pass. `missing` receives the names that no listing has.
 * Odd fields of other listings do not matter.
 */
export async function* readByNames(
  client: Client,
  names: readonly ListingName[],
  missing: Missing[],
): AsyncGenerator<Listing[]> {
  const rows = rowsOf(names);
  const rowsNaming = (listing: unknown) => [...rows.naming(asListed(listing as Listing)).keys()];
  const found = new Set<number>();
  const seen = new Set<string>();
  const mayBeOdd = (listing: unknown) => rowsNaming(listing).length === 0;
  for await (const page of readListings(client, { mayRepeat: true, mayBeOdd }))
    yield page.filter((listing) => {
      const named = rowsNaming(listing);
      for (const row of named) found.add(row);
      if (named.length === 0 || seen.has(listing.id)) return false;
      seen.add(listing.id);
      return true;
    });
  for (const [index, name] of names.entries())
    if (!found.has(index + 1))
      missing.push({ ...name, words: rows.formatMissing(name), near: rows.near(name) });
}
