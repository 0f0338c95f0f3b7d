import { constants, fstatSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../../disk/folders.ts';
import { openOwnFile } from '../../disk/own-files.ts';
import { JournalFailed, journalStolen } from './errors.ts';
import type { RunLock } from './lock.ts';
import { encode, isBeginning, type JournalRecord, type Link } from './records.ts';

/** The longest delay of an enqueued record, in milliseconds; a crash may lose as much. */
const enqueueWaitMs = 100;

/** How long an appended record may wait for others to share its sync, in milliseconds. */
const appendWaitMs = 1;

/** Enqueued records are written once they have this many characters, to limit memory. */
const groupLength = 64 * 1024;

/**
 * Opens a journal to append at `at`, where reading it ended; a torn record there is cut off first. After any failure,
 * every call throws `JournalFailed` and nothing is retried: after a failed sync, the content of the disk is unknown. `check` is
 * called before each write, and fails if this process may not write any more.
 */
export const openJournal = async (
  path: string,
  at: Link & { offset: number },
  check?: RunLock['check'],
): Promise<Journal> => {
  try {
    await cutTornRecord(path, at);
    await syncDirectory(dirname(path));
    return new Journal(path, await openOwnFile(path, constants.O_WRONLY | constants.O_APPEND), at, check);
  } catch (error) {
    throw asFailure(error, path);
  }
};

/**
 * Cuts off an unfinished record after `at.offset`. Anything else there means that the file has changed since it was read:
 * `JournalFailed`. At offset 0, a missing journal is created.
 */
const cutTornRecord = async (path: string, at: Link & { offset: number }): Promise<void> => {
  const create = at.offset === 0 ? constants.O_CREAT : 0;
  const file = await openOwnFile(path, constants.O_RDWR | create);
  try {
    const { size } = await file.stat();
    if (size === at.offset) return;
    if (size < at.offset || !isBeginning(await tailOf(file, at.offset, size), at))
      throw journalStolen(path, at.offset, size);
    await file.truncate(at.offset);
    await file.datasync();
  } finally {
    await file.close();
  }
};

const tailOf = async (file: FileHandle, from: number, to: number): Promise<Uint8Array> => {
  const tail = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(tail, 0, tail.length, from);
  return tail.subarray(0, bytesRead);
};

const asFailure = (error: unknown, path: string): JournalFailed => {
  if (error instanceof JournalFailed) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new JournalFailed(path, code ?? message, { cause: error });
};

interface PendingGroup {
  count: number;
  group: Promise<void>;
  begin(group: Promise<void>): void;
}

export class Journal {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #check: RunLock['check'];
  #last: Link;
  /** The group that is being written, or that failed. */
  #written: JournalRecord[] = [];
  #waiting: JournalRecord[] = [];
  #text = '';
  /** The bytes that are being written, and the size of the file as this process left it. */
  #bytes: Uint8Array = Buffer.alloc(0);
  #size: number;
  #timer: NodeJS.Timeout | undefined;
  #pending: PendingGroup | undefined;
  /** The current or last group; rejects if any group before it failed. */
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: JournalFailed | undefined;

  constructor(
    path: string,
    file: FileHandle,
    { seq, sum, offset }: Link & { offset: number },
    check: RunLock['check'] = () => undefined,
  ) {
    this.#path = path;
    this.#file = file;
    this.#check = check;
    this.#last = { seq, sum };
    this.#size = offset;
  }

  /**
   * Resolves when the record is synced to disk. Records share a sync, which starts when `groupSize` of them wait, or after a
   * millisecond.
   */
  async append(record: JournalRecord, groupSize = 1): Promise<void> {
    this.#take(record);
    if (this.#next) return this.#next;
    this.#pending ??= this.#startPending();
    const { group } = this.#pending;
    if (++this.#pending.count >= groupSize) this.#writeNext();
    return group;
  }

  /**
   * Does not wait: the record is written with the next group, within 100 milliseconds. After a failure, it is kept for
   * `unsynced`.
   */
  enqueue(record: JournalRecord): void {
    if (this.#failure) this.#waiting.push(record);
    this.#take(record);
    if (this.#text.length >= groupLength) this.#writeNext();
    else if (!this.#next) this.#timer ??= setTimeout(() => this.#writeNext(), enqueueWaitMs);
  }

  flush(): Promise<void> {
    return this.#waiting.length > 0 ? this.#writeNext() : this.#running;
  }

  /** The records that may not be on disk, in order. */
  unsynced(): readonly JournalRecord[] {
    return [...this.#written, ...this.#waiting];
  }

  /** For a process that ends now: writes what waits without a sync. Writes nothing if the file is closed or has changed. */
  writeNow(): void {
    if (this.#failure || this.#file.fd < 0 || fstatSync(this.#file.fd).size !== this.#size) return;
    this.#write(Buffer.concat([this.#bytes, Buffer.from(this.#text)]));
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#file.close();
    }
  }

  #take(record: JournalRecord): void {
    if (this.#failure) throw this.#failure;
    const { seq, sum, text } = encode(record, this.#last);
    this.#last = { seq, sum };
    this.#waiting.push(record);
    this.#text += text;
  }

  #startPending(): PendingGroup {
    const timer = setTimeout(() => this.#writeNext(), appendWaitMs);
    let begin: PendingGroup['begin'] = () => {};
    const group = new Promise<void>((resolve) => {
      begin = (written) => {
        clearTimeout(timer);
        resolve(written);
      };
    });
    return { count: 0, group, begin };
  }

  /** Schedules the next group. Groups are written one at a time; records that arrive meanwhile form the next one. */
  #writeNext(): Promise<void> {
    if (this.#next) return this.#next;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = this.#running.then(() => this.#writeGroup());
    this.#running = this.#next;
    this.#pending?.begin(this.#next);
    this.#pending = undefined;
    // A failure reaches everyone who awaits the group, and every later call; for enqueued records, nobody may be waiting.
    this.#running.catch(() => {});
    return this.#next;
  }

  async #writeGroup(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#bytes = bytes;
    this.#written = this.#waiting;
    this.#waiting = [];
    this.#text = '';
    this.#next = undefined;
    try {
      this.#check();
      // Synchronous, since both only reach the page cache: a thread pool would take longer.
      this.#checkSize();
      this.#write(bytes);
      this.#bytes = Buffer.alloc(0);
      this.#size += bytes.length;
      await this.#file.datasync();
      // If another process has written meanwhile, the file is too long for the later one of the two at least, which stops. So
      // every record that counts was written by a process that had read all before it.
      this.#checkSize();
      this.#written = [];
    } catch (error) {
      this.#failure = asFailure(error, this.#path);
      throw this.#failure;
    }
  }

  #checkSize(): void {
    const { size } = fstatSync(this.#file.fd);
    if (size !== this.#size) throw journalStolen(this.#path, this.#size, size);
  }

  #write(bytes: Buffer): void {
    // A disk that fills up writes a part without an error; the reason comes with the next write.
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file.fd, bytes, written);
  }
}
