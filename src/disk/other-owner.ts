import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { isAbsolute, join, parse, resolve, sep } from 'node:path';

/** Whether something belongs to another user. Windows has neither owners nor modes of this kind. */
export const isOfOthers = ({ uid }: Stats): boolean =>
  process.getuid !== undefined && uid !== process.getuid();

export const isOpen = ({ mode }: Stats): boolean => process.getuid !== undefined && (mode & 0o077) !== 0;

export const isChangeable = ({ mode }: Stats): boolean =>
  process.getuid !== undefined && (mode & 0o022) !== 0;

/**
 * Whether the way to a path goes through a symbolic link that another user made, and may lead elsewhere at any time. Root's
 * count as ours.
 */
export const hasLinkOfOthers = (path: string): boolean => {
  const { root } = parse(resolve(path));
  const ahead = resolve(path).slice(root.length).split(sep);
  let at = root;
  for (let links = 0; links <= mostLinks; ) {
    const name = ahead.shift();
    if (name === undefined) return false;
    const next = join(at, name);
    const stats = lstatSync(next, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (!stats.isSymbolicLink()) {
      at = next;
      continue;
    }
    if (stats.uid !== 0 && isOfOthers(stats)) return true;
    links++;
    const target = readlinkSync(next);
    if (isAbsolute(target)) at = root;
    ahead.unshift(...target.split(sep));
  }
  // The system refuses such a path.
  return false;
};

/** As many links as Linux follows on the way to one file. */
const mostLinks = 40;
