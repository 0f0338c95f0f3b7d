import type { ListingName } from '../../changes/listing-name.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Problem } from '../../changes/outcome.ts';
import { wantedBy } from '../../changes/step.ts';
import type { Client } from '../../http/client.ts';
import { findListings } from '../../names/find-listings.ts';
import { NamedRows, Namesakes } from '../../names/named-rows.ts';
import type { RowState, Sent } from '../journal/row-state.ts';

/** How the shop looks after an unconfirmed change. It proves nothing. */
export type Looks =
  | 'wanted'
  | 'before'
  /** Somebody else changed it, too. */
  | 'neither'
  | 'unreadable';

export interface RowInDoubt {
  row: number;
  line: number;
  /** What the file calls it. */
  name: string | null;
  id: string | null;
  before: number | null;
  delta: number | null;
  wanted: number | null;
  now: number | null;
  looks: Looks;
  /** What the run saw after it was sent. */
  error: Problem | null;
}

/** Reads the listings again. `names` has the rows' names, by row number. */
export const lookAtRows = async (
  client: Client,
  operation: Operation,
  unknown: readonly RowState[],
  names: ReadonlyMap<number, string>,
  onListings: (read: number) => void,
): Promise<RowInDoubt[]> => {
  const rows = new NamedRows();
  for (const { sent } of unknown) {
    const listing = sent && listingOf(sent, operation);
    rows.add(listing && { names: [listing] });
  }
  const namesakes = new Namesakes();
  rows.namesakes = namesakes;
  await findListings(client, { rows, onListings });
  const { table } = rows;
  return unknown.map(({ row, line, sent, error }, index) => {
    const { id = null, from = null, key = null, had, delta } = sent ?? {};
    const to = sent ? wantedBy(sent) : null;
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
      error,
    };
  });
};

const listingOf = ({ id, key }: Sent, { listing }: Operation): ListingName | undefined => {
  if (listing === 'none') return undefined;
  if (id !== undefined) return { by: 'id', value: id };
  return key === undefined ? undefined : { by: 'externalIdentifier', value: key };
};

/** The created listing is the only one with its external identifier that did not have it before. */
const looksOfCreation = (key: string | null, created: number): Looks => {
  if (key === null) return 'unreadable';
  return (['before', 'wanted'] as const)[created] ?? 'neither';
};

const looksOf = (now: number | null, before: number | null, wanted: number | null): Looks => {
  if (now === null) return 'unreadable';
  if (now === wanted) return 'wanted';
  return now === before ? 'before' : 'neither';
};
