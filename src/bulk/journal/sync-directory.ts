import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolders } from '../../disk/make-folders.ts';

/** Syncs a directory to disk. Without this, a new file may be gone after a power loss. */
export const syncDirectory = async (path: string): Promise<void> => {
  // Windows has no such call and does not need it.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/** Creates a directory and its missing parents, accessible only to their owner, and syncs them to disk. */
export const makePrivateDirectory = async (path: string): Promise<void> => {
  const first = makeFolders(path, 0o700);
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
};
