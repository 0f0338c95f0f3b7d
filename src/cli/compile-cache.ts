import { lstatSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.ts';
import { cacheDirectory } from '../profiles/directories.ts';
import type { Io } from '../terminal/io.ts';

declare module 'node:module' {
  /** Missing in Node 20. */
  const enableCompileCache: ((directory: string) => unknown) | undefined;
}

/**
 * Lets Node keep what it compiles of this tool for the next run, in the directory for caches: 6 ms of a `listings get` on
 * Node 22 and 24 (2026-11-22). If that is impossible, each run compiles again. Node's default place is shared by all users,
 * who could put their own code there.
 */
export const keepCompiled = (env: Io['env']): void => {
  if (enableCompileCache === undefined) return;
  try {
    const directory = join(cacheDirectory(env), 'compiled');
    makeFolders(directory, 0o700);
    if (isOursAlone(directory)) enableCompileCache(directory);
  } catch {
    // No directory, or a full disk: reported by code that needs the directory for more than speed.
  }
};

const isOursAlone = (directory: string): boolean => {
  const stats = lstatSync(directory);
  // Windows has neither owners nor modes of this kind.
  if (!process.getuid) return stats.isDirectory();
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
};
