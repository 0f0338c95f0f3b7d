import { rm } from 'node:fs/promises';
import type { Counts } from '../changes/outcome.ts';
import { exitCodeOf, exitOfRun } from '../failure/codes.ts';
import type { RunDirectory } from './journal/directory.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { lockRun, type RunLock } from './journal/lock.ts';
import { type Manifest, writeManifest } from './journal/manifest.ts';
import { journalStart } from './journal/read.ts';
import type { RecordedRun } from './journal/recorded-run.ts';
import { Replay } from './journal/replay.ts';
import { hashFile, type RowFile } from './rows/row-file.ts';

/** What there is of a run before its rows are planned: of a new one mostly nothing. */
export interface KnownRun {
  directory?: RunDirectory;
  lock?: RunLock;
  /** What was read under that lock, if the run has begun before. */
  recorded?: RecordedRun;
}

/** Where a run is recorded: its directory, lock and journal, and what that says of its rows. */
export class Recording {
  /** Whether the run has begun. Until then it can be discarded, from then on it can be resumed. */
  hasBegun: boolean;
  /** What has become of its rows. */
  readonly state: Replay;
  readonly #make: () => Promise<RunDirectory>;
  readonly #journalEnd: RecordedRun['journalEnd'];
  #directory: RunDirectory | undefined;
  #lock: RunLock | undefined;
  #journal: Journal | undefined;

  /** `make` makes its directory, once that is needed. */
  constructor(make: () => Promise<RunDirectory>, { directory, lock, recorded }: KnownRun = {}) {
    this.#make = make;
    this.#directory = directory;
    this.#lock = lock;
    this.hasBegun = recorded !== undefined;
    this.state = recorded?.state ?? new Replay();
    this.#journalEnd = recorded?.journalEnd ?? journalStart;
  }

  async directory(): Promise<RunDirectory> {
    this.#directory ??= await this.#make();
    return this.#directory;
  }

  /** Keeps the run from now on: a new one gets its manifest. */
  async begin(asked: Omit<Manifest, 'version' | 'input' | 'createdAt'>, file: RowFile): Promise<void> {
    if (this.hasBegun) return;
    const { sha256, size } = await hashFile(file.path);
    const directory = await this.directory();
    const path = file.path === directory.input ? undefined : file.path;
    this.state.rows = asked.rows;
    await writeManifest(directory, {
      version: 1,
      ...asked,
      input: { path, sha256, size, format: file.format },
      createdAt: new Date().toISOString(),
    });
    this.hasBegun = true;
  }

  /** Removes what was made for a run that has not begun, and releases the lock of any. */
  async discard(): Promise<void> {
    if (!this.hasBegun && this.#directory) await rm(this.#directory.path, { recursive: true, force: true });
    await this.#lock?.release();
  }

  /** Opens the journal to record what is done to the rows, under the lock of the run. */
  async open(tool: string): Promise<Journal> {
    const directory = await this.directory();
    this.#lock ??= await lockRun(directory);
    try {
      this.#journal = await openJournal(directory.journal, this.#journalEnd, this.#lock.check);
      const epoch = { kind: 'epoch', at: new Date().toISOString(), tool, pid: process.pid } as const;
      await this.#journal.append(epoch);
      this.state.take(epoch);
      return this.#journal;
    } catch (error) {
      await this.#lock.release();
      throw error;
    }
  }

  /**
   * Closes the journal, and releases the lock. A run that reached all rows gets an `end` record with their `counts`; a stopped
   * one does not, and can be resumed. Throws if anything may not be on disk.
   */
  async close(counts: Counts | undefined): Promise<void> {
    try {
      if (counts) {
        const exitCode = exitCodeOf(exitOfRun(counts));
        this.#journal?.enqueue({ kind: 'end', exitCode, counts, at: new Date().toISOString() });
      }
      await this.#journal?.close();
    } finally {
      await this.#lock?.release();
    }
  }
}
