import type { Client } from '../client/client.ts';
import { FaultyRows } from './errors.ts';
import type { Input } from './input/input.ts';
import type { Shard } from './keys.ts';
import type { Operation } from './operation.ts';
import { newPlanning, type PlannedRow, type PlanTotals, plannedRows, totalsOf } from './plan.ts';
import { resolveRows, surveyRows } from './survey.ts';

/** What decides what is done about the rows of an input. */
export interface JobOptions {
  /** Go on without the rows that break rules. */
  skipInvalid: boolean;
  shard: Shard | undefined;
}

/** An input that was read, judged and held against the shop. */
export interface Job {
  totals: PlanTotals;
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
  if (survey.faulty > 0 && !options.skipInvalid)
    throw new FaultyRows(survey.faulty, survey.faults, sharesLines);
  await resolveRows(client, survey, onListings);
  const planned = (until = signal) =>
    plannedRows(input, operation, newPlanning(survey, operation, options.shard, isPast), until);
  const totals = await totalsOf(planned());
  if (totals.effects.fault > 0 && !options.skipInvalid)
    throw new FaultyRows(totals.effects.fault, totals.faults, sharesLines);
  const hasNames = [...survey.names].some((by) => by !== 'id');
  return { totals, sharesLines, hasNames, planned };
};
