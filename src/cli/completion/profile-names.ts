import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configDirectory } from '../../profiles/directories.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import type { Io } from '../../terminal/io.ts';
import type { Candidate } from './live.ts';

interface Kept {
  profiles?: Readonly<Record<string, { baseUrl?: unknown }>>;
}

/** The names of all profiles, each with its base URL. The file is not judged here: that takes longer than a Tab may. */
export const profileNames = async ({ env }: Io): Promise<Candidate[]> => {
  const { profiles = {} } = await readFile(join(configDirectory(env), 'config.json'), 'utf8')
    .then((text): Kept => JSON.parse(text))
    // The profile of the sandbox is there whatever becomes of the file.
    .catch((): Kept => ({}));
  const all = { ...profiles, [sandboxProfile.name]: sandboxProfile };
  return Object.entries(all)
    .filter(([name]) => /^[\w-]+$/.test(name))
    .map(([value, { baseUrl }]) => ({ value, meaning: String(baseUrl).replaceAll(/[^\x20-\x7e]/g, '') }));
};
