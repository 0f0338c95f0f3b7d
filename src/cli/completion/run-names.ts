import { listRuns } from '../../bulk/journal/list-runs.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Io } from '../../terminal/io.ts';
import type { Candidate } from './live.ts';

/** The names of all runs, newest first, each with the time it began. */
export const runNames = async ({ env }: Io): Promise<Candidate[]> =>
  (await listRuns(stateDirectory(env))).map(({ id }) => ({ value: id, meaning: beganAt(id) }));

/** `20261121-120501-4f2a` → `2026-11-21 12:05:01 UTC` */
const beganAt = (id: string): string =>
  id.replace(/^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d).*/, '$1-$2-$3 $4:$5:$6 UTC');
