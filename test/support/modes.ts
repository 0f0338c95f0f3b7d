import { statSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** The permission bits of a file, as `ls` counts them: `600`. */
export const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

/** Sets the umask for one test. */
export const setUmask = (umask: number): void => {
  const before = process.umask(umask);
  onTestFinished(() => {
    process.umask(before);
  });
};

/** Runs the test as if nothing kept new files closed. */
export const openUmask = (): void => setUmask(0);
