import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, type Stats } from 'node:fs';
import { access, chmod, copyFile, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ifMissing, isOfOthers, UnwritableFile, writeReason } from './file-error.ts';
import { syncDirectory } from './folders.ts';
import { isLinkedByOthers } from './who-else.ts';

const largeBytes = 32 * 1024;

/** What the end then has to wait for is written in a twentieth of a second. */
const mostUnsynced = 16 * 1024 * 1024;

/** A buffered writer for an open file, whose bytes are on the disk at the end. */
export const fileWriter = (file: FileHandle) => {
  const stream = file.createWriteStream({ highWaterMark: 1024 * 1024, flush: true });
  // The next write, or the end, fails with the error.
  stream.on('error', () => {});
  const writeAll = promisify((piece: Buffer, done: (error?: Error | null) => void) =>
    stream.write(piece, done),
  );
  let unsynced = 0;
  let syncing = Promise.resolve();
  /** Has the disk begin while more is written. The system reports an error of the disk once: the end fails with it. */
  const syncBehind = (): void => {
    unsynced = 0;
    syncing = syncing.then(() => file.datasync());
    syncing.catch(() => {});
  };
  return {
    /** Takes a piece, whose memory may be reused once this resolves. Fails if this write or an earlier one failed. */
    async write(piece: Buffer): Promise<void> {
      if (stream.errored) throw stream.errored;
      if (piece.length >= largeBytes) await writeAll(piece);
      else if (!stream.write(Buffer.from(piece))) await once(stream, 'drain');
      unsynced += piece.length;
      if (unsynced >= mostUnsynced) syncBehind();
    },
    async end(): Promise<void> {
      await syncing;
      await finished(stream.end());
    },
    async close(): Promise<void> {
      await syncing.catch(() => {});
      stream.destroy();
      // Pending writes fail, which is expected.
      if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve));
    },
  };
};

/** Errors of the path; all others are the disk's. */
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
  // In a folder such as /tmp, another user may have put it there to read the data.
  if (isOfOthers(there) && (await stat(dirname(target))).mode & 0o1000)
    throw new UnwritableFile(path, 'it belongs to another user');
  return { target, there };
};

/**
 * Starts a temporary file that is renamed to its target on commit, so that nobody reads half of it. It gets
 * `mode` without the umask, and no right that a replaced file has not. Throws `UnwritableFile` if the target can't be written.
 */
export const wholeFile = async (path: string, mode = 0o666) => {
  let target: string;
  let temporary: string;
  let file: FileHandle;
  try {
    const found = await targetOf(path);
    target = found.target;
    temporary = join(dirname(target), `.resale-${randomUUID()}.part`);
    // What only its owner could read stays so.
    file = await open(temporary, 'wx', mode & (found.there?.mode ?? 0o777));
  } catch (error) {
    throw unwritable(path, error);
  }
  const writer = fileWriter(file);
  let isCopy = false;
  /** Removes the temporary file; an existing target stays unchanged. */
  const discard = async (): Promise<void> => {
    await writer.close();
    await rm(temporary, { force: true });
  };
  return {
    write: writer.write,
    /** Copies a file instead of written pieces: a clone where the disk supports it. Not synced. */
    async copy(from: string): Promise<void> {
      isCopy = true;
      const { mode } = await file.stat();
      // ext4 writes a file to the disk at once when it is closed after its contents were replaced, but not a new one.
      await rm(temporary);
      await copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await chmod(temporary, mode);
    },
    discard,
    /** Syncs the temporary file and renames it. If that fails, it is discarded. */
    async commit(): Promise<void> {
      try {
        await (isCopy ? writer.close() : writer.end());
        await rename(temporary, target);
        // Otherwise the old file may return after a power failure. A folder without read permission can't be synced.
        if (!isCopy) await syncDirectory(dirname(target)).catch(() => {});
      } catch (error) {
        // No part may remain, especially on a full disk.
        await discard();
        throw error;
      }
    },
  };
};

/** Writes a whole file, piece by piece. If anything fails, an existing file stays unchanged. */
export const writeWhole = async (
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  { mode }: { mode?: number } = {},
): Promise<void> => {
  const file = await wholeFile(path, mode);
  try {
    for await (const piece of pieces) await file.write(Buffer.from(piece));
  } catch (error) {
    await file.discard();
    throw error;
  }
  await file.commit();
};
