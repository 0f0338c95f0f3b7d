import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from 'atomically';
import { BatchedFile } from '../../disk/batched-file.ts';
import { ifMissing } from '../../disk/if-missing.ts';
import { openOwnFile, readOwnFile } from '../../disk/own-files.ts';
import { parsedJson } from '../../json/parsed.ts';
import { mayBeIncomplete } from './folder.ts';

/** What is known about the downloaded part of a file, as its host sent it. */
export interface PartFacts {
  /** How many bytes, from the first one on. */
  have: number;
  /** How many bytes the whole file has, if the host said so. */
  total: number | undefined;
  etag: string | undefined;
  /** Its Content-Encoding, empty for none. */
  encoding: string;
}

/** The file that holds the part. It grows during a download. */
export const partPath = (folder: string): string => join(folder, 'part');

/**
 * The part of a feed that was downloaded so far: the bytes as the host sent them, since the rest can only be requested
 * in the same form, and beside them what is known about the file.
 */
export class PartFile {
  readonly #path: string;
  readonly #factsPath: string;
  #file: FileHandle | undefined;
  #bytes: BatchedFile | undefined;

  constructor(folder: string) {
    this.#path = partPath(folder);
    this.#factsPath = join(folder, 'part.facts');
  }

  /** Opens what an earlier download left, to continue it; undefined if it can't be trusted. */
  async reopen(): Promise<PartFacts | undefined> {
    const facts = await this.#readFacts();
    if (!facts) return undefined;
    this.#file = await openOwnFile(this.#path, constants.O_RDWR);
    this.#bytes = new BatchedFile(this.#file, { length: facts.have });
    return facts;
  }

  /** Starts over. The old file is unlinked, so that a process that still writes it does not write into the new one. */
  async begin({ have: _, ...facts }: PartFacts): Promise<void> {
    await this.drop();
    this.#file = await open(this.#path, 'wx', 0o600);
    this.#bytes = new BatchedFile(this.#file);
    await writeFile(this.#factsPath, JSON.stringify(facts), { mode: 0o600, fsync: false });
  }

  append(piece: Buffer): Promise<void> {
    return this.#open().bytes.write(piece);
  }

  /** The bytes that were there when the part was reopened. */
  async *replay(): AsyncGenerator<Buffer> {
    const { length } = this.#open().bytes;
    if (length > 0)
      yield* createReadStream(this.#path, {
        end: length - 1,
        highWaterMark: 1024 * 1024,
      }) as AsyncIterable<Buffer>;
  }

  /** Writes what is left and closes the file. Returns its path; undefined if it does not have exactly `length` bytes. */
  async finish(length: number): Promise<string | undefined> {
    const { bytes, file } = this.#open();
    await bytes.settle();
    const [ours, there] = await Promise.all([file.stat(), stat(this.#path)]);
    await this.abandon();
    // Another process may have taken over and started its own file.
    const isOurs = ours.ino === there.ino && ours.dev === there.dev && bytes.length === length;
    return isOurs && ours.size === length ? this.#path : undefined;
  }

  /** Closes the file, and keeps it for a later download. */
  async close(): Promise<void> {
    await this.#bytes?.settle();
    await this.abandon();
  }

  /** Closes the file as it is, and leaves it to another process. */
  async abandon(): Promise<void> {
    const file = this.#file;
    this.#bytes = this.#file = undefined;
    await file?.close();
  }

  /** Removes the file and its facts. */
  async drop(): Promise<void> {
    await this.abandon();
    await rm(this.#factsPath, { force: true });
    await rm(this.#path, { force: true });
  }

  #open(): { file: FileHandle; bytes: BatchedFile } {
    if (!this.#file || !this.#bytes) throw new Error('the part of the feed is not open');
    return { file: this.#file, bytes: this.#bytes };
  }

  async #readFacts(): Promise<PartFacts | undefined> {
    const there = await stat(this.#path).catch(ifMissing(undefined));
    if (!there || mayBeIncomplete(there.mtimeMs)) return undefined;
    return asFacts(parsedJson(readOwnFile(this.#factsPath) ?? ''), there.size);
  }
}

const asFacts = (facts: unknown, have: number): PartFacts | undefined => {
  const { etag, total, encoding } = { ...(facts as Partial<Record<keyof PartFacts, unknown>>) };
  if (typeof encoding !== 'string' || have === 0) return undefined;
  return {
    have,
    total: typeof total === 'number' ? total : undefined,
    etag: typeof etag === 'string' ? etag : undefined,
    encoding,
  };
};
