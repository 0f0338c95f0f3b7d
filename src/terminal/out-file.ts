import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type WholeFile, wholeFile } from '../disk/whole-file.ts';
import type { Output } from './io.ts';

/** The file of --out, which takes data as stdout would. */
interface OutFile extends Pick<WholeFile, 'commit' | 'discard'> {
  output: Output;
}

/** Starts a file. Throws `UnwritableFile` if that cannot work. */
export const toFile = async (path: string, cwd: string): Promise<OutFile> => {
  const file = await wholeFile(resolve(cwd, path));
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      file.write(chunk).then(() => done(), done);
    },
  });
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
        await finished(output);
      } catch (error) {
        await discard();
        throw error;
      }
      await file.commit();
    },
  };
};
