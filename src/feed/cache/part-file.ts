import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from 'atomically';
import { BatchedFile } from '../../disk/batched-file.ts';
import { mayHaveHoles } from '../../disk/holes.ts';
import type { PartFacts } from '../download/resume.ts';

/** Where the part is that was downloaded so far; it grows while a download gets on. */
export const partPath = (folder: string): string => join(folder, 'part');

/**
 * The part of a feed that was downloaded so far, in a folder: the bytes as the host sent them, since those are what
 * the rest of a file can be asked for behind, and beside them what is known of the file.
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

  /** Opens what an earlier download left, to go on behind it; undefined where that is nothing to rely on. */
  async reopen(): Promise<PartFacts | undefined> {
    const facts = await this.#readFacts();
    if (!facts) return undefined;
    this.#file = await open(this.#path, 'r+');
    this.#bytes = new BatchedFile(this.#file, { length: facts.have });
    return facts;
  }

  /** Begins anew. The old file is left to whoever still writes it, so that nobody writes into another's. */
  async begin({ have: _, ...facts }: PartFacts): Promise<void> {
    await this.drop();
    this.#file = await open(this.#path, 'wx', 0o600);
    this.#bytes = new BatchedFile(this.#file);
    await writeFile(this.#factsPath, JSON.stringify(facts), { mode: 0o600, fsync: false });
  }

  append(piece: Buffer): Promise<void> {
    return this.#open().bytes.write(piece);
  }

  /** The bytes that were there when it was reopened. */
  async *replay(): AsyncGenerator<Buffer> {
    const { length } = this.#open().bytes;
    if (length > 0)
      yield* createReadStream(this.#path, {
        end: length - 1,
        highWaterMark: 1024 * 1024,
      }) as AsyncIterable<Buffer>;
  }

  /** Writes the last of it, and closes it; gives its path, or undefined where not so many bytes are there. */
  async finish(length: number): Promise<string | undefined> {
    const { bytes, file } = this.#open();
    await bytes.settle();
    const [ours, there] = await Promise.all([file.stat(), stat(this.#path)]);
    await this.abandon();
    // Another process may have taken over, and begun a file of its own.
    const isOurs = ours.ino === there.ino && ours.dev === there.dev && bytes.length === length;
    return isOurs && ours.size === length ? this.#path : undefined;
  }

  /** Keeps what is there for a later download. */
  async close(): Promise<void> {
    await this.#bytes?.settle();
    await this.abandon();
  }

  /** Leaves the files to another process. */
  async abandon(): Promise<void> {
    const file = this.#file;
    this.#bytes = this.#file = undefined;
    await file?.close();
  }

  /** Drops it. */
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
    try {
      const { size, mtimeMs } = await stat(this.#path);
      if (mayHaveHoles(mtimeMs)) return undefined;
      return asFacts(JSON.parse(await readFile(this.#factsPath, 'utf8')), size);
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (isMissing || error instanceof SyntaxError) return undefined;
      throw error;
    }
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
