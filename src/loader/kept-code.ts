import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, version } from 'node:process';
import { cachedDataVersionTag } from 'node:v8';
import { crc32 } from 'node:zlib';
import { isChangeable, isOfOthers } from '../files/file-error.ts';
import { untricked } from '../files/open-flags.ts';
import { cachePlace } from '../profiles/directories.ts';
import { setVariables } from '../terminal/io.ts';

/** This Node with these options of V8, which can't run the code of others. */
export const compiler = `${version}-${arch}-${cachedDataVersionTag().toString(16)}`;

/**
 * The folder for the code of this compiler. Undefined if there is no place for caches, or if NODE_DISABLE_COMPILE_CACHE is set, by
 * which Node's own cache of code is switched off, too.
 */
export const codeFolder = (env: NodeJS.ProcessEnv): string | undefined => {
  const set = setVariables(env);
  if (set.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    const place = cachePlace(set);
    return place && join(place, 'code', compiler);
  } catch {
    // Who needs this place will report it.
    return undefined;
  }
};

export const pathOf = (folder: string, name: string): string => join(folder, `${name}.code`);

export const sumBytes = 4;

/** Of a source and its code: V8 compares no more of the source than its length, and runs damaged code as it is. */
export const sumOf = (source: Buffer, code: Buffer): number => crc32(code, crc32(source));

/** A file that nobody else could have written; undefined, whatever the reason, if it can't be had. */
const readOurs = (path: string): Buffer | undefined => {
  try {
    const file = openSync(path, constants.O_RDONLY | untricked);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && !isOfOthers(stats) && !isChangeable(stats) ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
};

/** The code that was kept of a chunk. Undefined if there is none, if it is damaged, or if it is another source's. */
export const keptCode = (folder: string, name: string, source: Buffer): Buffer | undefined => {
  const kept = readOurs(pathOf(folder, name));
  if (kept === undefined || kept.length < sumBytes) return undefined;
  const code = kept.subarray(0, -sumBytes);
  return kept.readUInt32LE(code.length) === sumOf(source, code) ? code : undefined;
};
