import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { openOwnFile } from '../../disk/own-files.ts';
import { JournalStolen } from './errors.ts';
import { isBeginning, type Link } from './line.ts';

/**
 * Truncates a journal to `at.offset` bytes if an unfinished record follows, and syncs it to disk. If anything else
 * follows, or the file is shorter, it has changed since it was read: throws `JournalStolen`. At offset 0, a missing
 * journal is created.
 */
export const cutTornRecord = async (path: string, at: Link & { offset: number }): Promise<void> => {
  const create = at.offset === 0 ? constants.O_CREAT : 0;
  const file = await openOwnFile(path, constants.O_RDWR | create);
  try {
    const { size } = await file.stat();
    if (size === at.offset) return;
    if (size < at.offset || !isBeginning(await tailOf(file, at.offset, size), at))
      throw new JournalStolen(path, at.offset, size);
    await file.truncate(at.offset);
    await file.datasync();
  } finally {
    await file.close();
  }
};

const tailOf = async (file: FileHandle, from: number, to: number): Promise<Uint8Array> => {
  const tail = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(tail, 0, tail.length, from);
  return tail.subarray(0, bytesRead);
};
