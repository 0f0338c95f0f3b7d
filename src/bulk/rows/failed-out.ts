import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writing } from './bytes.ts';
import { UnwritableRows } from './errors.ts';
import type { RowFile } from './row-file.ts';

const batchLength = 64 * 1024;

/**
 * Writes the failed rows of an input to a file, unchanged and in the same format, and returns how many. The file appears
 * under its name only when it is complete. Rows with an empty `raw` can't be written. Throws `UnwritableRows`.
 */
export const writeFailed = async (
  input: RowFile,
  isFailed: (rowNumber: number) => boolean,
  path: string,
): Promise<number> => {
  const target = await writing(path, () => targetOf(path));
  const temporary = join(dirname(target), `.resale-${randomUUID()}.part`);
  const file = await writing(path, () => open(temporary, 'wx'));
  try {
    const count = await writeRows(input, isFailed, (text) => writing(path, () => file.appendFile(text)));
    await writing(path, () => settle(file));
    await writing(path, () => rename(temporary, target));
    return count;
  } catch (error) {
    await file.close();
    await unlink(temporary);
    throw error;
  }
};

const writeRows = async (
  { frame, rows }: RowFile,
  isFailed: (rowNumber: number) => boolean,
  write: (text: string) => Promise<void>,
): Promise<number> => {
  let count = 0;
  let text = frame.before;
  for await (const { number, raw } of rows()) {
    if (raw === '' || !isFailed(number)) continue;
    text += count === 0 ? raw : frame.between + raw;
    count += 1;
    if (text.length < batchLength) continue;
    await write(text);
    text = '';
  }
  await write(text + (count === 0 ? '' : frame.afterLast) + frame.after);
  return count;
};

const settle = async (file: FileHandle) => {
  await file.sync();
  await file.close();
};

/** Resolves the symbolic links of a path. */
const targetOf = async (path: string): Promise<string> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (there && !there.isFile()) throw new UnwritableRows(path, 'it is not a regular file');
  return there ? realpath(path) : path;
};
