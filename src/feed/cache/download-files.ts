import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchedFile } from '../../disk/batched-file.ts';
import { FeedCacheUnusable } from './errors.ts';
import { asCacheError } from './folder.ts';
import type { Lock } from './lock.ts';
import { type PartFacts, PartFile } from './part-file.ts';

const prefix = 'inflated-';

// A twentieth of the disk is left to others, or 256 MiB of a large one.
const shareLeft = 0.05;
const mostLeft = 256 * 1024 * 1024;
const lookAtRoomEvery = 16 * 1024 * 1024;

/**
 * The files of a download: the part, and the decompressed bytes if the host sends them compressed. If they can't be
 * written, they are given up, and the download continues without them. The folder's lock must be held.
 */
export class DownloadFiles {
  /** Why they were given up. */
  failure: FeedCacheUnusable | undefined;
  readonly #folder: string;
  readonly #lock: Lock;
  readonly #part: PartFile;
  /** How many bytes were written since the room on the disk was looked at. */
  #sinceLook = 0;
  /** The decompressed bytes, if the host sends them compressed. */
  #inflated: { path: string; file: FileHandle; bytes: BatchedFile } | undefined;

  constructor(folder: string, lock: Lock) {
    this.#folder = folder;
    this.#lock = lock;
    this.#part = new PartFile(folder);
  }

  /** What an earlier download left; undefined if there is nothing to continue. */
  async reopen(): Promise<PartFacts | undefined> {
    return this.#attempt(async () => {
      this.#holdLock();
      for (const name of await readdir(this.#folder))
        if (name.startsWith(prefix)) await rm(join(this.#folder, name), { force: true });
      return this.#part.reopen();
    });
  }

  /** Starts a file at its first byte. */
  async begin(facts: PartFacts): Promise<void> {
    await this.#attempt(async () => {
      this.#holdLock();
      await this.#part.begin(facts);
      await this.#leaveRoom(facts.total ?? 0);
    });
  }

  /** Writes bytes as the host sends them. */
  async append(piece: Buffer): Promise<void> {
    if (!this.failure) await this.#write(piece, this.#part);
  }

  /** The bytes that an earlier download left. */
  replay(): AsyncIterable<Buffer> {
    return this.#part.replay();
  }

  /** Says that the bytes are compressed: from now on those that are to be kept go to `appendInflated`. */
  async beginInflated(): Promise<void> {
    if (this.#inflated) return;
    await this.#attempt(async () => {
      const path = join(this.#folder, `${prefix}${randomUUID()}`);
      const file = await open(path, 'wx', 0o600);
      this.#inflated = { path, file, bytes: new BatchedFile(file) };
    });
  }

  async appendInflated(piece: Buffer): Promise<void> {
    const inflated = this.#inflated;
    if (inflated) await this.#write(piece, { append: (bytes) => inflated.bytes.write(bytes) });
  }

  /** Returns the finished file, which must have `length` bytes. Fails with `FeedCacheUnusable`. */
  async finish<Kept>(length: number, adopt: (path: string) => Promise<Kept>): Promise<Kept> {
    const kept = await this.#attempt(async () => {
      const path = await this.#finished(length);
      this.#holdLock();
      if (path === undefined) throw this.#takenOver();
      return adopt(path);
    });
    await this.end(false);
    if (this.failure) throw this.failure;
    return kept as Kept;
  }

  /** Ends the download: what has arrived is kept for later, or dropped. */
  async end(isResumable: boolean): Promise<void> {
    await this.#attempt(async () => {
      if (!isResumable) return this.#drop();
      await this.#dropInflated();
      return this.#part.close();
    });
  }

  async #write(piece: Buffer, to: { append(bytes: Buffer): Promise<void> }): Promise<void> {
    this.#sinceLook += piece.length;
    await this.#attempt(async () => {
      if (this.#sinceLook >= lookAtRoomEvery) {
        this.#sinceLook = 0;
        await this.#leaveRoom(0);
      }
      return to.append(piece);
    });
  }

  /** Fails if the disk, with so many bytes more, had no room left for others. */
  async #leaveRoom(bytes: number): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    if (bavail * bsize - bytes < Math.min(blocks * bsize * shareLeft, mostLeft))
      throw new FeedCacheUnusable(this.#folder, 'there is not enough room on the disk');
  }

  async #finished(length: number): Promise<string | undefined> {
    if (!this.#inflated) return this.#part.finish(length);
    const { path, file, bytes } = this.#inflated;
    await bytes.settle();
    await file.close();
    return bytes.length === length ? path : undefined;
  }

  async #drop(): Promise<void> {
    await this.#dropInflated();
    await (this.#lock.lost() ? this.#part.abandon() : this.#part.drop());
  }

  async #dropInflated(): Promise<void> {
    const inflated = this.#inflated;
    this.#inflated = undefined;
    await inflated?.file.close();
    if (inflated) await rm(inflated.path, { force: true });
  }

  /** Fails once another process has taken the lock, and thereby the files. */
  #holdLock(): void {
    if (this.#lock.lost()) throw this.#takenOver();
  }

  #takenOver(): FeedCacheUnusable {
    return new FeedCacheUnusable(this.#folder, 'another process took over');
  }

  /** Runs a disk operation. If it fails, the files are given up for good. */
  async #attempt<Answer>(run: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.failure) return undefined;
    try {
      return await run();
    } catch (error) {
      const failure = asCacheError(this.#folder, error);
      if (!(failure instanceof FeedCacheUnusable)) throw error;
      this.failure = failure;
      // A file that can't be written can perhaps not be removed either; the next download starts over.
      await this.#drop().catch(() => {});
      return undefined;
    }
  }
}
