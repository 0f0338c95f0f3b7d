import type { Operation } from '../../changes/operation.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { PlanPart } from '../folder/directory.ts';
import type { Draft } from '../plan/make-plan.ts';
import type { PlanOptions } from '../plan/plan-lines.ts';

/** What a command line asks of a run. */
export interface RunRequest {
  operation: Operation;
  options: PlanOptions;
  shard?: PlanPart | undefined;
  concurrency?: number | undefined;
  failedOut?: string | undefined;
  planTo?: string | undefined;
}

/** A plan that a person is shown and agrees to, of rows of a file, a saved plan, or a run that is undone. */
export interface Drafted {
  invocation: Invocation;
  operation: Operation;
  draft: Draft;
  /** The sheet of a workbook. */
  sheet?: string | undefined;
  /** It was made some time ago: its rows are compared with the shop again before they are sent. */
  isOlder?: boolean;
  /** The run that it takes back. */
  undone?: { run: string; createdAt: string };
}
