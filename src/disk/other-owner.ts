import { lstatSync, type Stats } from 'node:fs';

/** Whether something belongs to another user. Windows has neither owners nor modes of this kind. */
export const isOfOthers = ({ uid }: Stats): boolean =>
  process.getuid !== undefined && uid !== process.getuid();

export const isOpen = ({ mode }: Stats): boolean => process.getuid !== undefined && (mode & 0o077) !== 0;

export const isChangeable = ({ mode }: Stats): boolean =>
  process.getuid !== undefined && (mode & 0o022) !== 0;

/** Whether a symbolic link that another user made stands at a path: it may lead elsewhere at any time. Root's count as ours. */
export const isLinkOfOthers = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isSymbolicLink() === true && stats.uid !== 0 && isOfOthers(stats);
};
