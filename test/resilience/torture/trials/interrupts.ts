import { setTimeout as wait } from 'node:timers/promises';
import { calm, chance } from '../../../support/ledger-faults.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import { openRows } from '../journal-file.ts';
import { toldBy } from '../told.ts';
import type { Trial } from './trial.ts';

/** Ctrl-C at a random change: what is under way is finished, and the run can be resumed. */
export const interrupts: Trial = async (...of) => {
  const { course, exitCode, stdout, stderr } = await interrupted(of, 1);
  if (exitCode === 130) {
    const told = toldBy(stdout).length;
    if (told !== course.job.rows.length) course.misses.push(`${told} rows were reported`);
    const [, named = ''] = /resale runs resume ([\w-]{4,})/.exec(stderr) ?? [];
    if (named === '' || !course.run?.endsWith(named)) course.misses.push(`no word of resuming: ${stderr}`);
    for (const row of openRows(await course.records())) course.misses.push(`row ${row} was not finished`);
  }
  return { misses: await course.finish(), changes: course.job.rows.length };
};

/** Ctrl-C twice: it leaves at once, and the run can be resumed. */
export const interruptsTwice: Trial = async (...of) => {
  const { course } = await interrupted(of, 2);
  await course.noteOpen();
  return { misses: await course.finish(), changes: course.job.rows.length };
};

const interrupted = async ([shop, mode, seed, rows]: Parameters<Trial>, times: number) => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, seed, latencyMs: 200 });
  const course = new Course(shop, shop.machine(), job);
  const running = course.machine.run(job);
  const at = Math.floor(chance(seed, 'at') * rows * 0.7);
  let hasCome = false;
  shop.server.onChange = (count) => {
    if (count !== at) return;
    hasCome = true;
    running.kill('SIGINT');
    if (times > 1) void wait(30).then(() => running.kill('SIGINT'));
  };
  const ended = await course.take(await running.ended);
  const wanted = hasCome ? [130] : [0, 6];
  if (!wanted.includes(ended.exitCode ?? -1))
    course.misses.push(`exit code ${ended.exitCode}: ${ended.stderr}`);
  return { course, ...ended };
};
