import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolders } from '../../disk/make-folders.ts';

/** Puts on disk which names stand in a directory: without it, a new file may be gone after a loss of power. */
export const syncDirectory = async (path: string): Promise<void> => {
  // Windows has no such call, and keeps names without it.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/** Makes a directory and those above it that are missing, for their owner alone, and puts their names on disk. */
export const makePrivateDirectory = async (path: string): Promise<void> => {
  const first = makeFolders(path, 0o700);
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
};
