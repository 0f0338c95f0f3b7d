import { type FileHandle, lstat, open, stat, unlink } from 'node:fs/promises';
import { systemReason, writeReason } from '../../disk/errors.ts';
import { unreadableInput, unwritableRows } from './errors.ts';

export interface RowSource {
  path: string;
  /** The name for messages; a pipe's rows are read from a copy that the user does not know. */
  called: string;
}

const chunkBytes = 64 * 1024;

/** Each chunk of a regular file is valid until the next one is requested. Throws the signal's reason once it is aborted. */
export async function* bytesOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const file = await opened(source);
  const buffer = Buffer.allocUnsafe(chunkBytes);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await readable(source, () => file.read(buffer, 0, chunkBytes));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

const opened = async (source: RowSource): Promise<FileHandle> => {
  const { path, called } = source;
  const there = await readable(source, () => stat(path));
  if (there.isDirectory()) throw unreadableInput(called, 'it is a directory');
  // Opening a pipe would block until it has a writer, and rows are read more than once.
  if (!there.isFile()) throw unreadableInput(called, 'it is not a regular file');
  return readable(source, () => open(path, 'r'));
};

const readable = async <T>({ path, called }: RowSource, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    const reason = (await isBrokenLink(path, error))
      ? 'it is a symbolic link to nothing'
      : systemReason(error);
    throw reason ? unreadableInput(called, reason, { cause: error }) : error;
  }
};

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

/** Copies piped input to a new file of its owner, and syncs it. If that fails, the copy is removed. */
export const spool = async (stdin: AsyncIterable<Uint8Array>, path: string): Promise<void> => {
  const file = await writing(path, () => open(path, 'wx', 0o600));
  try {
    await copy(stdin, file, path);
  } catch (error) {
    await unlink(path);
    throw error;
  }
};

const copy = async (from: AsyncIterable<Uint8Array>, file: FileHandle, path: string): Promise<void> => {
  try {
    for await (const chunk of from) await writing(path, () => file.appendFile(chunk));
    await writing(path, () => file.sync());
  } finally {
    await file.close();
  }
};
