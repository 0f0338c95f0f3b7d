import type { Operation } from '../../changes/operation.ts';
import type { Manifest } from '../../runs/journal/manifest.ts';
import type { Recording } from '../../runs/recording.ts';
import type { RowFile } from '../../runs/rows/row-file.ts';
import type { Invocation } from '../invocation.ts';

/** What a command line asks of a run. The manifest keeps its options. */
export interface RunRequest extends Pick<Manifest, 'options' | 'shard'> {
  operation: Operation;
  failedOut: string | undefined;
  planTo?: string | undefined;
}

/**
 * A run that this process works on. There are three ways to one: `--from` begins it (from-file.ts), `runs resume` goes on with
 * it (runs/resume-run.ts), `runs undo` begins one of rows that it writes itself (runs/undo-run.ts). Then all are the same, in
 * many-rows.ts up to `begin`, and in run-to-end.ts from there on:
 *
 *   plan    the rows of `file` are read and compared with the shop, without those that are done by `recording.state`
 *   ask     a person agrees to the plan, or the guards of the profile refuse it
 *   begin   `recording` gets a manifest: from now on, the run can't be discarded, only resumed
 *   send    row by row, under the lock; the intent of a row is on disk before its request leaves
 *   end     the journal says that all rows were reached, unless the run was stopped; rows that are not done are an error
 */
export interface Run extends RunRequest {
  invocation: Invocation;
  file: RowFile;
  recording: Recording;
  /** The run that this one undoes, and when the undo begins, what it was and how often it had been resumed. */
  undoes?: string | undefined;
  undone?: (Pick<Manifest, 'operation' | 'createdAt'> & { epoch: number }) | undefined;
  isInteractive: boolean;
  /** A person has read the plan above the question: the end says nothing of it again. */
  wasShown?: boolean | undefined;
  /** How many rows may close their listings, at the most; undefined if any may that may close one at all. */
  mostClosings?: number | undefined;
}
