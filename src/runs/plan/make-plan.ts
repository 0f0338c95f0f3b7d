import type { OnConflict } from '../../changes/change-errors.ts';
import type { Operation } from '../../changes/operation.ts';
import { isStep, type Planned } from '../../changes/step.ts';
import type { Clock } from '../../clock.ts';
import { saysNotFound } from '../../http/call-error.ts';
import type { Client } from '../../http/client.ts';
import { readListing } from '../../http/listing-pages.ts';
import { type Found, findListings } from '../../names/find-listings.ts';
import { NamedRows, Namesakes } from '../../names/named-rows.ts';
import type { AskedRows, RowRequest } from './asked-rows.ts';
import { compareRow, invalidRow, type Pass } from './compare-row.ts';
import type { CreatedListing } from './created-listings.ts';
import { faultyRows, type RefusedPlan } from './plan-errors.ts';
import { type Plan, writePlan } from './plan-file.ts';
import type { PlanHead, PlanRow } from './plan-lines.ts';
import { type PlanTotals, totalling } from './plan-totals.ts';
import { planRowOf } from './planned-row.ts';
import { RowReasons } from './row-reasons.ts';

interface Reading {
  operation: Operation;
  source: AskedRows;
  /** What this machine has created lately, which the list may not show yet; by itself, each is believed after `settleMs`. */
  createdLately: readonly CreatedListing[];
  settleMs: number;
  clock: Clock;
  onListings(read: number): void;
}

interface ToPlan extends Reading {
  path: string;
  head: PlanHead;
  skipInvalid: boolean;
  onConflict: OnConflict;
  /** Gives a listing the name by which a terminal shows it. */
  nameListing(id: string, name: string | undefined): void;
}

/** A plan that nobody has agreed to yet. */
export interface Draft {
  plan: Plan;
  totals: PlanTotals;
  faulty: RefusedPlan | undefined;
  /** Undefined if no listing was needed, or the plan is an older one. */
  found: Found | undefined;
}

/** About as many bytes as a row takes in a plan and in the journal besides its text. */
const bytesBesideText = 600;

/**
 * Checks all rows, finds their listings, and writes the plan to a file. Throws `RefusedPlan` for invalid rows, unless they
 * are to be left out.
 */
export const makePlan = async (client: Client, toPlan: ToPlan, signal: AbortSignal): Promise<Draft> => {
  const { skipInvalid, path, head, onConflict, nameListing } = toPlan;
  const survey = await surveyRows(toPlan, signal);
  const inFile = survey.faulty > 0 ? faultyRows(survey.faulty, survey.faults) : undefined;
  // An invalid file is reported without using the network, unless the run continues without those rows.
  if (inFile && !skipInvalid) throw inFile;
  const found = await find(client, toPlan, survey.rows);
  const total = totalling(nameListing);
  const lines = async function* (): AsyncGenerator<PlanRow> {
    for await (const { request, planned, isOnlyOpen, hasMoved } of comparedRows(
      toPlan,
      survey.rows,
      signal,
    )) {
      const { lastLine, filled, faults, idText } = request;
      const row = planRowOf(request, planned, onConflict);
      total.add(row, { lastLine, filled, isOnlyOpen, hasMoved, faults, saysId: idText !== undefined });
      yield row;
    }
  };
  const plan = await writePlan(path, head, lines(), survey.bytes + bytesBesideText * survey.rows.table.count);
  const totals = total.totals();
  const { fault = 0 } = totals.effects;
  const faulty = fault > 0 ? faultyRows(fault, totals.faults) : inFile;
  if (faulty && !skipInvalid) throw faulty;
  return { plan, totals, faulty, found };
};

/**
 * Reads the shop again for the rows of a plan that are still to be sent. Returns the present step for each of them, and how
 * fresh the readings are.
 */
export const compareAgain = async (
  client: Client,
  reading: Reading,
  signal: AbortSignal,
): Promise<{ rows(): AsyncGenerator<ComparedRow>; found: Found | undefined }> => {
  const { rows } = await surveyRows(reading, signal);
  const found = await find(client, reading, rows);
  return { found, rows: () => comparedRows(reading, rows, signal) };
};

export interface ComparedRow {
  request: RowRequest;
  planned: Planned;
  isOnlyOpen: boolean;
  /** It is sent from another inventory than was read, as an undo is: the service decides. */
  hasMoved: boolean;
}

const find = async (
  client: Client,
  { operation, clock, onListings, createdLately, settleMs }: Reading,
  rows: NamedRows,
): Promise<Found | undefined> => {
  if (operation.listing === 'may be there') rows.namesakes = new Namesakes();
  const found = rows.table.count > 0 ? await findListings(client, { rows, onListings, clock }) : undefined;
  for (const created of createdLately) {
    const unaware = rows.missNamesake(created);
    if (unaware.length === 0) continue;
    const state = clock.now() - created.at > settleMs ? await stateOf(client, created.id) : 'OPEN';
    const namesake = { id: created.id.toLowerCase(), sku: created.sku, isClosed: state === 'CLOSED' };
    if (state !== undefined) for (const row of unaware) rows.namesakes?.add(row, namesake);
  }
  return found;
};

/** Undefined if the service says that it has no such listing: a sandbox forgets its own. */
const stateOf = async (client: Client, id: string): Promise<string | undefined> => {
  try {
    return (await readListing(client, id, { mayBeWrong: (path) => path.length > 0 })).state ?? 'OPEN';
  } catch (error) {
    if (!saysNotFound(error)) throw error;
    return undefined;
  }
};

async function* comparedRows(
  { operation, source }: Reading,
  rows: NamedRows,
  signal: AbortSignal,
): AsyncGenerator<ComparedRow> {
  const { table } = rows;
  const pass: Pass = { operation, rows, updated: new Map() };
  for await (const request of source(signal)) {
    const { row, item, faults = [], blank } = request;
    if (blank !== undefined) continue;
    const planned = item ? compareRow(row, item, pass) : invalidRow(faults);
    const isOnlyOpen = operation.listing === 'must be there' && table.isOnlyOpen(row);
    const isPinned = item?.fields().pinned === true && isStep(planned) && table.matches(row) > 0;
    const hasMoved = isPinned && planned.before !== table.current(row);
    yield { request, planned, isOnlyOpen, hasMoved };
  }
}

const surveyRows = async ({ source }: Pick<Reading, 'source'>, signal: AbortSignal) => {
  const rows = new NamedRows();
  const faults = new RowReasons();
  const survey = { rows, faults, faulty: 0, bytes: 0 };
  for await (const { row, line, raw = '', item, faults: own, blank } of source(signal)) {
    // Rows of a plan that are done leave gaps.
    while (rows.table.count < row - 1) rows.add(undefined);
    rows.add(item);
    survey.bytes += raw.length;
    if (blank !== undefined || own === undefined) continue;
    survey.faulty += 1;
    for (const message of own)
      faults.add({ outcome: 'fault', error: { code: 'invalid-row', message }, line });
  }
  return survey;
};
