import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { makeOwnFolder } from '../files/own-files.ts';
import { whoElseCouldReplace } from '../files/who-else.ts';
import { pathOf, sumBytes, sumOf } from './kept-code.ts';

/** A chunk that was compiled, since no code of it was kept. */
export interface Compiled {
  name: string;
  source: Buffer;
  script: Script;
}

/** Folders of other Nodes, options and installations are removed beyond so many: each has about a megabyte. */
const mostFolders = 8;

/**
 * Keeps the code of these chunks, except where others could replace it, or own what it would be in: root may have the home of a user.
 * Fails if the folder can't be used; a file that can't be written is left out.
 */
export const keepCode = (folder: string, compiled: readonly Compiled[]): void => {
  if (whoElseCouldReplace(folder) !== undefined) return;
  const all = dirname(folder);
  makeOwnFolder(all, 'RESALE_CACHE_DIR');
  if (makeOwnFolder(folder, 'RESALE_CACHE_DIR') !== undefined) removeOldest(all);
  for (const { name, source, script } of compiled) {
    const path = pathOf(folder, name);
    const code = script.createCachedData();
    const sum = Buffer.alloc(sumBytes);
    sum.writeUInt32LE(sumOf(source, code));
    try {
      // A new file, wherever the one led that was there. Neither synced nor renamed: half a file does not have its sum.
      rmSync(path, { force: true, recursive: true });
      writeFileSync(path, Buffer.concat([code, sum]), { mode: 0o600 });
    } catch {
      // A disk that is full gets its room back.
      rmSync(path, { force: true });
    }
  }
};

const removeOldest = (all: string): void => {
  const folders = readdirSync(all).map((name) => ({
    path: join(all, name),
    at: statSync(join(all, name)).mtimeMs,
  }));
  folders.sort((one, other) => other.at - one.at);
  for (const { path } of folders.slice(mostFolders)) rmSync(path, { force: true, recursive: true });
};
