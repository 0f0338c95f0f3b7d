import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import { writing } from './bytes.ts';

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
