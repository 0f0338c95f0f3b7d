import { constants, createReadStream, open, promises } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

// On Linux this opens a pipe even if nobody writes to it yet. Elsewhere such a pipe would seem to have ended.
const flags = constants.O_RDONLY | (process.platform === 'linux' ? constants.O_NONBLOCK : 0);

/**
 * The bytes of a file or a named pipe, such as the shell's `<(…)`. Fails with the signal's reason once it aborts, and with the
 * system's error if the file can't be read.
 */
export async function* namedBytes(
  path: string,
  signal: AbortSignal,
  chunkSize = 64 * 1024,
): AsyncGenerator<Buffer> {
  const options = { highWaterMark: chunkSize, signal };
  const isPipe = (await promises.stat(path)).isFIFO();
  try {
    yield* isPipe ? await openPipe(path, signal) : createReadStream(path, options);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** The text of a stream; undefined if it is longer than the limit in bytes. */
export const textUpTo = async (
  most: number,
  source: AsyncIterable<Buffer | string>,
): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > most) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
};

/** Reading a pipe like a file would block a thread that no signal reaches, and on which even the exit would wait. */
const openPipe = async (path: string, signal: AbortSignal): Promise<Readable> => {
  const { Socket } = await import('node:net');
  return new Socket({ fd: await promisify(open)(path, flags), readable: true, writable: false, signal });
};
