import type { ChangeBody, Ledger } from '../../support/ledger.ts';
import type { Job } from './jobs.ts';

/** A record of a journal as it stands in the file, and the byte behind it. */
interface FiledRecord {
  kind: string;
  row: number;
  end: number;
  from?: number;
  to?: number;
  delta?: number;
}

/** The whole records in a journal's bytes. What a crash left unfinished is passed over. */
export const recordsIn = (bytes: Buffer): FiledRecord[] => {
  const records: FiledRecord[] = [];
  for (let from = 0, to = bytes.indexOf(10); to >= 0; from = to + 1, to = bytes.indexOf(10, from))
    records.push({ ...JSON.parse(bytes.subarray(from, to).toString()), end: to + 1 });
  return records;
};

/** Rows that were about to be sent, and of which nothing was heard since. */
export const openRows = (records: readonly FiledRecord[]): Set<number> => {
  const open = new Set<number>();
  for (const { kind, row } of records)
    if (kind === 'sent') open.add(row);
    else if (kind === 'done' || kind === 'returned') open.delete(row);
  return open;
};

/** A request that came, and where the journal says that it is about to be sent. */
interface Covered {
  row: number;
  at: number;
  /** The byte behind that record; undefined where there is none. */
  sentEnd: number | undefined;
}

/** For each change that arrived, the record that must have been on disk before. */
export const coverage = (records: readonly FiledRecord[], job: Job, ledger: Ledger): Covered[] => {
  const sent = new Map<number, FiledRecord[]>();
  for (const record of records)
    if (record.kind === 'sent') sent.set(record.row, [...(sent.get(record.row) ?? []), record]);
  return job.rows.flatMap((row) =>
    ledger
      .arrivalsOf(row.subject)
      .filter(({ body }) => row.owns(body))
      .map(({ body, at }) => {
        const own = (sent.get(row.number) ?? []).filter((record) => says(record, body));
        return { row: row.number, at, sentEnd: own[0]?.end };
      }),
  );
};

const says = ({ from, to, delta }: FiledRecord, body: ChangeBody): boolean => {
  if (body.action === 'SET_INVENTORY') return from === body.oldInventory && to === body.newInventory;
  return body.action === undefined || delta === body.inventoryAdjustment;
};
