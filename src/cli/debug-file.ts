import { closeSync, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeReason } from '../disk/system-reason.ts';
import { UnwritableFile } from '../terminal/errors.ts';

/** A file that a trace is written to. */
export interface DebugFile {
  /** Each line gets the time before it. */
  write(text: string): void;
  close(): void;
}

/**
 * Opens the file of --debug-file, for its owner alone, and goes on at its end: the trace of a failure outlives the attempt
 * after it. What can't be written once it is open is said once, and ends nothing: it must not come between a change
 * and its answer. Fails with `UnwritableFile`.
 */
export const openDebugFile = (path: string, cwd: string, warn: (text: string) => void): DebugFile => {
  const whole = resolve(cwd, path);
  const file = openPrivate(whole);
  let isLost = false;
  return {
    write(text) {
      if (isLost) return;
      const time = new Date().toISOString();
      try {
        // At once: whatever ends the process, the trace tells of what was before.
        writeSync(file, text.replace(/^/gm, `${time} `).concat('\n'));
      } catch (error) {
        isLost = true;
        warn(`Nothing more is written to ${whole}: ${reasonOf(error)}.`);
      }
    },
    close: () => closeSync(file),
  };
};

const openPrivate = (path: string): number => {
  try {
    const file = openSync(path, 'a', 0o600);
    const stats = fstatSync(file);
    if (stats.isFile() && (stats.mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    throw new UnwritableFile(path, reasonOf(error), { cause: error });
  }
};

const reasonOf = (error: unknown): string => writeReason(error) ?? (error as Error).message;
