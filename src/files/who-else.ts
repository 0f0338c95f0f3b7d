import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { isOfOthers } from './file-error.ts';

/** A step of a path: a folder, a symbolic link, or the file at its end, if it exists. */
interface Stage {
  path: string;
  stats: Stats;
  /** Nothing of the path follows. */
  isLast: boolean;
}

/** As many links as Linux follows. */
const mostLinks = 40;

/** Undefined if it does not exist or can't be read; opening it will report the error. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

/** The stages of a path, wherever its links lead, up to what is not there yet. */
function* stagesOf(path: string): Generator<Stage> {
  const whole = resolve(path);
  const { root } = parse(whole);
  yield { path: root, stats: lstatSync(root), isLast: false };
  const left = whole.slice(root.length).split(sep).filter(Boolean);
  let links = 0;
  for (let at = root; left.length > 0; ) {
    const next = join(at, left.shift() as string);
    const stats = statsOf(next);
    if (stats === undefined) return;
    yield { path: next, stats, isLast: left.length === 0 };
    if (!stats.isSymbolicLink()) at = next;
    else {
      links += 1;
      if (links > mostLinks) return;
      const target = resolve(at, readlinkSync(next));
      left.unshift(...target.slice(root.length).split(sep).filter(Boolean));
      at = root;
    }
  }
}

const isStrangers = (stats: Stats): boolean => stats.uid !== 0 && isOfOthers(stats);

/** Whether everybody may put something into a folder. */
const isForAll = ({ mode }: Stats): boolean => (mode & 0o002) !== 0;

/**
 * Whether a path leads through a symbolic link of another user: at its end, or above it in a folder that everybody may write to.
 * Its owner can redirect such a link at any time. Root's links are trusted.
 */
export const isLinkedByOthers = (path: string): boolean => {
  let folder: Stats | undefined;
  for (const { stats, isLast } of stagesOf(path)) {
    const isSuspect = isLast || (folder !== undefined && isForAll(folder));
    if (stats.isSymbolicLink() && isSuspect && isStrangers(stats)) return true;
    if (!stats.isSymbolicLink()) folder = stats;
  }
  return false;
};

/** Another user who could replace a file. */
export interface Other {
  /** The folder, link or file by which they could. */
  path: string;
  /** It belongs to another user, who need not even write into it; otherwise others may write. */
  isTheirs: boolean;
}

/**
 * Another user who could replace a file or a folder above it. As sshd requires of key files, all of these must belong to the user
 * or to root, and nobody else may write there. The user's primary group counts as the user: many systems give each user one. In
 * a sticky folder such as /tmp, users can't replace files of others. Undefined on Windows, which has neither owners nor modes.
 */
export const whoElseCouldReplace = (path: string): Other | undefined => {
  if (process.getuid === undefined) return undefined;
  for (const { path: at, stats } of stagesOf(path)) {
    if (isStrangers(stats)) return { path: at, isTheirs: true };
    const { mode, gid } = stats;
    const mayOthersWrite =
      (mode & 0o1000) === 0 && ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getgid?.()));
    // The mode of a link says nothing, and a file that others may change is replaced by one that they can't.
    if (mayOthersWrite && stats.isDirectory()) return { path: at, isTheirs: false };
  }
  return undefined;
};
