import { Director, type Job } from './director.ts';
import type { History } from './history.ts';
import type { Machine, Process } from './machine/interface.ts';
import type { Service } from './machine/network.ts';
import { Oracle } from './oracle.ts';
import type { Miss } from './rows.ts';
import { Shop } from './shop.ts';

export interface Played {
  /** What was not as it must be, in the order in which it was seen. */
  misses: readonly Miss[];
  /** How long it took in the history, in milliseconds, how many events there were, and command lines. */
  lasted: number;
  events: number;
  lines: number;
  /** What each job printed, for a person. */
  said: readonly { job: string; line: string; ending: string; stdout: string; stderr: string }[];
}

/** How many events a command line may need. */
const mostEvents = 150_000;

/** Makes the machine on which a history is played, with a service at the other end of its network. */
export type Open = (history: History, service: Service) => Machine | Promise<Machine>;

/** Plays a history with the tool, and has the oracle judge it. */
export const play = async (history: History, open: Open): Promise<Played> => {
  let shop: Shop | undefined;
  const machine = await open(history, {
    isReachable: (request) => shop?.isReachable(request) ?? false,
    take: (request, arrive) => shop?.take(request, arrive),
  });
  shop = new Shop(machine.timeline, history.listings);
  try {
    return await playOn(machine, shop, history);
  } finally {
    await machine.close();
  }
};

const playOn = async (machine: Machine, shop: Shop, history: History): Promise<Played> => {
  const oracle = new Oracle(shop.books, (path) => machine.read(path));
  const director: Director = new Director(history, machine, shop, oracle.runOf, (job) => oracle.started(job));
  const { timeline } = machine;

  /** Lets time pass until something is so. False if it never is. */
  const until = async (isSo: () => boolean): Promise<boolean> => {
    let from = timeline.now;
    const events = timeline.happened;
    for (let jobs = director.jobs.length; !isSo(); ) {
      // The time that passed before a command line was typed is none of its own.
      if (director.jobs.length > jobs) [from, jobs] = [timeline.now, director.jobs.length];
      if (timeline.now - from > machine.longestMs || timeline.happened - events > mostEvents) return false;
      if (!(await timeline.advance())) return isSo();
    }
    return true;
  };
  const inspect = async (line: string): Promise<Process> => {
    const argv = line.split(' ');
    const looking = machine.start({ argv });
    await until(() => looking.isDead);
    return looking;
  };
  const look = async () => {
    const isBusy = director.jobs.some(({ process }) => !process.isDead && !process.isSuspended);
    if (!isBusy) await oracle.look(inspect);
  };

  director.advance();
  while (!director.isDone) {
    if (!(await until(() => !director.isBlocked))) {
      oracle.hangs(director.jobs.filter(({ process }) => !process.isDead));
      break;
    }
    if (director.wantsRest) await look();
    director.goOn();
  }
  await settle(director, until, oracle);
  shop.clearUp();
  machine.clearUp();
  // Late deliveries arrive, and what was awaited is over.
  const calm = timeline.now + machine.calmMs;
  await until(() => timeline.now >= calm);
  await oracle.look(inspect);
  await oracle.bringToEnd(inspect, async (line, client) => {
    const process = machine.start({ argv: line.split(' '), client });
    const job: Job = { name: 'Z', line, argv: line.split(' '), process, files: new Map(), isOver: true };
    director.jobs.push(job);
    oracle.started(job);
    if (!(await until(() => process.isDead))) oracle.hangs([job]);
    await oracle.look(inspect);
  });
  return {
    misses: oracle.misses,
    lasted: timeline.now,
    events: timeline.happened,
    lines: director.jobs.length,
    said: director.jobs.map(({ name, line, process: { ending, stdout, stderr } }) => ({
      ...{ job: name, line, stdout, stderr },
      ending:
        ending === undefined ? 'never ended' : ending.kind === 'killed' ? 'killed' : `exit ${ending.code}`,
    })),
  };
};

/** Whatever still runs or stands still when the steps are over comes to its end. */
const settle = async (
  { jobs }: Director,
  until: (isSo: () => boolean) => Promise<boolean>,
  oracle: Oracle,
): Promise<void> => {
  for (const { process } of jobs) process.wake();
  if (!(await until(() => jobs.every(({ process }) => process.isDead))))
    oracle.hangs(jobs.filter(({ process }) => !process.isDead));
};
