import type { Operation } from '../changes/operation.ts';
import { problemOf } from '../changes/outcome.ts';
import { isStep, type Planned } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import { faultyRows, inputChanged, type RefusedPlan } from './errors.ts';
import { findListings } from './find-listings.ts';
import type { Found } from './fresh-inventories.ts';
import { isInShard } from './keys.ts';
import { Namesakes } from './namesakes.ts';
import { invalidRow, type Pass, planRow } from './plan-row.ts';
import { RowReasons } from './row-reasons.ts';
import { notRows } from './rows/errors.ts';
import type { FileReader } from './rows/reader.ts';
import { type Row, rowName } from './rows/row.ts';
import type { RowFile } from './rows/row-file.ts';
import { checksumOf, type Survey, surveyRows } from './survey.ts';

/** The rows to plan: those of a file, without those that a resumed run has sent already. */
interface RowsToPlan extends Pick<Pass, 'operation' | 'shard' | 'state'> {
  file: RowFile;
  reader: FileReader;
  /** Leave out invalid rows instead of failing. */
  skipInvalid: boolean;
  clock: Clock;
}

/** A row and its plan; `planned` is undefined if a resumed run has already handled the row. */
export interface PlannedRow {
  row: Row;
  planned: Planned | undefined;
  /** The fields that it leaves out and that were filled in. */
  filled?: readonly string[] | undefined;
  /** It means the only OPEN one of several listings. */
  isOnlyOpen?: boolean;
}

export interface PlanTotals {
  rows: number;
  /** The number of rows by effect: those of the operation, and `none`, `skip`, `conflict`, `fault`. */
  effects: Readonly<Record<string, number>>;
  /** The number of rows that send something, and of those that close a listing. */
  changes: number;
  closings: number;
  /** How many of the changes are in CLOSED listings. */
  inClosedListings: number;
  /** How many create a listing without an external identifier: if the answer is lost, nobody can find it. */
  unnamed: number;
  /** In how many requests the changes go out that are grouped, and how many are in the largest. */
  groups: { count: number; largest: number };
  /** How many rows mean the only OPEN one of several listings that have their name. */
  onlyOpen: number;
  /** In how many rows a field was filled in that they leave out. */
  filled: Readonly<Record<string, number>>;
  /** What is wrong with rows, also if that is found only by comparing with the shop, and which are in conflict. */
  faults: RowReasons;
  /** What the first listings are called that it closes. */
  closed: readonly string[];
}

/** A plan for a file of rows. The rows stay in the file and are read again as needed. */
export interface Plan {
  totals: PlanTotals;
  /** The error for invalid rows, if there are any. */
  faulty: RefusedPlan | undefined;
  /** Whether several rows may share a line, as in a JSON array; reports then include row numbers. */
  sharesLines: boolean;
  /** Whether rows name listings by external identifier or SKU. */
  hasNames: boolean;
  /** Where their listings were read; undefined if none was needed. */
  found: Found | undefined;
  /** Reads the rows again, each with its plan. `until` replaces the signal that the plan was made with. */
  rows(until?: AbortSignal): AsyncGenerator<PlannedRow>;
}

/**
 * Checks all rows, finds their listings, and counts the effects. Nothing is changed. Throws
 * `RefusedPlan` unless invalid rows are to be left out. `onListings` receives the number of listings on each page.
 */
