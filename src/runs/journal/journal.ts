import { constants, fstatSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../../files/folders.ts';
import { openOwnFile } from '../../files/own-files.ts';
import { JournalFailed } from './journal-errors.ts';
import type { RunLock } from './lock.ts';
import { encode, type JournalEnd, type JournalRecord, type Link } from './records.ts';

/** The longest delay of an enqueued record, in milliseconds; a crash may lose as much. */
const enqueueWaitMs = 100;

/** How long an appended record may wait for others to share its sync, in milliseconds. */
const appendWaitMs = 1;

/** Enqueued records are written once they have this many characters, to limit memory. */
const groupLength = 64 * 1024;

/**
 * Opens a journal to append where reading it ended; a torn record there is cut off first. A missing one is created only if
 * nothing was read. After any failure, every call throws `JournalFailed` and nothing is retried: after a failed sync, the content
 * of the disk is unknown. `check` is called before each write, and fails if this process may not write any more.
 */
export const openJournal = async (
  path: string,
  end: JournalEnd,
  check?: RunLock['check'],
): Promise<Journal> => {
  let file: FileHandle | undefined;
  try {
    const { O_WRONLY, O_APPEND, O_CREAT } = constants;
    file = await openOwnFile(path, O_WRONLY | O_APPEND | (end.offset === 0 ? O_CREAT : 0));
    checkSize(file, path, end.offset + end.torn);
    if (end.torn > 0) {
      await file.truncate(end.offset);
      await file.datasync();
    }
    await syncDirectory(dirname(path));
    return new Journal(path, file, end, check);
  } catch (error) {
    await file?.close();
    throw asFailure(error, path);
  }
};

/** Another size means that another process has written to the file. */
const checkSize = (file: FileHandle, path: string, expected: number): void => {
  const { size } = fstatSync(file.fd);
  if (size !== expected)
    throw new JournalFailed(path, `another process has changed it (it has ${size} bytes, not ${expected})`, {
      remedy: 'Make sure that nothing else works on this run, then resume it.',
    });
};

const asFailure = (error: unknown, path: string): JournalFailed => {
  if (error instanceof JournalFailed) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new JournalFailed(path, code ?? message, { cause: error });
};

/** Records that share a write and a sync. These start after `ms` or with `begin`, once the group before is on disk. */
interface Group {
  begin(): void;
  /** Rejects if this group or any before it failed. */
  written: Promise<void>;
  appended: number;
  ms: number;
  timer?: NodeJS.Timeout;
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
  /** The group that gathers records, and the last one that any record is in. */
  #next: Group | undefined;
  #lastWritten: Promise<void> = Promise.resolve();
  #failure: JournalFailed | undefined;

  constructor(
    path: string,
    file: FileHandle,
    { seq, sum, offset }: JournalEnd,
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
    const group = this.#groupWithin(appendWaitMs);
    group.appended += 1;
    if (group.appended >= groupSize) group.begin();
    return group.written;
  }

  /**
   * Does not wait: the record is written with the next group, within 100 milliseconds. After a failure, it is kept for
   * `unsynced`.
   */
  enqueue(record: JournalRecord): void {
    if (this.#failure) this.#waiting.push(record);
    this.#take(record);
    const group = this.#groupWithin(enqueueWaitMs);
    if (this.#text.length >= groupLength) group.begin();
  }

  flush(): Promise<void> {
    this.#next?.begin();
    return this.#lastWritten;
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

  /** Records that arrive before a group begins are part of it. */
  #groupWithin(ms: number): Group {
    this.#next ??= this.#newGroup();
    const group = this.#next;
    if (ms < group.ms) {
      clearTimeout(group.timer);
      group.timer = setTimeout(group.begin, ms);
      group.ms = ms;
    }
    return group;
  }

  #newGroup(): Group {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const written = Promise.all([this.#lastWritten, begun]).then(() => this.#writeGroup());
    // A failure reaches everyone who awaits the group, and every later call; for enqueued records, nobody may be waiting.
    written.catch(() => {});
    this.#lastWritten = written;
    return { begin, written, appended: 0, ms: Number.POSITIVE_INFINITY };
  }

  async #writeGroup(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#bytes = bytes;
    this.#written = this.#waiting;
    this.#waiting = [];
    this.#text = '';
    clearTimeout(this.#next?.timer);
    this.#next = undefined;
    try {
      this.#check();
      // Synchronous, since both only reach the page cache: a thread pool would take longer.
      checkSize(this.#file, this.#path, this.#size);
      this.#write(bytes);
      this.#bytes = Buffer.alloc(0);
      this.#size += bytes.length;
      await this.#file.datasync();
      // If another process has written meanwhile, the file is too long for the later one of the two at least, which stops. So
      // every record that counts was written by a process that had read all before it.
      checkSize(this.#file, this.#path, this.#size);
      this.#written = [];
    } catch (error) {
      this.#failure = asFailure(error, this.#path);
      throw this.#failure;
    }
  }

  #write(bytes: Buffer): void {
    // A disk that fills up writes a part without an error; the reason comes with the next write.
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file.fd, bytes, written);
  }
}
