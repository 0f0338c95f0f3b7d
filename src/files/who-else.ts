import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { isOfOthers } from './file-error.ts';

/** What a path leads through: each folder from the root on, each symbolic link, and what is at its end if it is there. */
interface Stage {
  path: string;
  stats: Stats;
  /** Nothing of the path follows. */
  isLast: boolean;
}

/** As many links as Linux follows. */
const mostLinks = 40;

/** Undefined if it is not there or can't be looked at; opening it will say so. */
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
 * Whether a path leads through a symbolic link of another user: the path itself, or a folder above that was put where everybody
 * may put something. Such a link may lead elsewhere at any time. Root's count as ours.
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

/** Who else could put something in the place of a file. */
export interface Other {
  /** The folder, link or file by which they could. */
  path: string;
  /** It belongs to another user, who need not even write into it; otherwise others may write. */
  isTheirs: boolean;
}

/**
 * Who else could replace a file or a folder above it, as sshd asks of files of keys: all of these belong to the user or to root,
 * and nobody else may write there. The user's first group counts as the user: many systems give everyone one of their own. In a
 * folder such as /tmp, nobody replaces what belongs to somebody else. Undefined on Windows, which has neither owners nor modes.
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
