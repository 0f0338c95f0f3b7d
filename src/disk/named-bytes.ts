import { constants, createReadStream, open } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

// On Linux a pipe nobody writes to yet is opened all the same. Elsewhere it would be taken for one that has ended.
const flags = constants.O_RDONLY | (process.platform === 'linux' ? constants.O_NONBLOCK : 0);

/**
 * The bytes of a file, or of a pipe with a name, such as a shell puts in place of `<(…)`. Fails with the signal's reason
 * once it aborts, and as the system does where there is nothing to read.
 */
export async function* namedBytes(
  path: string,
  signal: AbortSignal,
  chunkSize = 64 * 1024,
): AsyncGenerator<Buffer> {
  const options = { highWaterMark: chunkSize, signal };
  const isPipe = (await stat(path)).isFIFO();
  try {
    yield* isPipe ? await openPipe(path, signal) : createReadStream(path, options);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** A read of a pipe as of a file waits in a thread, where no signal reaches it, and which even the end of the process awaits. */
const openPipe = async (path: string, signal: AbortSignal): Promise<Readable> => {
  const { Socket } = await import('node:net');
  return new Socket({ fd: await promisify(open)(path, flags), readable: true, writable: false, signal });
};
