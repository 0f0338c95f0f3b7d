import { stat } from 'node:fs/promises';
import type { Io } from '../terminal/io.ts';

/** Whether there is a home: one that is missing is not made, least of all at the root of a disk. */
export const hasHome = async (env: Io['env']): Promise<boolean> => {
  const home = process.platform === 'win32' ? env.LOCALAPPDATA : env.HOME;
  if (!home) return false;
  try {
    return (await stat(home)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).errno !== undefined) return false;
    throw error;
  }
};
