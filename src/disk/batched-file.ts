import type { FileHandle } from 'node:fs/promises';

const batchBytes = 1024 * 1024;
// Slow data is written, too, so that the file visibly grows and little is lost if the process dies.
const batchMs = 1000;

// The disk then works while the rest arrives, and there is little to wait for at the end.
const syncedBytes = 32 * 1024 * 1024;

interface BatchedFileOptions {
  /** How many bytes are already there. Writing continues after them. */
  length?: number;
  /** Whether `sync` will be called, so that bytes should be synced along the way. */
  synced?: boolean;
}

/** Writes many small pieces in large steps, while its caller continues. */
export class BatchedFile {
  /** How many bytes were accepted, written or not. */
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

  /** Takes a piece. Waits while two earlier steps are unwritten. Fails if an earlier step failed. */
  async write(piece: Buffer): Promise<void> {
    this.#batch.push(piece);
    this.#batchLength += piece.length;
    this.length += piece.length;
    if (this.#batchLength >= batchBytes || performance.now() - this.#begun > batchMs) await this.#begin();
  }

  /** Waits until everything that was accepted is written. */
  async settle(): Promise<void> {
    if (this.#batchLength > 0) await this.#begin();
    await this.#writing;
  }

  /** Waits until everything that was accepted is on the disk. */
  async sync(): Promise<void> {
    await this.settle();
    await this.#syncing;
    await this.#file.sync();
  }

  async #begin(): Promise<void> {
    await this.#writing;
    this.#begun = performance.now();
    // At an explicit position, so that two processes that write the same bytes do no harm.
    this.#writing = this.#writeAll(this.#batch, this.length - this.#batchLength);
    // The next caller that waits gets the failure.
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
    // The system writes less than it was given only if space runs out, and reports that when it is given the rest.
    let at = bytesWritten;
    for (const bytes = Buffer.concat(pieces); at < bytes.length; )
      at += (await this.#file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
}
