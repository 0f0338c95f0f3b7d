import { hash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { notFound } from '../failure/kinds.ts';
import { isOwnFolder } from '../files/own-files.ts';
import { numberOf } from '../json/exact.ts';
import { isAgreed, type PlanPart, partsOf, type RunDirectory, stateVariable } from './folder/directory.ts';
import { asDamage, DamagedRun } from './journal/journal-errors.ts';
import { isWorkedOn } from './journal/lock.ts';
import { type JournalEnd, type JournalRecord, journalStart, readJournal } from './journal/records.ts';
import type { RowState } from './journal/row-state.ts';
import { nothingPlanned, type PlannedCounts, RunState } from './journal/run-state.ts';
import { type Plan, planRows, readPlan } from './plan/plan-file.ts';
import { isLeftOut, type PlanHead, type PlanRow } from './plan/plan-lines.ts';

/** A journal of a run: its own, or one of a part. */
interface RecordedJournal {
  directory: RunDirectory;
  end: JournalEnd;
  hasEnded: boolean;
}

/** The records of a run: of all its parts on this machine, or of one part. */
export interface RecordedRun {
  directory: RunDirectory;
  plan: Plan;
  state: RunState;
  journals: readonly RecordedJournal[];
  /** All rows were reached, or the rest was given up; of a run in parts, in all of them. */
  hasEnded: boolean;
}

/** The part that a row belongs to, from 1: a listing, and a shipment, is in one part. */
const partFor = ({ group, id, row }: PlanRow, count: number): number =>
  (Number.parseInt(hash('sha256', group ?? id?.toLowerCase() ?? `row ${row}`).slice(0, 8), 16) % count) + 1;

export const isInPart = (row: PlanRow, part: PlanPart | undefined): boolean =>
  part === undefined || partFor(row, part.count) === part.index;

/** Reads the plan and the journal of a run. Throws `DamagedRun`, or an error for a folder without an agreed plan. */
export const readRun = async (
  directory: RunDirectory,
  onRow?: (state: RowState) => void,
): Promise<RecordedRun> => {
  refuseForeign(directory);
  checkPlan(directory);
  const plan = await readPlan(directory.plan);
  const { part } = directory;
  const state = new RunState(part ? await plannedOfPart(plan, part) : plan.planned);
  const { parts } = plan.head;
  const isDivided = parts !== undefined && part === undefined;
  const journals: RecordedJournal[] = [];
  for (const one of isDivided ? partsOf(directory) : [directory]) {
    let hasEnded = false;
    const end = await eachRecord(one, (record) => {
      const row = state.take(record);
      if (record.kind === 'end') hasEnded = true;
      if (row) onRow?.(row);
    });
    journals.push({ directory: one, end, hasEnded });
  }
  const all = isDivided ? parts : 1;
  return {
    directory,
    plan,
    state,
    journals,
    hasEnded: journals.filter((one) => one.hasEnded).length === all,
  };
};

/** A part may have been stopped before it had a journal. That of a run is there before its plan: if it is missing, it was lost. */
const eachRecord = async (
  { part, journal }: RunDirectory,
  take: (record: JournalRecord) => void,
): Promise<JournalEnd> => {
  if (part && !existsSync(journal)) return journalStart;
  const records = readJournal(journal);
  for (;;) {
    const next = await records.next();
    if (next.done) return next.value;
    take(next.value);
  }
};

/** Refuses a folder without a plan. If it has a journal, the plan was lost. */
const checkPlan = (directory: RunDirectory): void => {
  refuseLostPlan(directory);
  if (!isAgreed(directory))
    throw notFound(
      `the run ${directory.id} has not begun: nothing was agreed to`,
      'Nothing was sent. Unless its command is still planning it, start it again.',
      { exit: 'usage' },
    );
};

export const refuseLostPlan = (directory: RunDirectory): void => {
  if (!isAgreed(directory) && !isPlanned(directory)) throw new DamagedRun(directory.plan, 'it is missing');
};

const refuseForeign = ({ path }: RunDirectory): void => {
  try {
    isOwnFolder(path, stateVariable);
  } catch (error) {
    throw asDamage(path, error);
  }
};

const plannedOfPart = async ({ path, head }: Plan, part: PlanPart): Promise<PlannedCounts> => {
  const planned = nothingPlanned();
  for await (const row of planRows(path)) {
    if (!isInPart(row, part)) continue;
    planned.rows += 1;
    if (row.outcome === undefined) continue;
    planned.counts[row.outcome] += 1;
    if (isLeftOut(row, head)) planned.leftOut += 1;
  }
  return planned;
};

/** The state of a row that needs no request. */
export const decidedState = (planned: PlanRow, head: PlanHead): RowState => {
  const { row, line, id = null, outcome = 'unsent', before = null, after = null } = planned;
  const error = planned.error ?? null;
  return {
    ...{ row, line, id, outcome, before, after },
    error: error && isLeftOut(planned, head) ? { ...error, code: 'invalid-row' } : error,
  };
};

/** A row with what the file calls it. */
export interface ShownRow extends RowState {
  name: string | undefined;
  /** The journal says what became of it, and not the plan. */
  isRecorded: boolean;
  /** Of a new listing, in the smallest unit. */
  originalPrice: number | undefined;
}

/** All rows of a run in the order of the file, those that were not reached as `unsent`. */
export async function* shownRows(directory: RunDirectory): AsyncGenerator<ShownRow> {
  const states = new Map<number, RowState>();
  const { plan, state } = await readRun(directory, (row) => states.set(row.row, row));
  for await (const planned of planRows(plan.path)) {
    if (!isInPart(planned, directory.part)) continue;
    const { row, name, payload } = planned;
    const isRecorded = state.outcomeOf(row) !== undefined;
    const known = (isRecorded ? states.get(row) : undefined) ?? decidedState(planned, plan.head);
    yield { ...known, name, isRecorded, originalPrice: numberOf(payload?.originalPrice) };
  }
}

/** The last state of each row that was sent, or needed no request by then. */
export const recordedRows = async ({ directory }: RecordedRun): Promise<RowState[]> => {
  const states = new Map<number, RowState>();
  await readRun(directory, (row) => states.set(row.row, row));
  return [...states.values()].sort((one, other) => one.row - other.row);
};

/** Whether a process works on a run, or on a part of it. After a power failure, the lock of one that has ended may be back. */
export const isRunning = ({ journals, hasEnded }: RecordedRun): boolean =>
  !hasEnded && journals.some(({ directory }) => isWorkedOn(directory));

/** Whether nobody has agreed to the folder's plan, and nothing can have been sent. */
export const isPlanned = (directory: RunDirectory): boolean =>
  !isAgreed(directory) && (statSync(directory.journal, { throwIfNoEntry: false })?.size ?? 0) === 0;

/** Whether any row of a run changed something, or may have. */
export const hasChanged = ({ state }: RecordedRun): boolean => {
  const { applied, converged, unknown } = state.standing().counts;
  return applied + converged + unknown > 0;
};
