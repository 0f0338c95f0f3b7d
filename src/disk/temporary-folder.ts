import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemReason, UnusableFile } from './errors.ts';

/** Makes a folder for what is only needed for now; its name begins so. Fails with `UnusableFile`. */
export const makeTemporaryFolder = async (prefix: string): Promise<string> => {
  try {
    return await mkdtemp(join(tmpdir(), prefix));
  } catch (error) {
    const problem = `can't hold temporary files: ${systemReason(error)}`;
    throw new UnusableFile(tmpdir(), problem, 'Name another folder with TMPDIR', { cause: error });
  }
};
