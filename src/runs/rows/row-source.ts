import { createReadStream } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { systemReason, writeReason } from '../../files/file-error.ts';
import { writeWhole } from '../../files/whole-file.ts';
import { unreadableInput, unwritableRows } from './row-file-errors.ts';

export interface RowSource {
  path: string;
  /** The name for messages; a pipe's rows are read from a copy that the user does not know. */
  called: string;
}

const chunkBytes = 64 * 1024;

/** The chunks of a regular file. Throws the signal's reason once it is aborted. */
export async function* bytesOf({ path, called }: RowSource, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    // Opening a pipe would block until it has a writer, and rows are read more than once.
    if (await readsOnce(path)) throw unreadableInput(called, 'it is not a regular file');
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      signal?.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    const reason = (await isBrokenLink(path, error))
      ? 'it is a symbolic link to nothing'
      : systemReason(error);
    throw reason ? unreadableInput(called, reason, { cause: error }) : error;
  }
}

const isBrokenLink = async (path: string, error: unknown): Promise<boolean> => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false;
  return lstat(path).then(
    (link) => link.isSymbolicLink(),
    () => false,
  );
};

/** Turns a system error of a write into ours. */
export const writing = async <T>(path: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    const reason = writeReason(error);
    throw reason ? unwritableRows(path, reason, { cause: error }) : error;
  }
};

/** Pipes and devices can be read only once, so they are copied. */
export const readsOnce = async (path: string): Promise<boolean> => {
  const there = await stat(path).catch(() => undefined);
  return there !== undefined && !there.isFile() && !there.isDirectory();
};

/** Copies piped input to a file of its owner, which is there once it is whole. */
export const spool = (from: AsyncIterable<Uint8Array>, path: string): Promise<void> =>
  writing(path, () => writeWhole(path, piped(from), { mode: 0o600 }));

async function* piped(from: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* from;
  } catch (error) {
    const reason = systemReason(error);
    throw reason ? unreadableInput('what is piped', reason, { cause: error }) : error;
  }
}
