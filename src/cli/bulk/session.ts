import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import type { JournalEnd } from '../../bulk/journal/read.ts';
import type { Replay } from '../../bulk/journal/replay.ts';
import type { RowFile } from '../../bulk/rows/row-file.ts';
import type { Fields, Operation } from '../../changes/operation.ts';
import type { Invocation } from '../invocation.ts';

/** What is filled in where a row leaves it out. */
export interface Defaults {
  /** By their fields, as rows have them. */
  fields: Fields;
  /** What gave a field: `--condition`, `the profile`. */
  originOf(field: string): string;
}

/** What a run is asked to do, as its manifest keeps it. */
interface RunRequest extends Pick<Manifest, 'options' | 'shard' | 'undoes'> {
  operation: Operation;
}

/** A request to run the rows of --from. */
export interface FileRequest extends RunRequest {
  from: string;
  /** What gave the values that are filled in. */
  originOf?: Defaults['originOf'] | undefined;
  failedOut: string | undefined;
  /** Where to write the plan, instead of running it. */
  planTo: string | undefined;
}

/** Where a run is recorded, and what its journal says so far. */
export interface Recording {
  /** Whether it has begun before: then it is resumed. */
  hasBegun: boolean;
  state: Replay;
  journalEnd: JournalEnd;
  /** Its lock, if it was locked before it was planned. */
  lock: RunLock | undefined;
  /** The name of the run; `plan` if nothing will be sent. */
  id(): Promise<string>;
  /** The directory of the run. A new one gets its manifest now, and is kept from then on. */
  begin(run: Begun): Promise<RunDirectory>;
  /** Called if nothing is sent: what was made for the run is removed, and its lock released. */
  discard(): Promise<void>;
}

/** What the manifest of a new run says, apart from what the recording knows itself. */
interface Begun extends Pick<Manifest, 'operation' | 'options' | 'shard' | 'undoes' | 'rows'> {
  format: RowFile['format'];
}

/** A run that this process works on, from its rows to its end: one of a file, the rest of one, or an undo. */
export interface RunSession extends RunRequest, Pick<FileRequest, 'originOf' | 'failedOut'> {
  invocation: Invocation;
  file: RowFile;
  recording: Recording;
  /** Of an undo, what the run was that it takes back. */
  undone?: Pick<Manifest, 'operation' | 'createdAt'> | undefined;
  /** Whether somebody is there who has to agree. */
  isAttended: boolean;
  /** Where to write the plan, instead of running it. */
  planTo?: string | undefined;
  /** The line that does the same again, if nothing is there to be resumed when a read fails. */
  again: string | undefined;
}
