import { InputChanged } from './errors.ts';
import type { Input } from './input/input.ts';
import type { Row } from './input/row.ts';
import type { Operation } from './operation.ts';
import { type Planning, planRow } from './plan-row.ts';
import { type Effect, effectOf, type Step, staysClosed } from './step.ts';
import { checkOf, faultsShown, type RowFault, type Survey } from './survey.ts';

/** A row with what is to be done about it; nothing where it is the past of a run that goes on. */
export interface PlannedRow {
  row: Row;
  step: Step | undefined;
}

/** Reads the rows again, and says of each what is to be done, in the order of the file. Rows of other shards are left out. */
export async function* plannedRows(
  input: Input,
  operation: Operation,
  planning: Planning,
  signal: AbortSignal,
): AsyncGenerator<PlannedRow> {
  let count = 0;
  for await (const row of input.rows(signal)) {
    count = row.number;
    if (!planning.table.isUnchanged(row.number, checkOf(row))) throw new InputChanged(row.line);
    if (planning.isPast(row.number)) {
      yield { row, step: undefined };
      continue;
    }
    const read = row.fault === undefined ? operation.read(row) : { faults: [row.fault] };
    const step =
      'faults' in read ? faultStep(read.faults, planning) : planRow(row.number, read.item, planning);
    if (step) yield { row, step };
  }
  if (count !== planning.table.count) throw new InputChanged(undefined);
}

/** A faulty row belongs to no listing; the first shard tells of it. */
const faultStep = (faults: readonly string[], { shard }: Planning): Step | undefined =>
  shard && shard.index !== 1
    ? undefined
    : { kind: 'fault', error: { code: 'invalid-row', message: faults.join('; ') } };

/** What a plan comes to. */
export interface PlanTotals {
  rows: number;
  effects: Record<Effect, number>;
  /** How many of the changes are in listings that are closed, and stay so. */
  stayClosed: number;
  /** The first faults of rows, those that the shop's listings show included. */
  faults: RowFault[];
}

const effects: readonly Effect[] = [
  'change',
  'close',
  'create',
  'grade',
  'none',
  'skip',
  'conflict',
  'fault',
];

/** Counts what a plan would do, without holding it. */
export const totalsOf = async (planned: AsyncIterable<PlannedRow>): Promise<PlanTotals> => {
  const totals: PlanTotals = {
    rows: 0,
    effects: Object.fromEntries(effects.map((effect) => [effect, 0])) as PlanTotals['effects'],
    stayClosed: 0,
    faults: [],
  };
  for await (const { row, step } of planned) {
    if (step === undefined) continue;
    totals.rows += 1;
    totals.effects[effectOf(step)] += 1;
    if (staysClosed(step)) totals.stayClosed += 1;
    if (step.kind === 'fault' && totals.faults.length < faultsShown)
      totals.faults.push({ line: row.line, row: row.number, message: step.error.message });
  }
  return totals;
};

/** What decides the steps of a new pass over surveyed rows. */
export const newPlanning = (
  survey: Survey,
  operation: Operation,
  shard: Planning['shard'],
  isPast: Planning['isPast'] = () => false,
): Planning => ({
  table: survey.table,
  mayRepeat: operation.name !== 'inventory set',
  running: new Map(),
  shard,
  isPast,
});
