import type { Operation, RowReader } from '../changes/operation.ts';
import { isStep, type Planned } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import { FaultyRows, InputChanged } from './errors.ts';
import type { Shard } from './keys.ts';
import { invalidRow, type Pass, planRow } from './plan-row.ts';
import type { Row } from './rows/row.ts';
import type { RowFile } from './rows/row-file.ts';
import {
  checksumOf,
  faultsShown,
  findListings,
  type RowFault,
  readRow,
  type Survey,
  surveyRows,
} from './survey.ts';

/** Rows of a file, and what is to be done about each kind of them. */
export interface Work {
  operation: Operation;
  file: RowFile;
  reader: RowReader;
}

/** What else decides a plan. */
export interface PlanOptions {
  /** Go on without the rows that break rules. */
  skipInvalid: boolean;
  /** Only the rows of one machine out of several. */
  shard: Shard | undefined;
  /** Whether a row is done with, where a run goes on: later rows start from what it left. */
  isPast?: (row: number) => boolean;
}

/** A row with what is to be done about it; nothing where it is the past of a run that goes on. */
export interface PlannedRow {
  row: Row;
  planned: Planned | undefined;
}

/** What a plan comes to. */
export interface PlanTotals {
  rows: number;
  /** How many rows have which effect, by the words of their operation, and `none`, `skip`, `conflict`, `fault`. */
  effects: Readonly<Record<string, number>>;
  /** How many rows send something, and how many of them close a listing. */
  changes: number;
  closings: number;
  /** How many of the changes are in CLOSED listings. */
  inClosedListings: number;
  /** The first faults of rows, those that only the shop's listings show included. */
  faults: RowFault[];
}

/** Rows that were read, judged, and held against the shop. They stay in their file. */
export interface Plan {
  totals: PlanTotals;
  /** The rows that break rules, where there are any. */
  faulty: FaultyRows | undefined;
  /** Whether several rows may stand on one line, as in a JSON array: reports then have their numbers, too. */
  sharesLines: boolean;
  /** Whether rows call their listings by other names than their ids. */
  hasNames: boolean;
  /** Reads the rows once more, each with what is to be done about it. `until` ends it in place of the signal of before. */
  rows(until?: AbortSignal): AsyncGenerator<PlannedRow>;
}

/**
 * Judges all rows, finds their listings in one pass over the list, and counts what would be done. Nothing is changed. A
 * faulty row ends it, unless the user goes on without. `onListings` is told how many listings each page brought.
 */
export const preparePlan = async (
  client: Client,
  work: Work,
  options: PlanOptions,
  signal: AbortSignal,
  onListings: (read: number) => void,
): Promise<Plan> => {
  const { file, reader } = work;
  const sharesLines = file.format === 'json';
  const survey = await surveyRows(file, reader, signal);
  const inFile = faultyRows(survey.faulty, survey.faults, sharesLines);
  // A faulty file is reported without the network; only who goes on anyway waits for what the list shows.
  if (inFile && !options.skipInvalid) throw inFile;
  await findListings(client, survey, onListings);
  const rows = (until = signal) => plannedRows(work, survey, options, until);
  const totals = await totalsOf(rows());
  const faulty = faultyRows(totals.effects.fault ?? 0, totals.faults, sharesLines) ?? inFile;
  if (faulty && !options.skipInvalid) throw faulty;
  return { totals, faulty, sharesLines, hasNames: [...survey.names].some((by) => by !== 'id'), rows };
};

const faultyRows = (
  count: number,
  faults: readonly RowFault[],
  sharesLines: boolean,
): FaultyRows | undefined => (count > 0 ? new FaultyRows(count, faults, sharesLines) : undefined);

/** Reads the rows again, and says of each what is to be done, in the order of the file. Rows of other shards are left out. */
async function* plannedRows(
  { operation, file, reader }: Work,
  { table }: Survey,
  { shard, isPast = () => false }: PlanOptions,
  signal: AbortSignal,
): AsyncGenerator<PlannedRow> {
  const pass: Pass = { operation, shard, table, left: new Map() };
  let count = 0;
  for await (const row of file.rows(signal)) {
    count = row.number;
    if (!table.isUnchanged(row.number, checksumOf(row))) throw new InputChanged(row.line);
    if (isPast(row.number)) {
      yield { row, planned: undefined };
      continue;
    }
    const read = readRow(row, reader);
    const planned = 'faults' in read ? invalidRow(read.faults, shard) : planRow(row.number, read.item, pass);
    if (planned) yield { row, planned };
  }
  if (count !== table.count) throw new InputChanged(undefined);
}

/** Counts what a plan would do, without holding it. */
const totalsOf = async (rows: AsyncIterable<PlannedRow>): Promise<PlanTotals> => {
  const effects: Record<string, number> = {};
  const totals = { rows: 0, changes: 0, closings: 0, inClosedListings: 0 };
  const faults: RowFault[] = [];
  for await (const { row, planned } of rows) {
    if (planned === undefined) continue;
    totals.rows += 1;
    effects[planned.effect] = (effects[planned.effect] ?? 0) + 1;
    if (isStep(planned)) {
      totals.changes += 1;
      if (planned.closes) totals.closings += 1;
      if (planned.isClosed) totals.inClosedListings += 1;
    } else if (planned.effect === 'fault' && faults.length < faultsShown)
      faults.push({ line: row.line, row: row.number, message: planned.error.message });
  }
  return { ...totals, effects, faults };
};
