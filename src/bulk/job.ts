import type { Client } from '../client/client.ts';
import { FaultyRows } from './errors.ts';
import type { Input } from './input/input.ts';
import type { Shard } from './keys.ts';
import type { Operation } from './operation.ts';
import { newPlanning, type PlannedRow, type PlanTotals, plannedRows, totalsOf } from './plan.ts';
import { type RowFault, resolveRows, surveyRows } from './survey.ts';

/** What decides what is done about the rows of an input. */
export interface JobOptions {
  /** Go on without the rows that break rules. */
  skipInvalid: boolean;
  shard: Shard | undefined;
}

/** An input that was read, judged and held against the shop. */
export interface Job {
  totals: PlanTotals;
  /** The rows that break rules, where there are any. */
  faulty: FaultyRows | undefined;
  /** Whether several rows may stand on one line, as in a JSON array: what is told of them has their numbers, too. */
  sharesLines: boolean;
  /** Whether rows call their listings by other names than their ids. */
  hasNames: boolean;
  /** Reads the rows once more, each with what is to be done about it. `until` ends it in place of the signal of before. */
  planned(until?: AbortSignal): AsyncGenerator<PlannedRow>;
}

/**
 * Judges all rows, finds their listings in one pass over the list, and counts what would be done. Nothing is changed. A
 * faulty row ends it, unless the user goes on without.
 */
export const prepareJob = async (
  client: Client,
  input: Input,
  operation: Operation,
  options: JobOptions,
  signal: AbortSignal,
  onListings: (read: number) => void,
  isPast?: (row: number) => boolean,
): Promise<Job> => {
  const sharesLines = input.format === 'json';
  const survey = await surveyRows(input, operation, signal);
  const inFile = faultyRows(survey.faulty, survey.faults, sharesLines);
  // A faulty file is told of without the network; only who goes on anyway has to wait for what the list shows.
  if (inFile && !options.skipInvalid) throw inFile;
  await resolveRows(client, survey, onListings);
  const planned = (until = signal) =>
    plannedRows(input, operation, newPlanning(survey, operation, options.shard, isPast), until);
  const totals = await totalsOf(planned());
  const faulty = faultyRows(totals.effects.fault, totals.faults, sharesLines) ?? inFile;
  if (faulty && !options.skipInvalid) throw faulty;
  const hasNames = [...survey.names].some((by) => by !== 'id');
  return { totals, faulty, sharesLines, hasNames, planned };
};

const faultyRows = (
  count: number,
  faults: readonly RowFault[],
  sharesLines: boolean,
): FaultyRows | undefined => (count > 0 ? new FaultyRows(count, faults, sharesLines) : undefined);
