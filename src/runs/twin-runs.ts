import { existsSync } from 'node:fs';
import { isAgreed, listRuns, type RunDirectory } from './folder/directory.ts';
import { DamagedRun } from './journal/journal-errors.ts';
import { readPlan } from './plan/plan-file.ts';
import type { PlanHead } from './plan/plan-lines.ts';
import { type RecordedRun, readRun } from './recorded-run.ts';
import type { Drafted } from './request/run-request.ts';

/** Whether the same rows, sent twice, are applied twice. */
export const appliesTwice = ({ operation, draft }: Drafted): boolean =>
  operation.changesInventory
    ? operation.isDelta === true
    : operation.listing !== 'may be there' || draft.totals.unnamed > 0;

interface Twin {
  directory: RunDirectory;
  head: PlanHead;
  recorded: RecordedRun;
}

/** The other runs of the same rows, at the same service, newest first. Damaged ones are passed over. */
export async function* twinsOf(own: PlanHead, stateDirectory: string): AsyncGenerator<Twin> {
  for (const directory of listRuns(stateDirectory)) {
    if (directory.id === own.id || !isAgreed(directory) || !existsSync(directory.journal)) continue;
    const plan = await readPlan(directory.plan).catch(unlessDamaged);
    if (!plan || !isTwin(plan.head, own)) continue;
    const recorded = await readRun(directory).catch(unlessDamaged);
    if (recorded) yield { directory, head: plan.head, recorded };
  }
}

const isTwin = (other: PlanHead, own: PlanHead): boolean =>
  other.operation === own.operation &&
  other.origin === own.origin &&
  other.clientId === own.clientId &&
  inputsOf(other).some((hash) => inputsOf(own).includes(hash));

const inputsOf = ({ input }: PlanHead): string[] => [input.sha256, ...(input.madeOf ? [input.madeOf] : [])];

const unlessDamaged = (error: unknown): undefined => {
  if (!(error instanceof DamagedRun)) throw error;
};
