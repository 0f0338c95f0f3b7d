import { crc32 } from 'node:zlib';
import type { Item, ListingName, RowReader } from '../changes/operation.ts';
import type { Client } from '../client/client.ts';
import { readListings } from '../client/listings.ts';
import type { Listing } from '../service/listing.ts';
import { bytesOfId, digestOf, keyOf } from './keys.ts';
import { keyBytes, marks, RowTable } from './row-table.ts';
import type { Row } from './rows/row.ts';
import type { RowFile } from './rows/row-file.ts';

/** A fault of a row, with its line and row number. */
export interface RowFault {
  line: number;
  row: number;
  message: string;
}

/** How many faults are kept for messages; the others are only counted. */
export const faultsShown = 20;

/** The result of the first reading of a file. */
export interface Survey {
  table: RowTable;
  /** The first faults; `faulty` counts all invalid rows. */
  faults: RowFault[];
  faulty: number;
  /** The kinds of names by which rows name their listings. */
  names: Set<ListingName['by']>;
}

/** A checksum that shows whether a row has changed since it was checked. */
export const checksumOf = (row: Row): number => crc32(row.raw);

/** Reads a row: what it asks for, or all its faults. */
export const readRow = (row: Row, reader: RowReader): ReturnType<RowReader['read']> =>
  row.fault === undefined ? reader.read(row.fields, row.number) : { faults: [row.fault] };

/** Reads and checks every row, and records the key of its listing. Nothing is sent. */
export const surveyRows = async (file: RowFile, reader: RowReader, signal: AbortSignal): Promise<Survey> => {
  const survey: Survey = { table: new RowTable(), faults: [], faulty: 0, names: new Set() };
  for await (const row of file.rows(signal)) {
    const read = readRow(row, reader);
    if ('faults' in read) {
      recordFaults(survey, row, read.faults);
      survey.table.add(undefined, checksumOf(row));
    } else {
      survey.table.add(keyOfItem(read.item), checksumOf(row));
      recordNames(row.number, read.item, survey);
    }
  }
  return survey;
};

const recordFaults = (survey: Survey, { line, number: row }: Row, messages: readonly string[]): void => {
  survey.faulty += 1;
  for (const message of messages)
    if (survey.faults.length < faultsShown) survey.faults.push({ line, row, message });
};

/** The key of a row: from the name of its listing, or from its own key if it has none. */
const keyOfItem = ({ names: [name], key = ['', ''] }: Item): Buffer =>
  name ? keyOf(name) : digestOf(...key);

const otherMarks = { externalIdentifier: marks.alsoExternalIdentifier, sku: marks.alsoSku } as const;

const recordNames = (row: number, { names: [name, ...others] }: Item, { table, names }: Survey): void => {
  if (name) names.add(name.by);
  if (others.length === 0) return;
  for (const { by } of others) if (by !== 'id') table.mark(row, otherMarks[by]);
  table.setOtherNames(row, checksumOfNames(others.map(({ value }) => value)));
};

const checksumOfNames = (values: readonly (string | null | undefined)[]): number =>
  crc32(JSON.stringify(values));

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
    inventory: typeof availableInventory === 'number' ? availableInventory : Number.NaN,
    isClosed: fields.state === 'CLOSED',
  };
};

/** Marks a row whose other names belong to a different listing. */
const checkOtherNames = (row: number, listing: Listed, table: RowTable): void => {
  const named = (['externalIdentifier', 'sku'] as const).filter((by) => table.isMarked(row, otherMarks[by]));
  if (named.length > 0 && checksumOfNames(named.map((by) => listing[by])) !== table.otherNames(row))
    table.mark(row, marks.disagrees);
};

/**
 * Finds the listing of each row, and its inventory, in one pass over the shop's listings. If all rows name their listings
 * by id, the pass ends as soon as all are found.
 */
export const findListings = async (
  client: Client,
  { table, names }: Survey,
  onPage: (listings: number) => void,
): Promise<void> => {
  if (names.size === 0) return;
  const byIdAlone = names.size === 1 && names.has('id');
  let left = byIdAlone ? distinctKeys(table) : Number.POSITIVE_INFINITY;
  // The table recognizes a listing that a page repeats.
  for await (const page of readListings(client, { mayRepeat: true, anyForm: true })) {
    for (const listing of page) if (recordListing(asListed(listing), table, names)) left -= 1;
    onPage(page.length);
    if (left === 0) return;
  }
};

const distinctKeys = (table: RowTable): number => {
  let count = 0;
  for (let row = 1; row <= table.count; row++)
    if (!table.isMarked(row, marks.faulty) && table.isFirst(row)) count++;
  return count;
};

/** Records a listing for all rows that name it. Returns whether any of them had no listing before. */
const recordListing = (listing: Listed, table: RowTable, names: Survey['names']): boolean => {
  const id = bytesOfId(listing.id ?? '');
  const rows: number[] = [];
  const find = (by: ListingName['by'], value: string | undefined) => {
    if (value !== undefined && names.has(by)) rows.push(...table.find(keyOf({ by, value })));
  };
  find('id', listing.id);
  find('externalIdentifier', listing.externalIdentifier);
  find('sku', listing.sku);
  if (rows.length === 0) return false;
  if (id.length !== keyBytes) {
    for (const row of rows) table.mark(row, marks.unidentified);
    return false;
  }
  const isNews = rows.some((row) => table.matches(row) === 0);
  for (const row of rows) {
    table.resolve(row, id, listing.inventory);
    checkOtherNames(row, listing, table);
    if (listing.isClosed) table.mark(row, marks.closed);
  }
  if (rows.length > 1) markRepeats(rows, table);
  return isNews;
};

const markRepeats = (rows: readonly number[], table: RowTable): void => {
  const inOrder = [...rows].sort((one, other) => one - other);
  for (const row of inOrder.slice(1)) table.mark(row, marks.repeats);
  for (const row of inOrder.slice(0, -1)) table.mark(row, marks.repeated);
};
