import { rm } from 'node:fs/promises';
import type { Counts } from '../changes/outcome.ts';
import { type RunDirectory, stateOf } from './directory.ts';
import { feed, takeBack } from './handed-out.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { lockRun, type RunLock } from './journal/lock.ts';
import { type Manifest, writeManifest } from './journal/manifest.ts';
import { journalStart } from './journal/records.ts';
import { Replay } from './journal/run-state.ts';
import type { RecordedRun } from './recorded-run.ts';
import { hashFile, type RowFile } from './rows/row-file.ts';

/** What exists of a run before it is planned. A new run without a name has nothing yet. */
export interface KnownRun {
  directory?: RunDirectory;
  lock?: RunLock;
  recorded?: RecordedRun;
  /** Throws if the run may not begin any more: this process was suspended, and another one has begun it. */
  check?: RunLock['check'];
}

export class Recording {
  /** A run that has not begun can be discarded; afterwards it can only be resumed. */
  get hasBegun(): boolean {
    return this.#manifest !== undefined;
  }
  #manifest: Manifest | undefined;
  readonly state: Replay;
  readonly #make: () => Promise<RunDirectory>;
  readonly #journalEnd: RecordedRun['journalEnd'];
  readonly #check: RunLock['check'] | undefined;
  #directory: RunDirectory | undefined;
  #lock: RunLock | undefined;
  #journal: Journal | undefined;

  /** `make` creates the directory when it is first needed. */
  constructor(make: () => Promise<RunDirectory>, { directory, lock, recorded, check }: KnownRun = {}) {
    this.#make = make;
    this.#check = check;
    this.#directory = directory;
    this.#lock = lock;
    this.#manifest = recorded?.manifest;
    this.state = recorded?.state ?? new Replay();
    this.#journalEnd = recorded?.journalEnd ?? journalStart;
  }

  async directory(): Promise<RunDirectory> {
    this.#directory ??= await this.#make();
    return this.#directory;
  }

  /**
   * Writes the manifest of a new run, which then is kept. Refuses rows that another run has sent or is about to send: see
   * handed-out.ts.
   */
  async begin(
    asked: Omit<Manifest, 'version' | 'input' | 'createdAt'>,
    file: RowFile,
    isRepeatable: boolean,
  ): Promise<void> {
    const directory = await this.directory();
    const state = stateOf(directory);
    if (this.#manifest) return takeBack(state, directory.id);
    const { sha256, size } = await hashFile(file.path);
    const path = file.path === directory.input ? undefined : file.path;
    this.state.rows = asked.rows;
    this.state.skipsInvalid = asked.options.skipInvalid === true;
    const manifest: Manifest = {
      version: 1,
      ...asked,
      input: { path, sha256, size, format: file.format },
      createdAt: new Date().toISOString(),
    };
    this.#check?.();
    this.#lock?.check();
    await feed(state, directory.id, { path: file.path, sha256 }, isRepeatable);
    this.#lock?.check();
    await writeManifest(directory, manifest);
    this.#manifest = manifest;
  }

  /** Removes a run that has not begun, unless another process has taken it meanwhile, and releases the lock. */
  async discard(): Promise<void> {
    const isOurs = !this.hasBegun && this.#lock?.isLost() !== true;
    if (isOurs && this.#directory) await rm(this.#directory.path, { recursive: true, force: true });
    await this.#lock?.release();
  }

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
   * A run that reached all rows gets an `end` record with their `counts`; any other can be resumed. Throws if anything may not
   * be on disk.
   */
  async close(counts: Counts | undefined): Promise<void> {
    try {
      if (counts) this.#journal?.enqueue({ kind: 'end', counts, at: new Date().toISOString() });
      await this.#journal?.close();
    } finally {
      await this.#lock?.release();
    }
  }
}
