import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from '../../disk/make-folders.ts';
import type { Io } from '../../terminal/io.ts';
import { cachePlace } from '../feed/cache.ts';
import type { Candidate } from './live.ts';

/** What completion knows of one service, as one client sees it, for its owner alone. */
export interface KeptCandidates {
  /** What was kept, where it is not older than so many milliseconds. */
  read(maxAgeMs: number): Promise<readonly Candidate[] | undefined>;
  write(candidates: readonly Candidate[]): Promise<void>;
}

interface Kept {
  at: number;
  candidates: readonly Candidate[];
}

/** What is kept under a name; nothing where there is no place for it. */
export const keptCandidates = (env: Io['env'], name: string): KeptCandidates => {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32);
  const folderOf = async () => {
    const directory = await cachePlace(env);
    return directory && join(directory, 'completion');
  };
  return {
    async read(maxAgeMs) {
      const folder = await folderOf();
      if (folder === undefined) return undefined;
      const text = await readFile(join(folder, digest), 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      const { at, candidates } = JSON.parse(text) as Kept;
      const age = Date.now() - at;
      return age >= 0 && age <= maxAgeMs ? candidates : undefined;
    },
    async write(candidates) {
      const folder = await folderOf();
      if (folder === undefined) return;
      makeFolders(folder, 0o700);
      // Whoever reads at the same time meets the old or the new one, never half of it.
      const temporary = join(folder, randomUUID());
      await writeFile(temporary, JSON.stringify({ at: Date.now(), candidates } satisfies Kept), {
        mode: 0o600,
      });
      await rename(temporary, join(folder, digest));
    },
  };
};
