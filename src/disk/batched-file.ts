import type { FileHandle } from 'node:fs/promises';

const batchBytes = 1024 * 1024;
// What comes slowly is written all the same, so that it can be seen to grow and little is lost with the process.
const batchMs = 1000;

// The disk is at work while the rest still comes, and little is left to wait for at the end.
const syncedBytes = 32 * 1024 * 1024;

export interface BatchedFileOptions {
  /** How many bytes are there already: it is written behind these. */
  length?: number;
  /** Whether `sync` is going to be called, so that the bytes are to be put on the disk meanwhile. */
  synced?: boolean;
}

/** Writes many small pieces behind one another in large steps, while the writer goes on. */
export class BatchedFile {
  /** How many bytes were handed over, written or not. */
  length: number;
  readonly #file: FileHandle;
  #batch: Buffer[] = [];
  #batchLength = 0;
  #writing: Promise<void> = Promise.resolve();
  #begun = performance.now();
  readonly #synced: boolean;
  #syncing: Promise<void> = Promise.resolve();
  #unsynced = 0;

  /** Writes into an open file. */
  constructor(file: FileHandle, { length = 0, synced = false }: BatchedFileOptions = {}) {
    this.#file = file;
    this.length = length;
    this.#synced = synced;
  }

  /** Takes a piece; waits while more than two steps are not written yet. Fails where an earlier one failed. */
  async write(piece: Buffer): Promise<void> {
    this.#batch.push(piece);
    this.#batchLength += piece.length;
    this.length += piece.length;
    if (this.#batchLength >= batchBytes || performance.now() - this.#begun > batchMs) await this.#begin();
  }

  /** Waits until all that was handed over is written. */
  async settle(): Promise<void> {
    if (this.#batchLength > 0) await this.#begin();
    await this.#writing;
  }

  /** Waits until all that was handed over is on the disk. */
  async sync(): Promise<void> {
    await this.settle();
    await this.#syncing;
    await this.#file.sync();
  }

  async #begin(): Promise<void> {
    await this.#writing;
    this.#begun = performance.now();
    // At its own place, whatever else was written meanwhile: two processes that write the same bytes do no harm.
    this.#writing = this.#writeAll(this.#batch, this.length - this.#batchLength);
    // The failure is told to the next one who waits for it.
    this.#writing.catch(() => {});
    this.#unsynced += this.#batchLength;
    this.#batch = [];
    this.#batchLength = 0;
    if (this.#synced && this.#unsynced >= syncedBytes) this.#syncMeanwhile();
  }

  #syncMeanwhile(): void {
    this.#unsynced = 0;
    this.#syncing = Promise.all([this.#syncing, this.#file.datasync()]).then(() => {});
    this.#syncing.catch(() => {});
  }

  async #writeAll(pieces: Buffer[], position: number): Promise<void> {
    const { bytesWritten } = await this.#file.writev(pieces, position);
    if (bytesWritten === pieces.reduce((sum, { length }) => sum + length, 0)) return;
    // The system takes less than it was given only where room is short, and says so when it is given the rest.
    let at = bytesWritten;
    for (const bytes = Buffer.concat(pieces); at < bytes.length; )
      at += (await this.#file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
}
