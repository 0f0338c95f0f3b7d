import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Failure } from '../../failure/failure.ts';
import { fileFailed, usage } from '../../failure/kinds.ts';
import { systemReason, writeReason } from '../../files/file-error.ts';
import { writeWhole } from '../../files/whole-file.ts';
import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';

export interface RowSource {
  path: string;
  /** The name for messages; a pipe's rows are read from a copy that the user does not know. */
  called: string;
}

const chunkBytes = 64 * 1024;

export const notRows = (called: string, problem: string): Failure =>
  usage(`${called} is not a file of rows: ${problem}`, 'Nothing was sent.');

const unreadable = (called: string, reason: string, cause?: unknown): Failure =>
  usage(`can't read ${called}: ${reason}`, 'Nothing was sent.', { cause });

/** The chunks of a regular file. Throws the signal's reason once it is aborted. */
export async function* bytesOf({ path, called }: RowSource, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    // Opening a pipe would block until it has a writer, and rows are read more than once.
    if (await readsOnce(path)) throw unreadable(called, 'it is not a regular file');
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      signal?.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    const reason = systemReason(error);
    throw reason ? unreadable(called, reason, error) : error;
  }
}

/** Turns a system error of a write into ours: of the copy of piped input, or the file of --failed-out. */
export const writing = async <T>(path: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    const reason = writeReason(error);
    if (!reason) throw error;
    throw fileFailed(
      `${path} can't be written: ${reason}`,
      proposal(
        'Make room, or name a place that you may write to. To see what was run:',
        resaleLine('runs list'),
      ),
      { cause: error },
    );
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
    throw reason ? unreadable('what is piped', reason, error) : error;
  }
}
