import { chmodSync, mkdirSync, promises, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemReason, UnusableFile } from './file-error.ts';

/**
 * Makes a folder and the missing ones above it. Returns the topmost one that it made; undefined if nothing was missing.
 * Node's own recursive mkdir never returns below /proc, where a missing folder can't be made in one that exists.
 */
export const makeFolders = (path: string, mode: number): string | undefined => {
  try {
    mkdirSync(path, { mode });
    // As mkdir -p does: the umask of a script may take rights from its user that the next folder needs.
    const made = statSync(path).mode;
    if ((made & 0o700) !== 0o700) chmodSync(path, made | 0o700);
    return path;
  } catch (error) {
    if (isFolder(path)) return undefined;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(dirname(path))) throw error;
  }
  const first = makeFolders(dirname(path), mode);
  return makeFolders(path, mode) === undefined ? first : (first ?? path);
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Syncs a directory to disk. Without this, a new file may be gone after a power loss. */
export const syncDirectory = async (path: string): Promise<void> => {
  // Windows has no such call and does not need it.
  if (process.platform === 'win32') return;
  const directory = await promises.open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/** Makes a temporary folder whose name starts with the prefix. Fails with `UnusableFile`. */
export const makeTemporaryFolder = async (prefix: string): Promise<string> => {
  try {
    return await promises.mkdtemp(join(tmpdir(), prefix));
  } catch (error) {
    const problem = `can't hold temporary files: ${systemReason(error)}`;
    throw new UnusableFile(tmpdir(), problem, 'Name another folder with TMPDIR', { cause: error });
  }
};
