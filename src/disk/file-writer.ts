import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

interface FileWriter {
  /** Takes a piece, and waits only while much is unwritten. Fails if an earlier piece failed. */
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Writes small pieces to an open file in large steps, while its caller continues; with `flush`, all of it is on the disk at the end. */
export const fileWriter = (file: FileHandle, flush: boolean): FileWriter => {
  const stream = file.createWriteStream({ highWaterMark: 1024 * 1024, flush });
  // The next write, or the end, fails with the error.
  stream.on('error', () => {});
  return {
    async write(piece) {
      if (stream.errored) throw stream.errored;
      if (!stream.write(piece)) await once(stream, 'drain');
    },
    end: () => finished(stream.end()),
    async close() {
      stream.destroy();
      // What was still being written fails, and that is nothing new.
      if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve));
    },
  };
};
