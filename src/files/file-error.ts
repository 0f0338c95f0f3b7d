import type { Stats } from 'node:fs';
import { Failure } from '../failure/failure.ts';

/** A file or directory is not used, because other users could have changed it, or because the system refuses access. */
export class UnusableFile extends Failure {
  constructor(
    readonly path: string,
    /** In words that follow the path: `belongs to another user`. */
    readonly problem: string,
    /** What to do, as a sentence without its full stop. */
    remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${path} ${problem}`, { code: 'file-failed', exit: 'usage', hint: `${remedy}.` }, options);
  }

  /** Whether the system refuses access. Otherwise, another user could have changed it. */
  get isRefusedBySystem(): boolean {
    return this.cause !== undefined;
  }
}

/** The requested file can't be written; nothing was written. */
export class UnwritableFile extends Failure {
  constructor(
    path: string,
    /** Why, as a clause: `it is a directory`. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `cannot write ${path}: ${reason}`,
      { code: 'file-failed', exit: 'usage', hint: 'Nothing was written.' },
      options,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a directory',
  EEXIST: 'it is there already',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its symbolic links lead round in a circle',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'its disk takes no changes',
  ENOSPC: 'no room is left on the disk',
  EDQUOT: 'no room is left for you on the disk',
  EIO: 'the disk failed',
};

/** Why a file can't be used, as a clause: the system's error, or its owner. Undefined for any other error. */
export const systemReason = (error: unknown): string | undefined => {
  if (error instanceof UnusableFile) return systemReason(error.cause ?? {}) ?? `it ${error.problem}`;
  if (error instanceof UnwritableFile) return error.reason;
  const { errno, code = '' } = error as NodeJS.ErrnoException;
  return errno === undefined ? undefined : (reasons[code] ?? `the system says ${code}`);
};

/** The same for a new file, where ENOENT means that the folder is missing. */
export const writeReason = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'its folder does not exist' : systemReason(error);

/** For a promise about a file: the value in place of ENOENT. */
export const ifMissing =
  <Instead>(instead: Instead) =>
  (error: NodeJS.ErrnoException): Instead => {
    if (error.code !== 'ENOENT') throw error;
    return instead;
  };

/** The same for any refusal of the system. */
export const ifRefused =
  <Instead>(instead: Instead) =>
  (error: NodeJS.ErrnoException): Instead => {
    if (error.errno === undefined) throw error;
    return instead;
  };

/** Whether something belongs to another user. Windows has neither owners nor modes of this kind. */
export const isOfOthers = ({ uid }: Stats): boolean =>
  process.getuid !== undefined && uid !== process.getuid();

export const isOpen = ({ mode }: Stats): boolean => process.getuid !== undefined && (mode & 0o077) !== 0;

export const isChangeable = ({ mode }: Stats): boolean =>
  process.getuid !== undefined && (mode & 0o022) !== 0;
