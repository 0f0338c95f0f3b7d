import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';

const largeBytes = 32 * 1024;

interface FileWriter {
  /** Takes a piece, whose memory may be used again once this resolves. Fails if this piece or an earlier one failed. */
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Writes small pieces to an open file in large steps, while its caller continues; with `flush`, all of it is on the disk at the end. */
export const fileWriter = (file: FileHandle, flush: boolean): FileWriter => {
  const stream = file.createWriteStream({ highWaterMark: 1024 * 1024, flush });
  // The next write, or the end, fails with the error.
  stream.on('error', () => {});
  const writeAll = promisify((piece: Buffer, done: (error?: Error | null) => void) =>
    stream.write(piece, done),
  );
  return {
    async write(piece) {
      if (stream.errored) throw stream.errored;
      if (piece.length >= largeBytes) await writeAll(piece);
      else if (!stream.write(Buffer.from(piece))) await once(stream, 'drain');
    },
    end: () => finished(stream.end()),
    async close() {
      stream.destroy();
      // What was still being written fails, and that is nothing new.
      if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve));
    },
  };
};
