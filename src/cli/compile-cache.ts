import { realpathSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { makeFolders } from '../disk/folders.ts';
import { isChangeable, isOfOthers } from '../disk/other-owner.ts';
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
    const real = realpathSync(directory);
    if (isOursAlone(real)) enableCompileCache(real);
  } catch {
    // No directory, or a full disk: reported by code that needs the directory for more than speed.
  }
};

/**
 * Whether nobody else can put code there, now or in place of a folder above. Node looks at no file's owner, so this is stricter
 * than for other folders of ours: one that others may enter is not closed and then trusted.
 */
const isOursAlone = (directory: string): boolean => {
  const { mode } = statSync(directory);
  if (process.getuid && (mode & 0o077) !== 0) return false;
  for (let path = directory; ; path = dirname(path)) {
    const stats = statSync(path);
    const isShared = isChangeable(stats) && (stats.mode & 0o1000) === 0;
    if (isShared || (isOfOthers(stats) && stats.uid !== 0)) return false;
    if (path === dirname(path)) return true;
  }
};
