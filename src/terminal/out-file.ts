import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { BatchedFile } from '../disk/batched-file.ts';
import { writeReason } from '../disk/system-reason.ts';
import { UnwritableFile } from './errors.ts';
import type { Output } from './io.ts';

/** A file that is being written: its name is there, with the whole content, only once it was committed. */
interface OutFile {
  output: Output;
  /** Puts what was written under the file's name, on the disk. If that fails, it is discarded. */
  commit(): Promise<void>;
  /** Drops what was written; a file that was there before stays as it was. */
  discard(): Promise<void>;
}

/** The errors that another path would avoid; any other one is the disk's. */
const faultsOfPath = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'];

const unwritable = (path: string, error: unknown): unknown => {
  const reason = writeReason(error);
  return reason && faultsOfPath.includes((error as NodeJS.ErrnoException).code ?? '')
    ? new UnwritableFile(path, reason, { cause: error })
    : error;
};

/** The file that a path leads to through symbolic links. If it exists, it must be one that can be replaced. */
const targetOf = async (path: string): Promise<string> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!there) return path;
  if (there.isDirectory()) throw new UnwritableFile(path, 'it is a directory');
  if (!there.isFile()) throw new UnwritableFile(path, 'it is not a regular file');
  await access(path, constants.W_OK);
  return realpath(path);
};

/**
 * Starts a file that is written beside its name and takes the name when it is committed, so that nobody meets half
 * of it. Throws UnwritableFile if that cannot work.
 */
export const toFile = async (path: string, cwd: string): Promise<OutFile> => {
  const absolute = resolve(cwd, path);
  let target: string;
  let temporary: string;
  let file: FileHandle;
  try {
    target = await targetOf(absolute);
    temporary = join(dirname(target), `.resale-${randomUUID()}.part`);
    file = await open(temporary, 'wx');
  } catch (error) {
    throw unwritable(absolute, error);
  }
  const bytes = new BatchedFile(file, { synced: true });
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      bytes.write(chunk).then(() => done(), done);
    },
  });
  // The writer gets the error of a failed write; the stream's own event must not end the process.
  output.on('error', () => {});
  const discard = async () => {
    output.destroy();
    await file.close();
    await unlink(temporary);
  };
  return {
    output,
    commit: async () => {
      try {
        output.end();
        await finished(output);
        await bytes.sync();
        await file.close();
        await rename(temporary, target);
      } catch (error) {
        // None of it may remain, least of all on a full disk.
        await discard();
        throw error;
      }
    },
    discard,
  };
};
