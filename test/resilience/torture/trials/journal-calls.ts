import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calm } from '../../../support/ledger-faults.ts';
import { callsIn, journalCalls, tracing } from '../../../support/strace.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import { toldBy } from '../told.ts';
import { prepare, twoAtOnce } from './prepared.ts';
import type { Trial } from './trial.ts';

/** kill -9 at the nth call that writes or syncs the journal. */
export const killedCalls: Trial = async (shop, mode, nth, rows) => {
  const { course, run, journal, trace } = await prepare(shop, mode, 1, rows);
  const inject = `${journalCalls}:signal=SIGKILL:when=${nth}`;
  const { exitCode } = await course.take(
    await course.machine.resume(run, twoAtOnce, tracing(trace, { file: journal, inject })).ended,
  );
  return { misses: await course.finish(), changes: rows, survived: exitCode !== undefined };
};

/** kill -9 at the nth sync of anything, from the run's very beginning on. */
export const killedStarts: Trial = async (shop, mode, nth, rows) => {
  const job = makeJob(mode, 1, rows);
  await shop.begin(job, { ...calm, latencyMs: 5 });
  const course = new Course(shop, shop.machine(), job);
  const calls = 'fsync,fdatasync,link,rename';
  const inject = `${calls}:signal=SIGKILL:when=${nth}`;
  const before = tracing(join(shop.folder, 'trace'), { calls, inject });
  const { exitCode } = await course.take(await course.machine.run(job, [], before).ended);
  if (course.run === undefined && shop.ledger.arrivals().length > 0)
    course.misses.push('it was sent before there was a run');
  return { misses: await course.finish(), changes: rows, survived: exitCode !== undefined };
};

/** The disk is full from the nth write of the journal on. */
export const fullDisk: Trial = (...of) => failingDisk('write', 'ENOSPC', of);

/** The nth sync of the journal fails. */
export const failedSync: Trial = (...of) => failingDisk('fdatasync', 'EIO', of);

const failingDisk = async (
  call: 'write' | 'fdatasync',
  error: string,
  [shop, mode, nth, rows]: Parameters<Trial>,
) => {
  const { course, run, journal, trace } = await prepare(shop, mode, 1, rows);
  const before = tracing(trace, { file: journal, inject: `${call}:error=${error}:when=${nth}` });
  const ended = await course.take(await course.machine.resume(run, twoAtOnce, before).ended);
  await course.noteOpen();
  const calls = callsIn(trace);
  const survived = !calls.some(({ injected }) => injected);
  if (!survived) {
    if (ended.exitCode !== 1) course.misses.push(`exit code ${ended.exitCode} with a failing disk`);
    if (!calls.at(-1)?.injected) course.misses.push('the journal was written to after it had failed');
    course.misses.push(...(await untold(ended.stdout, ended.stderr, journal)));
  }
  return { misses: await course.finish(), changes: rows, survived };
};

/** Rows that are done, with nothing on disk that says so, and nothing on stderr. */
const untold = async (stdout: string, stderr: string, journal: string): Promise<string[]> => {
  const known = `${await readFile(journal, 'utf8')}${stderr}`
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"outcome"'))
    .map((line) => JSON.parse(line) as { row?: number; kind?: string; outcome?: string });
  const rows = new Set(known.filter(({ kind }) => kind === 'done').map(({ row = 0 }) => row));
  return toldBy(stdout)
    .filter(({ line, outcome }) => outcome === 'applied' && !rows.has(line - 1))
    .map(({ line }) => `line ${line}: applied, and neither the journal nor stderr says so`);
};
