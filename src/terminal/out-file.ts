import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type WholeFile, wholeFile } from '../disk/whole-file.ts';
import type { Output } from './io.ts';

/** The file of --out, which takes data as stdout would. */
interface OutFile extends Pick<WholeFile, 'commit' | 'discard'> {
  output: Output;
}

/** Starts a file, compressed if its name ends in .gz. Throws `UnwritableFile` if that cannot work. */
export const toFile = async (path: string, cwd: string): Promise<OutFile> => {
  const file = await wholeFile(resolve(cwd, path));
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      file.write(chunk).then(() => done(), done);
    },
  });
  const gzip = /\.gz$/i.test(path) ? createGzip() : undefined;
  const output: Output = Object.assign(gzip ?? sink, { isFile: true });
  const written = gzip ? pipeline(gzip, sink) : finished(sink);
  // Whoever commits gets its error.
  written.catch(() => {});
  // The writer gets the error of a failed write; the stream's own event must not end the process.
  output.on('error', () => {});
  const discard = async () => {
    output.destroy();
    await file.discard();
  };
  return {
    output,
    discard,
    async commit() {
      try {
        output.end();
        await written;
      } catch (error) {
        await discard();
        throw error;
      }
      await file.commit();
    },
  };
};
