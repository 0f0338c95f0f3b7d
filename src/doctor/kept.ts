import { cacheUsage } from '../feed/cache/cache.ts';
import { cacheDirectory } from '../profiles/directories.ts';
import type { Io } from '../terminal/io.ts';
import { counted } from '../words/counted.ts';
import { resaleLine, runLine } from '../words/resale-line.ts';
import { type CheckResult, ok, warning } from './check.ts';

export type ShownRun = Readonly<Record<string, unknown>>;

export const cacheOutcome = async ({ env }: Io): Promise<CheckResult> => {
  const { count, bytes } = await cacheUsage(cacheDirectory(env));
  return ok(count === 0 ? 'no feed is kept' : `${counted(count, 'feed')}, ${(bytes / 1e6).toFixed(1)} MB`);
};

/** What to do about a run in this state. */
const needs = {
  unresolved: { verb: 'resolve', does: 'settle its unknown rows' },
  unfinished: { verb: 'resume', does: 'go on with it' },
  damaged: { verb: 'show', does: 'see what is wrong' },
} as const;

const mostNamed = 3;

export const journalOutcome = async (
  runs: AsyncIterable<ShownRun>,
  origin: string | undefined,
): Promise<CheckResult> => {
  let count = 0;
  let elsewhere = 0;
  const open: (ShownRun & { state: keyof typeof needs })[] = [];
  for await (const run of runs) {
    count += 1;
    if (!isOpen(run)) continue;
    if (run.origin === undefined || run.origin === (origin ?? run.origin)) open.push(run);
    else elsewhere += 1;
  }
  const all = count === 0 ? 'no runs' : counted(count, 'run');
  const others = elsewhere === 0 ? '' : `; ${elsewhere} unfinished at another service`;
  if (open.length === 0) return ok(`${all}${count === 0 ? '' : ', none of which needs you'}${others}`);
  const told = open.slice(0, mostNamed);
  const names = [
    ...told.map(({ run, state }) => `${run} is ${state}`),
    ...(open.length > told.length ? [`and ${open.length - told.length} more`] : []),
  ].join(', ');
  return warning(
    `${all}, of which ${open.length} ${open.length === 1 ? 'needs' : 'need'} you: ${names}${others}`,
    [
      ...told.map((run) => {
        const { verb, does } = needs[run.state];
        return `To ${does}: ${runLine(verb, run)}`;
      }),
      ...(open.length > told.length ? [`To see all: ${resaleLine('runs list')}`] : []),
    ].join('\n'),
  );
};

const isOpen = (run: ShownRun): run is ShownRun & { state: keyof typeof needs } =>
  typeof run.state === 'string' && Object.hasOwn(needs, run.state);
