import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { wholeFile } from '../files/whole-file.ts';
import { guarded, type Output } from './io.ts';

/** Starts the file of --out, compressed if its name ends in .gz. Throws `UnwritableFile` if that can't work. */
export const toFile = async (path: string, cwd: string) => {
  const file = await wholeFile(resolve(cwd, path));
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      file.write(chunk).then(() => done(), done);
    },
  });
  const gzip = /\.gz$/i.test(path) ? createGzip() : undefined;
  const output: Output = Object.assign(gzip ?? sink, { isFile: true, ...(!gzip && { copy: file.copy }) });
  const written = gzip ? pipeline(gzip, sink) : finished(sink);
  // Errors are reported by write and commit; here they must not end the process.
  written.catch(() => {});
  guarded(output);
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
