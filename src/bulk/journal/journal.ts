import { fstatSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { JournalFailed, JournalStolen } from './errors.ts';
import { encode, type Link } from './line.ts';
import { mendTail } from './mend.ts';
import type { JournalRecord } from './records.ts';
import { syncDirectory } from './sync-directory.ts';

/** The records of one run, in the order in which they were given. */
export interface Journal {
  /**
   * Resolves when the fdatasync that covers the record has returned. Records share a sync where as many as `company`
   * wait for one, which is not waited for longer than a moment.
   */
  append(record: JournalRecord, company?: number): Promise<void>;
  /** Written with the next group, not waited for. A group begins by itself soon after. */
  note(record: JournalRecord): void;
  /** All that was noted is on disk. */
  flush(): Promise<void>;
  /** The records that are not surely on disk, in their order: after a failure, they may be there or not. */
  unsynced(): readonly JournalRecord[];
  /** Flushes, and lets the file go. */
  close(): Promise<void>;
}

/** The longest that a noted record waits for company, in milliseconds: it is what a crash may cost. */
const longestWaitMs = 100;

/** The longest that a record which somebody waits for waits for company, in milliseconds. */
const momentMs = 1;

/** Characters that are enough for a group, whoever waits for it: so memory stays small. */
const groupLength = 64 * 1024;

/**
 * Opens a journal to go on at `at`, where reading it ended; a torn record there is cut off first. Where anything fails,
 * now or later, that is told as JournalFailed, at every call from then on, and nothing is tried again: after a failed
 * sync nobody knows what is on the disk.
 */
export const openJournal = async (path: string, at: Link & { offset: number }): Promise<Journal> => {
  try {
    await mendTail(path, at);
    await syncDirectory(dirname(path));
    return new FileJournal(path, await open(path, 'a'), at);
  } catch (error) {
    throw asFailure(error, path, at.seq);
  }
};

const asFailure = (error: unknown, path: string, synced: number): JournalFailed => {
  if (error instanceof JournalFailed) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new JournalFailed(path, code ?? message, synced, { cause: error });
};

interface Gathering {
  count: number;
  /** The group that takes them. */
  group: Promise<void>;
  begin(group: Promise<void>): void;
}

class FileJournal implements Journal {
  readonly #path: string;
  readonly #file: FileHandle;
  /** Behind the last record that was given. */
  #last: Link;
  /** Behind the last record that is surely on disk. */
  #synced: { seq: number; offset: number };
  /** What the group that is being written has, or the one that failed. */
  #written: JournalRecord[] = [];
  #waiting: JournalRecord[] = [];
  #text = '';
  #timer: NodeJS.Timeout | undefined;
  /** Those who wait for the next group before it is called for. */
  #gathering: Gathering | undefined;
  /** The group that is being written, or was last; it fails where any before it did. */
  #running: Promise<void> = Promise.resolve();
  /** The group that takes what waits. */
  #next: Promise<void> | undefined;
  #failure: JournalFailed | undefined;

  constructor(path: string, file: FileHandle, { seq, sum, offset }: Link & { offset: number }) {
    this.#path = path;
    this.#file = file;
    this.#last = { seq, sum };
    this.#synced = { seq, offset };
  }

  async append(record: JournalRecord, company = 1): Promise<void> {
    this.#take(record);
    if (this.#next) return this.#next;
    this.#gathering ??= this.#gather();
    const { group } = this.#gathering;
    if (++this.#gathering.count >= company) this.#writeNext();
    return group;
  }

  note(record: JournalRecord): void {
    this.#take(record);
    if (this.#text.length >= groupLength) this.#writeNext();
    else if (!this.#next) this.#timer ??= setTimeout(() => this.#writeNext(), longestWaitMs);
  }

  flush(): Promise<void> {
    return this.#waiting.length > 0 ? this.#writeNext() : this.#running;
  }

  unsynced(): readonly JournalRecord[] {
    return [...this.#written, ...this.#waiting];
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

  #gather(): Gathering {
    const timer = setTimeout(() => this.#writeNext(), momentMs);
    let begin: Gathering['begin'] = () => {};
    const group = new Promise<void>((resolve) => {
      begin = (written) => {
        clearTimeout(timer);
        resolve(written);
      };
    });
    return { count: 0, group, begin };
  }

  /** One group at a time; what comes while it is written makes up the next one. */
  #writeNext(): Promise<void> {
    if (this.#next) return this.#next;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = this.#running.then(() => this.#writeGroup());
    this.#running = this.#next;
    this.#gathering?.begin(this.#next);
    this.#gathering = undefined;
    // A failure is told to those who wait, and to all who come later; of a noted record nobody may be waiting.
    this.#running.catch(() => {});
    return this.#next;
  }

  async #writeGroup(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    const { seq } = this.#last;
    this.#written = this.#waiting;
    this.#waiting = [];
    this.#text = '';
    this.#next = undefined;
    try {
      // Both only reach the system's memory: handing them to another thread would take longer than they do.
      const { size } = fstatSync(this.#file.fd);
      const { offset } = this.#synced;
      if (size !== offset) throw new JournalStolen(this.#path, offset, size, this.#synced.seq);
      this.#write(bytes);
      await this.#file.datasync();
      this.#synced = { seq, offset: offset + bytes.length };
      this.#written = [];
    } catch (error) {
      this.#failure = asFailure(error, this.#path, this.#synced.seq);
      throw this.#failure;
    }
  }

  #write(bytes: Buffer): void {
    // A disk that fills up takes a part without complaint; it says why not more when it is given the rest.
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file.fd, bytes, written);
  }
}
