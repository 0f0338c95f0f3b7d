import { lstatSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.ts';
import { cacheDirectory } from '../profiles/directories.ts';
import type { Io } from '../terminal/io.ts';

declare module 'node:module' {
  /** Node 20 does not have it. */
  const enableCompileCache: ((directory: string) => unknown) | undefined;
}

/**
 * Lets Node keep what it compiles of this tool for the next run, in the directory for caches: 6 ms of a `listings get` on
 * Node 22 and 24 (2026-11-22). Where that can't be, each run compiles anew. Node's own place for it is shared by all users,
 * who could put code of theirs there.
 */
export const keepCompiled = (env: Io['env']): void => {
  if (enableCompileCache === undefined) return;
  try {
    const directory = join(cacheDirectory(env), 'compiled');
    makeFolders(directory, 0o700);
    if (isOursAlone(directory)) enableCompileCache(directory);
  } catch {
    // No directory, or a full disk: whoever needs the directory for more than speed reports it.
  }
};

const isOursAlone = (directory: string): boolean => {
  const stats = lstatSync(directory);
  // Windows has neither owners nor modes of this kind.
  if (!process.getuid) return stats.isDirectory();
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
};
