import { cacheUsage } from '../feed/cache/cache.ts';
import { cacheDirectory } from '../profiles/directories.ts';
import type { Io } from '../terminal/io.ts';
import { counted } from '../words/counted.ts';
import { type Finding, ok, warning } from './finding.ts';

/** A bulk run, as `runs list` shows it. */
export type ShownRun = Readonly<Record<string, unknown>>;

export const cacheFinding = async ({ env }: Io): Promise<Finding> => {
  const { count, bytes } = await cacheUsage(cacheDirectory(env));
  return ok(
    'cache',
    count === 0 ? 'no feed is kept' : `${counted(count, 'feed')}, ${(bytes / 1e6).toFixed(1)} MB`,
  );
};

/** What to do about a run in this state. */
const needs = {
  unresolved: 'settle its unknown rows with resale runs resolve',
  unfinished: 'go on with it: resale runs resume',
  damaged: 'look at it: resale runs show',
} as const;

/** Whether a run was not finished, or left rows whose outcome is unknown. The newest such run is named. */
export const journalFinding = async (runs: AsyncIterable<ShownRun>): Promise<Finding> => {
  let count = 0;
  let running = 0;
  const open: ShownRun[] = [];
  for await (const run of runs) {
    count += 1;
    if (run.state === 'running') running += 1;
    if (isOpen(run.state)) open.push(run);
  }
  const all = counted(count, 'run');
  const [first] = open;
  if (first === undefined)
    return ok(
      'journal',
      count === 0 ? 'no runs' : `${all}, ${running > 0 ? `${running} running` : 'all finished'}`,
    );
  return warning(
    'journal',
    `${all}, of which ${open.length} ${open.length === 1 ? 'needs' : 'need'} you: ${first.run} is ${first.state}`,
    `To ${needs[first.state as keyof typeof needs]} ${first.run}`,
  );
};

const isOpen = (state: unknown): boolean => typeof state === 'string' && Object.hasOwn(needs, state);