export const preparePlan = async (
  client: Client,
  toPlan: RowsToPlan,
  signal: AbortSignal,
  onListings: (read: number) => void,
): Promise<Plan> => {
  const { operation, file, reader, shard, state, skipInvalid, clock } = toPlan;
  const sharesLines = file.format === 'json';
  const survey = await surveyRows(file, reader, signal);
  if (survey.asking === 0 && survey.ofTemplate > 0)
    throw notRows(file.called, 'it has none besides the example that it began with');
  const inFile = survey.faulty > 0 ? faultyRows(survey.faulty, survey.faults) : undefined;
  // An invalid file is reported without using the network, unless the run continues without those rows.
  if (inFile && !skipInvalid) throw inFile;
  const { rows: named } = survey;
  const { table } = named;
  if (operation.listing === 'may be there') named.namesakes = new Namesakes();
  // As long as rows name their listings by id, these are their keys.
  const isNeeded = (row: number) => !state.isHandled(row) && !(shard && !isInShard(table.id(row), shard));
  // Of a resumed run, rows may be left whose results are only looked for.
  const found = hasRow(table.count, (row) => !state.isHandled(row))
    ? await findListings(client, { rows: named, isNeeded, onListings, clock })
    : undefined;
  const rows = (until = signal) => plannedRows(toPlan, survey, until);
  const totals = await totalsOf(rows(), operation, sharesLines);
  const { fault = 0 } = totals.effects;
  const faulty = fault > 0 ? faultyRows(fault, totals.faults) : inFile;
  if (faulty && !skipInvalid) throw faulty;
  const hasNames = [...named.names].some((by) => by !== 'id');
  return { totals, faulty, sharesLines, hasNames, found, rows };
};

/** Whether any of so many rows is like this. */
const hasRow = (count: number, isSo: (row: number) => boolean): boolean => {
  for (let row = 1; row <= count; row++) if (isSo(row)) return true;
  return false;
};

/** Reads and plans the rows in the order of the file, without those of other shards. */
async function* plannedRows(
  { operation, file, reader, shard, state }: RowsToPlan,
  { rows }: Survey,
  signal: AbortSignal,
): AsyncGenerator<PlannedRow> {
  const { table } = rows;
  const pass: Pass = { operation, shard, rows, state, updated: new Map() };
  let count = 0;
  for await (const row of file.rows(signal)) {
    count = row.number;
    if (!table.isUnchanged(row.number, checksumOf(row))) throw inputChanged(row.line);
    if (state.isHandled(row.number)) {
      yield { row, planned: undefined };
      continue;
    }
    const read = reader.read(row);
    if (typeof read === 'string') continue;
    const planned = 'faults' in read ? invalidRow(read.faults, shard) : planRow(row.number, read.item, pass);
    if (!planned) continue;
    const filled = 'item' in read ? read.filled : undefined;
    const isOnlyOpen = operation.listing === 'must be there' && table.isOnlyOpen(row.number);
    yield { row, planned, filled, isOnlyOpen };
  }
  if (count !== table.count) throw inputChanged(undefined);
}

/** How many of the listings that a plan closes are named. */
const mostClosed = 3;

/** Counts what a plan would do, without keeping it in memory. */
const totalsOf = async (
  rows: AsyncIterable<PlannedRow>,
  { listing }: Operation,
  sharesLines: boolean,
): Promise<PlanTotals> => {
  const effects: Record<string, number> = {};
  const totals = { rows: 0, changes: 0, closings: 0, inClosedListings: 0, unnamed: 0, onlyOpen: 0 };
  const groups = new Map<string, number>();
  const faults = new RowReasons(sharesLines);
  const closed: string[] = [];
  const filled: Record<string, number> = {};
  for await (const { row, planned, filled: names = [], isOnlyOpen } of rows) {
    if (planned === undefined) continue;
    totals.rows += 1;
    if (isOnlyOpen) totals.onlyOpen += 1;
    effects[planned.effect] = (effects[planned.effect] ?? 0) + 1;
    if (isStep(planned) || planned.effect === 'none')
      for (const name of names) filled[name] = (filled[name] ?? 0) + 1;
    if (isStep(planned)) {
      totals.changes += 1;
      if (planned.closes) totals.closings += 1;
      if (planned.isClosed) totals.inClosedListings += 1;
      if (listing === 'may be there' && planned.externalIdentifier === undefined) totals.unnamed += 1;
      const { group } = planned;
      if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + 1);
      if (planned.closes && closed.length < mostClosed) closed.push(rowName(row) ?? planned.id ?? '');
    } else if ('error' in planned) {
      const { line, number } = row;
      faults.add({ outcome: planned.effect, error: problemOf(planned.error), line, row: number });
    }
  }
  let largest = 0;
  for (const size of groups.values()) largest = Math.max(largest, size);
  return { ...totals, groups: { count: groups.size, largest }, effects, faults, closed, filled };
};
