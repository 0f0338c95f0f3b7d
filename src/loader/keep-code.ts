import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Script } from 'node:vm';
import { makeOwnFolder } from '../files/own-files.ts';
import { pathOf, sumBytes, sumOf } from './kept-code.ts';

/** A chunk that was compiled, since no code of it was kept. */
export interface Compiled {
  name: string;
  source: Buffer;
  script: Script;
}

/** Keeps the code of these chunks. Where that is impossible, every start compiles: that is slower, and no fault. */
export const keepCode = (folder: string, compiled: readonly Compiled[]): void => {
  try {
    for (const own of [dirname(folder), folder]) makeOwnFolder(own, 'RESALE_CACHE_DIR');
    // Neither synced nor renamed: half a file does not have its sum.
    for (const { name, source, script } of compiled) {
      const code = script.createCachedData();
      const sum = Buffer.alloc(sumBytes);
      sum.writeUInt32LE(sumOf(source, code));
      // A new file, whatever others may write to the one that was there, or wherever it led.
      rmSync(pathOf(folder, name), { force: true });
      writeFileSync(pathOf(folder, name), Buffer.concat([code, sum]), { mode: 0o600, flag: 'wx' });
    }
  } catch {
    // By now, the command has succeeded or failed: nothing that happens here may change that.
  }
};
