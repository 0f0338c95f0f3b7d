import { crc32 } from 'node:zlib';
import { problemOf } from '../../changes/outcome.ts';
import { isStep, type Planned } from '../../changes/step.ts';
import type { Client } from '../../client/client.ts';
import type { Clock } from '../../clock.ts';
import type { PriceRange } from '../../service/prices.ts';
import { faultyRows, inputChanged, type RefusedPlan } from '../errors.ts';
import type { Found } from '../fresh-inventories.ts';
import { RowReasons } from '../row-reasons.ts';
import { notRows } from '../rows/errors.ts';
import type { FileReader } from '../rows/reader.ts';
import { type Row, rowName } from '../rows/row.ts';
import type { RowFile } from '../rows/row-file.ts';
import type { CreatedListing } from './created-listings.ts';
import { findListings } from './find-listings.ts';
import { NamedRows, Namesakes } from './named-rows.ts';
import { invalidRow, isInShard, type Pass, planRow } from './plan-row.ts';

interface RowsToPlan extends Pick<Pass, 'operation' | 'shard' | 'state'> {
  file: RowFile;
  reader: FileReader;
  skipInvalid: boolean;
  /** What this machine has created lately, which the list may not show yet. */
  createdLately: readonly CreatedListing[];
  clock: Clock;
  /** Gives a listing the name by which a terminal shows it. */
  call(id: string, name: string | undefined): void;
}

/** `planned` is undefined if an earlier process has handled the row. */
export interface PlannedRow {
  row: Row;
  planned: Planned | undefined;
  filled?: readonly string[] | undefined;
  isOnlyOpen?: boolean;
  /** Each fault of an invalid row; `planned` has them as one. */
  faults?: readonly string[] | undefined;
}

export interface PlanTotals {
  rows: number;
  /** Rows by effect: those of the operation, and `none`, `skip`, `conflict`, `fault`. */
  effects: Readonly<Record<string, number>>;
  /** Rows that send something, and rows that close a listing. */
  changes: number;
  closings: number;
  inClosedListings: number;
  /** Creations without an external identifier: if an answer is lost, the listing can't be found. */
  unnamed: number;
  /** Of what is created; undefined if nothing has a price. */
  prices: PriceRange | undefined;
  /** The requests for grouped changes, and the size of the largest. */
  groups: { count: number; largest: number };
  onlyOpen: number;
  /** Rows that take up several lines, and the first and last line of the longest. */
  spanning: { count: number; longest: readonly [first: number, last: number] };
  filled: Readonly<Record<string, number>>;
  /** Why rows are invalid or in conflict, including what only the comparison with the shop shows. */
  faults: RowReasons;
  /** The names of the first listings that the plan closes. */
  closed: readonly string[];
}

/** The rows stay in the file and are read again as needed. */
export interface Plan {
  totals: PlanTotals;
  faulty: RefusedPlan | undefined;
  /** Several rows may share a line, as in a JSON array: reports then have row numbers, too. */
  sharesLines: boolean;
  hasNames: boolean;
  /** Undefined if no listing was needed. */
  found: Found | undefined;
  /** Reads the rows again, each with its plan. `until` replaces the signal. */
  rows(until?: AbortSignal): AsyncGenerator<PlannedRow>;
}

