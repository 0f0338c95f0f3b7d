import type { ListingName } from '../changes/listing-name.ts';
import type { Operation } from '../changes/operation.ts';
import { wantedBy } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import { findListings } from './find-listings.ts';
import type { RowIntent, RowState } from './journal/replay.ts';
import { NamedRows } from './named-rows.ts';
import { Namesakes } from './namesakes.ts';

/** How the shop looks after a change that was not confirmed. None of it proves what became of the change. */
export type Looks =
  /** As it would if the change was made. */
  | 'wanted'
  /** As it did before. */
  | 'before'
  /** Otherwise: somebody else changed it, too. */
  | 'neither'
  /** There is nothing to read, or not any more. */
  | 'unreadable';

/** An unknown row, and what its listing is now. */
export interface UnknownRow {
  row: number;
  line: number;
  /** The external identifier or SKU that names it in the file. */
  name: string | null;
  id: string | null;
  before: number | null;
  delta: number | null;
  wanted: number | null;
  now: number | null;
  looks: Looks;
}

/** Reads the listings of unknown rows anew. `names` are what the rows call their listings, by the numbers of the rows. */
export const lookAtRows = async (
  client: Client,
  operation: Operation,
  unknown: readonly RowState[],
  names: ReadonlyMap<number, string>,
  onListings: (read: number) => void,
): Promise<UnknownRow[]> => {
  const rows = new NamedRows();
  for (const { intent } of unknown) {
    const listing = intent && listingOf(intent, operation);
    rows.add(listing && { names: [listing] });
  }
  const namesakes = new Namesakes();
  rows.namesakes = namesakes;
  await findListings(client, { rows, isNeeded: () => true, onListings });
  const { table } = rows;
  return unknown.map(({ row, line, intent }, index) => {
    const { id = null, from = null, key = null, had, delta } = intent ?? {};
    const to = intent ? wantedBy(intent) : null;
    const isCreation = operation.listing === 'may be there';
    const created = isCreation ? namesakes.of(index + 1).filter((one) => !had?.includes(one.id)) : [];
    const current = table.matches(index + 1) === 1 && !isCreation ? table.current(index + 1) : Number.NaN;
    const now = Number.isNaN(current) ? null : current;
    return {
      row,
      line,
      name: names.get(row) ?? key,
      id: created.length === 1 && created[0] ? created[0].id : id,
      before: from,
      delta: delta ?? (to === null || from === null ? null : to - from),
      wanted: to,
      now,
      looks: isCreation ? looksOfCreation(key, created.length) : looksOf(now, from, to),
    };
  });
};

/** What a row's listing is found by; undefined if it can't be. */
const listingOf = ({ id, key }: RowIntent, { listing }: Operation): ListingName | undefined => {
  if (listing === 'none') return undefined;
  if (id !== undefined) return { by: 'id', value: id };
  return key === undefined ? undefined : { by: 'externalIdentifier', value: key };
};

/** A listing that did not have the external identifier when the creation was planned is the one created, if it is the only one. */
const looksOfCreation = (key: string | null, created: number): Looks => {
  if (key === null) return 'unreadable';
  return (['before', 'wanted'] as const)[created] ?? 'neither';
};

const looksOf = (now: number | null, before: number | null, wanted: number | null): Looks => {
  if (now === null) return 'unreadable';
  if (now === wanted) return 'wanted';
  return now === before ? 'before' : 'neither';
};
