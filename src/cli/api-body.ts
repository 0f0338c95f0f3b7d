import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { namedBytes } from '../disk/named-bytes.ts';
import { systemReason } from '../disk/system-reason.ts';
import type { Io } from '../terminal/io.ts';
import { UsageError } from './errors.ts';
import type { Invocation } from './invocation.ts';

/** The body of a request from a file, or from stdin with `-`. It must be JSON, and goes out as it is. */
export const readBody = async (from: string, { io }: Invocation): Promise<string> => {
  const body = from === '-' ? await readAll(io.stdin) : await readInput(resolve(io.cwd, from), io);
  try {
    JSON.parse(body);
  } catch {
    throw new UsageError([
      { name: '--input', message: `must be JSON, which ${from === '-' ? 'stdin' : from} is not` },
    ]);
  }
  return body;
};

const readInput = async (path: string, { interruption }: Io): Promise<string> => {
  try {
    return await readAll(namedBytes(path, interruption));
  } catch (error) {
    interruption.throwIfAborted();
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new UsageError([{ name: '--input', message: `can't be read from ${path}: ${reason}` }]);
  }
};
