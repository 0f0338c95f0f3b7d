import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing, and gives the topmost one that it made; undefined where it was there.
 * Node's own way never comes to an end below /proc, where a folder is missing that can't be made in one that is there.
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
