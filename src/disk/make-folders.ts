import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and the missing ones above it. Returns the topmost one that it made; undefined if nothing was missing.
 * Node's own recursive mkdir never returns below /proc, where a missing folder can't be made in one that exists.
 */
export const makeFolders = (path: string, mode = 0o777): string | undefined => {
  try {
    mkdirSync(path, { mode });
    return path;
  } catch (error) {
    if (isFolder(path)) return undefined;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(dirname(path))) throw error;
  }
  const first = makeFolders(dirname(path), mode);
  return makeFolders(path, mode) === undefined ? first : (first ?? path);
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
