import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, type Stats } from 'node:fs';
import { access, copyFile, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ifMissing, isOfOthers, UnwritableFile, writeReason } from './file-error.ts';
import { syncDirectory } from './folders.ts';
import { isLinkedByOthers } from './who-else.ts';

const largeBytes = 32 * 1024;

/** Writes small pieces to an open file in large steps, while its caller continues; with `flush`, all of it is on the disk at the end. */
export const fileWriter = (file: FileHandle, flush: boolean) => {
  const stream = file.createWriteStream({ highWaterMark: 1024 * 1024, flush });
  // The next write, or the end, fails with the error.
  stream.on('error', () => {});
  const writeAll = promisify((piece: Buffer, done: (error?: Error | null) => void) =>
    stream.write(piece, done),
  );
  return {
    /** Takes a piece, whose memory may be used again once this resolves. Fails if this piece or an earlier one failed. */
    async write(piece: Buffer): Promise<void> {
      if (stream.errored) throw stream.errored;
      if (piece.length >= largeBytes) await writeAll(piece);
      else if (!stream.write(Buffer.from(piece))) await once(stream, 'drain');
    },
    end: () => finished(stream.end()),
    async close(): Promise<void> {
      stream.destroy();
      // What was still being written fails, and that is nothing new.
      if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve));
    },
  };
};

/** The errors that another path would avoid; any other one is the disk's. */
const faultsOfPath = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'];

const unwritable = (path: string, error: unknown): unknown => {
  const reason = writeReason(error);
  return reason && faultsOfPath.includes((error as NodeJS.ErrnoException).code ?? '')
    ? new UnwritableFile(path, reason, { cause: error })
    : error;
};

/** The file that a path leads to through symbolic links. If it exists, it must be one that can be replaced. */
const targetOf = async (path: string): Promise<{ target: string; there?: Stats }> => {
  if (isLinkedByOthers(path)) throw new UnwritableFile(path, "another user's symbolic link leads to it");
  const there = await stat(path).catch(ifMissing(undefined));
  if (!there) return { target: path };
  if (there.isDirectory()) throw new UnwritableFile(path, 'it is a directory');
  if (!there.isFile()) throw new UnwritableFile(path, 'it is not a regular file');
  await access(path, constants.W_OK);
  const target = await realpath(path);
  // In a folder such as /tmp, somebody may have put it there to get hold of what is written.
  if (isOfOthers(there) && (await stat(dirname(target))).mode & 0o1000)
    throw new UnwritableFile(path, 'it belongs to another user');
  return { target, there };
};

/**
 * Starts a file that is written beside its name and takes the name when it is committed, so that nobody reads half of it. It
 * belongs to who writes it. One that is replaced keeps its mode; a new one gets what the umask leaves of `mode`, which no file
 * exceeds. Throws `UnwritableFile` if that cannot work.
 */
export const wholeFile = async (path: string, mode = 0o666) => {
  let target: string;
  let temporary: string;
  let file: FileHandle;
  try {
    const found = await targetOf(path);
    target = found.target;
    temporary = join(dirname(target), `.resale-${randomUUID()}.part`);
    file = await open(temporary, 'wx', found.there ? 0o600 : mode);
    if (found.there) {
      const { gid } = await file.stat();
      // Another group than before gets no rights. A disk without modes refuses, and has no mode to keep.
      const kept = found.there.mode & (gid === found.there.gid ? 0o777 : 0o707) & (mode | 0o111);
      await file.chmod(kept).catch(() => {});
    }
  } catch (error) {
    throw unwritable(path, error);
  }
  const writer = fileWriter(file, true);
  let isCopy = false;
  /** Drops what was written; a file that was there before stays as it was. */
  const discard = async (): Promise<void> => {
    await writer.close();
    await rm(temporary, { force: true });
  };
  return {
    write: writer.write,
    /** Takes the bytes of a file, in place of any that are written: a clone where the disk can make one. Nobody waits for the disk. */
    async copy(from: string): Promise<void> {
      isCopy = true;
      const { mode } = await file.stat();
      await copyFile(from, temporary, constants.COPYFILE_FICLONE);
      await file.chmod(mode);
    },
    discard,
    /** Puts what was written under the file's name, on the disk. If that fails, it is discarded. */
    async commit(): Promise<void> {
      try {
        await (isCopy ? writer.close() : writer.end());
        await rename(temporary, target);
        // Otherwise the old file may be back after a power failure. A folder that may be written, but not read, can't be synced.
        if (!isCopy) await syncDirectory(dirname(target)).catch(() => {});
      } catch (error) {
        // None of it may remain, least of all on a full disk.
        await discard();
        throw error;
      }
    },
  };
};

/**
 * Writes a whole file, piece by piece. If anything fails, what was there before stays as it was. The file appears once
 * `beforeItIsThere`, which is given the SHA-256 of the content, has resolved.
 */
export const writeWhole = async (
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  {
    mode,
    beforeItIsThere,
  }: { mode?: number; beforeItIsThere?: ((sha256: string) => Promise<void>) | undefined } = {},
): Promise<void> => {
  const file = await wholeFile(path, mode);
  try {
    const hash = createHash('sha256');
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      hash.update(bytes);
      await file.write(bytes);
    }
    await beforeItIsThere?.(hash.digest('hex'));
  } catch (error) {
    await file.discard();
    throw error;
  }
  await file.commit();
};