/**
 * Checks all rows, finds their listings and counts the effects. Throws `RefusedPlan` for invalid rows, unless they are to be
 * left out.
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
  if (survey.asking === 0 && survey.ofTemplate > 0) throw notRows(file.called, 'it has none but the example');
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
  named.addNamesakes(toPlan.createdLately);
  const rows = (until = signal) => plannedRows(toPlan, named, until);
  const totals = await totalsOf(rows(), toPlan, sharesLines);
  const { fault = 0 } = totals.effects;
  const faulty = fault > 0 ? faultyRows(fault, totals.faults) : inFile;
  if (faulty && !skipInvalid) throw faulty;
  return { totals, faulty, sharesLines, hasNames: survey.hasNames, found, rows };
};

const hasRow = (count: number, isSo: (row: number) => boolean): boolean => {
  for (let row = 1; row <= count; row++) if (isSo(row)) return true;
  return false;
};

async function* plannedRows(
  { operation, file, reader, shard, state }: RowsToPlan,
  rows: NamedRows,
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
    const isOnlyOpen = operation.listing === 'must be there' && table.isOnlyOpen(row.number);
    yield { row, planned, isOnlyOpen, ...('faults' in read ? read : { filled: read.filled }) };
  }
  if (count !== table.count) throw inputChanged(undefined);
}

const mostClosed = 3;

const totalsOf = async (
  rows: AsyncIterable<PlannedRow>,
  { operation: { listing }, call }: RowsToPlan,
  sharesLines: boolean,
): Promise<PlanTotals> => {
  const effects: Record<string, number> = {};
  const totals = { rows: 0, changes: 0, closings: 0, inClosedListings: 0, unnamed: 0, onlyOpen: 0 };
  const groups = new Map<string, number>();
  const faults = new RowReasons(sharesLines);
  const closed: string[] = [];
  const filled: Record<string, number> = {};
  const spanning: { count: number; longest: [number, number] } = { count: 0, longest: [0, 0] };
  let prices: PriceRange | undefined;
  for await (const { row, planned, filled: names = [], isOnlyOpen, faults: own } of rows) {
    if (planned === undefined) continue;
    totals.rows += 1;
    if (isOnlyOpen) totals.onlyOpen += 1;
    const { line, lastLine } = row;
    if (lastLine !== undefined) {
      spanning.count += 1;
      const [first, last] = spanning.longest;
      if (lastLine - line > last - first) spanning.longest = [line, lastLine];
    }
    effects[planned.effect] = (effects[planned.effect] ?? 0) + 1;
    if (isStep(planned) || planned.effect === 'none')
      for (const name of names) filled[name] = (filled[name] ?? 0) + 1;
    if (isStep(planned)) {
      totals.changes += 1;
      if (planned.closes) totals.closings += 1;
      if (planned.isClosed) totals.inClosedListings += 1;
      if (listing === 'may be there' && planned.externalIdentifier === undefined) totals.unnamed += 1;
      const { group, price } = planned;
      if (price !== undefined)
        prices = {
          least: Math.min(price, prices?.least ?? price),
          most: Math.max(price, prices?.most ?? price),
        };
      if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + 1);
      if (planned.closes && closed.length < mostClosed) closed.push(rowName(row) ?? planned.id ?? '');
    } else if ('error' in planned) {
      const { number } = row;
      const { code, message } = problemOf(planned.error);
      const { id = row.fields.id } = planned.error as { id?: string };
      const name = rowName(row);
      // For programs, what names the listing in the row names it here.
      const named = row.fields.id || !id || !name ? message : message.replaceAll(String(id), name);
      const isQuoted = (own ?? [named])
        .map((one) =>
          faults.add({ outcome: planned.effect, error: { code, message: one }, line, row: number }),
        )
        .includes(true);
      if (isQuoted && id && code !== 'not-found') call(String(id), name);
    }
  }
  let largest = 0;
  for (const size of groups.values()) largest = Math.max(largest, size);
  const known = { ...totals, prices, effects, faults, closed, filled, spanning };
  return { ...known, groups: { count: groups.size, largest } };
};

const checksumOf = (row: Row): number => crc32(row.raw);

const surveyRows = async (file: RowFile, reader: FileReader, signal: AbortSignal) => {
  const rows = new NamedRows();
  const faults = new RowReasons(file.format === 'json');
  /** `asking` counts rows that ask for something, `ofTemplate` those left over from a template. */
  const survey = { rows, faults, faulty: 0, hasNames: false, asking: 0, ofTemplate: 0 };
  for await (const row of file.rows(signal)) {
    const read = reader.read(row);
    if (typeof read === 'string') {
      survey.rows.add(undefined, checksumOf(row));
      if (read === 'of the template') survey.ofTemplate += 1;
      continue;
    }
    survey.asking += 1;
    survey.hasNames ||= rowName(row) !== undefined;
    if ('faults' in read) {
      survey.faulty += 1;
      const { line, number } = row;
      for (const message of read.faults)
        survey.faults.add({ outcome: 'fault', error: { code: 'invalid-row', message }, line, row: number });
      survey.rows.add(undefined, checksumOf(row));
    } else survey.rows.add(read.item, checksumOf(row));
  }
  return survey;
};
