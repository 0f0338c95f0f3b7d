import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { arch, execArgv, version } from 'node:process';
import { crc32 } from 'node:zlib';
import { isOfOthers, isOpen } from '../files/file-error.ts';
import { noFollowNoWait } from '../files/open-flags.ts';
import { cachePlace } from '../profiles/directories.ts';
import { setVariables } from '../terminal/io.ts';

/** By these, Node's own cache of code is switched off, too: the second measures which code runs, for which it must be compiled. */
const switches = ['NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE'];

/**
 * The folder for the code of an installation under this Node with these options, which can't run the code of others, and names the
 * files of this installation in stacks. Undefined if nothing is to be kept, if there is no place for caches, or if somebody
 * else could put code there.
 */
export const codeFolder = (installation: string, env: NodeJS.ProcessEnv): string | undefined => {
  const set = setVariables(env);
  if (switches.some((name) => set[name] !== undefined)) return undefined;
  try {
    const place = cachePlace(set);
    if (place === undefined) return undefined;
    // V8 refuses what it did not make itself, with the same options. The name only keeps others from replacing it: asking V8 for its
    // own tag takes longer than all the rest.
    const sum = crc32([installation, set.NODE_OPTIONS, ...execArgv].join('\n')).toString(16);
    const folder = join(place, 'code', `${version}-${arch}-${sum}`);
    return [dirname(folder), folder].every(isOursOrMissing) ? folder : undefined;
  } catch {
    // Who needs this place will report it.
    return undefined;
  }
};

export const pathOf = (folder: string, name: string): string => join(folder, `${name}.code`);

export const sumBytes = 4;

/** Of a source and its code: V8 compares no more of the source than its length, and runs damaged code as it is. */
export const sumOf = (source: Buffer, code: Buffer): number => crc32(code, crc32(source));

/** Nobody else may even read it: what came with a repository is open, and is not ours. */
const isPrivate = (stats: Stats): boolean => !isOfOthers(stats) && !isOpen(stats);

const isOursOrMissing = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined || (stats.isDirectory() && isPrivate(stats));
};

/** A file that is this user's alone; undefined, whatever the reason, if it can't be had. */
const readOurs = (path: string): Buffer | undefined => {
  try {
    const file = openSync(path, constants.O_RDONLY | noFollowNoWait);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && isPrivate(stats) ? readFileSync(file) : undefined;
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
