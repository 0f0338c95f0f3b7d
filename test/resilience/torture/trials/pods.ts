import { existsSync } from 'node:fs';
import { calm, chance, mixture } from '../../../support/ledger-faults.ts';
import type { Report } from '../../../support/warehouse.ts';
import { inContainer, onHost } from '../containers.ts';
import { Course } from '../course.ts';
import { makeJob, podsFor } from '../jobs.ts';
import { judge, type Story } from '../judge.ts';
import type { Shop } from '../shop.ts';
import type { Ended, Running } from '../tool.ts';
import { slow } from './kills.ts';
import type { Trial } from './trial.ts';

const mostStarts = 5;

/**
 * A scheduler with pods: each is killed at random and started anew with the same command line, up to five times. The
 * plan and its parts are on a volume that they share. A tenth of the changes goes wrong, too.
 */
const scheduled =
  (inside: Inside): Trial =>
  async (shop, mode, seed, rows) => {
    const job = makeJob(mode, seed, rows);
    await shop.begin(job, { ...calm, seed, changes: mixture(0.1, slow), latencyMs: 30 });
    const stories = await Promise.all(
      Array.from({ length: podsFor(rows) }, (_, index) => podToEnd(shop, job, { index, seed, inside })),
    );
    const together: Story = {
      told: [stories.flatMap(({ earlier }) => earlier), stories.flatMap(({ last }) => last)],
      recorded: stories.flatMap(({ recorded }) => recorded),
      open: new Set(stories.flatMap(({ open }) => [...open])),
      hasCompetitor: false,
    };
    await shop.server.quiet();
    const misses = judge(job, shop.ledger, together).filter((miss) => !/reported twice/.test(miss));
    return { misses: [...stories.flatMap((story) => story.misses), ...misses], changes: rows };
  };

/** What stands in front of a program on a host of this name. */
type Inside = (host: string) => string[];

interface Pod {
  index: number;
  seed: number;
  inside: Inside;
}

/** Starts a pod until it ends by itself, and once more when all is done. */
const podToEnd = async (shop: Shop, job: ReturnType<typeof makeJob>, { index, seed, inside }: Pod) => {
  const parts = podsFor(job.rows.length);
  const run = `night/${index + 1}-of-${parts}`;
  const again = ['--run', 'night', '--shard', `${index + 1}/${parts}`];
  const start = (number: number) => {
    const host = `pod-${index}-${number}-x`;
    const course = new Course(shop, shop.pod(host, inside(host)), job);
    return { host, course, running: course.machine.run(job, again) };
  };
  const misses: string[] = [];
  const open = new Set<number>();
  const earlier: Report[] = [];
  let ended: Ended | undefined;
  let last = start(0);
  for (let number = 0; ended?.exitCode === undefined || isTooEarly(ended, number); ) {
    if (number > 0) last = start(number);
    number += 1;
    const isKilled = number < mostStarts && chance(seed, run, number) < 0.85;
    ended = await (isKilled ? killed(shop, last, seed) : last.running.ended);
    if (existsSync(last.course.machine.journal(run))) last.course.run = run;
    await last.course.take(ended);
    for (const row of await last.course.openNow()) open.add(row);
    misses.push(...last.course.misses);
    if (ended.exitCode === undefined) earlier.push(...last.course.toldLast());
  }
  const story = await last.course.story();
  misses.push(...last.course.wrongExitCode({ ...story, open }).map((miss) => `${run}: ${miss}`));
  const before = changesOf(shop, `pod-${index}-`);
  const retold = start(mostStarts + 1);
  const toldAgain = await retold.running.ended;
  await retold.course.take(toldAgain);
  const after = changesOf(shop, `pod-${index}-`);
  if (toldAgain.exitCode !== ended.exitCode)
    misses.push(
      `${run} ended with ${ended.exitCode}, and with ${toldAgain.exitCode} when it was started again`,
    );
  if (sorted(toldAgain.stdout) !== sorted(ended.stdout))
    misses.push(`${run}: its report is another one the second time`);
  if (after !== before) misses.push(`${run}: sent ${after - before} changes after its end`);
  return { misses, open, earlier, last: last.course.toldLast(), recorded: story.recorded };
};

/** Whether a pod found the one before it still there: the system takes a moment to remove a process that was killed. */
const isTooEarly = ({ exitCode, stderr }: Ended, starts: number): boolean =>
  exitCode === 7 && stderr.includes('"locked"') && starts < 2 * mostStarts;

/** Kills a pod once it has sent so many changes, or at any time. */
const killed = async (
  shop: Shop,
  { host, running }: { host: string; running: Running },
  seed: number,
): Promise<Ended> => {
  const most = chance(seed, host, 'anytime') < 0.2 ? 0 : 1 + Math.floor(chance(seed, host, 'changes') * 8);
  const began = performance.now();
  const timer = setInterval(() => {
    const isLate = most === 0 && performance.now() - began > chance(seed, host, 'when') * 1_500;
    if (isLate || (most > 0 && changesOf(shop, host) >= most)) running.kill('SIGKILL');
  }, 5);
  try {
    return await running.ended;
  } finally {
    clearInterval(timer);
  }
};

/** How many changes the pods whose name begins so have sent. */
const changesOf = (shop: Shop, host: string): number =>
  shop.ledger.arrivals().filter(({ key }) => key.includes(host)).length;

const sorted = (stdout: string): string => stdout.split('\n').sort().join('\n');

export const pods: Trial = scheduled(onHost);
export const containers: Trial = scheduled(inContainer);
