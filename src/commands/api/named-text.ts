import { resolve } from 'node:path';
import { systemReason } from '../../files/file-error.ts';
import { namedBytes, textUpTo } from '../../files/named-bytes.ts';
import { UsageError } from '../../line/usage-error.ts';
import type { Io } from '../../terminal/io.ts';

const mebibyte = 1024 * 1024;

/** The text of the file that a flag or argument names, or of stdin for `-`: at most so many bytes, or it is a fault of that name. */
export const namedText = async (name: string, file: string, most: number, io: Io): Promise<string> => {
  const bytes = file === '-' ? io.stdin : namedBytes(resolve(io.cwd, file), io.interruption);
  const text = await textUpTo(most, bytes).catch((error: unknown) => {
    io.interruption.throwIfAborted();
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new UsageError([{ name, message: `can't be read from ${file}: ${reason}` }]);
  });
  if (text === undefined)
    throw new UsageError([{ name, message: `must be at most ${most / mebibyte} MiB long` }]);
  return text;
};
