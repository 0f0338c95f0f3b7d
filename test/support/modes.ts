import { statSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** The permission bits of a file, as `ls` counts them: `600`. */
export const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

/** Runs the test as if nothing kept new files closed, and puts that right after it. */
export const openUmask = (): void => {
  const before = process.umask(0);
  onTestFinished(() => {
    process.umask(before);
  });
};
