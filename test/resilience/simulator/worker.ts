import { generate } from './generator.ts';
import type { History } from './history.ts';
import { SimulatedMachine } from './machine/machine.ts';
import { Program } from './machine/modules.ts';
import { Gone } from './machine/process.ts';
import { type Open, type Played, play } from './play.ts';
import { possible } from './real/possible.ts';
import { RealMachine } from './real/real-machine.ts';
import type { Miss } from './rows.ts';
import type { Verb } from './scenes/draft.ts';
import { shrink } from './shrink.ts';
import { sharedChunks } from './tool.ts';

/** What a worker is asked to do, and what it answers. */
export type Order =
  | { kind: 'play'; seed: number; verbs: readonly Verb[] }
  | { kind: 'shrink'; seed: number; verbs: readonly Verb[]; miss: string };

export type Report =
  | {
      kind: 'played';
      seed: number;
      misses: readonly Miss[];
      lines: number;
      events: number;
      lasted: number;
      /** The seconds of a processor that it took. */
      worked: number;
    }
  | { kind: 'shrunk'; seed: number; history: History; misses: readonly Miss[] };

/** The history of a seed: with real processes, as much of it as is possible with them. */
export const draw = (seed: number, verbs: readonly Verb[], isReal: boolean): History =>
  isReal ? possible(generate(seed, verbs)) : generate(seed, verbs);

/** In memory, or with real processes. Both have the built tool in a folder. */
const openerOf = (folder: string, isReal: boolean): Open => {
  if (isReal) return (_, service) => RealMachine.open({ folder, simulator: process.argv[1] ?? '' }, service);
  const program = new Program(folder, sharedChunks);
  return ({ seed }, service) => new SimulatedMachine(seed, program, service);
};

/** Plays a history, each time as if it were the first: nothing is kept from one to the next but compiled code. */
export const player = (folder: string, isReal: boolean): ((history: History) => Promise<Played>) => {
  const open = openerOf(folder, isReal);
  const rejected: unknown[] = [];
  process.on('unhandledRejection', (error) => rejected.push(error));
  return async (history) => {
    const played = await play(history, open);
    const missed = rejected.splice(0).filter((error) => !isOfDead(error));
    const misses = missed.map((error) => ({
      kind: 'an unhandled rejection',
      what: String((error as Error).stack),
    }));
    return { ...played, misses: [...played.misses, ...misses] };
  };
};

/** What a process does after its end may reject without anybody to listen. */
const isOfDead = (error: unknown): boolean =>
  error instanceof Gone || (error instanceof Error && error.cause !== undefined && isOfDead(error.cause));

const fill = async (
  order: Order,
  isReal: boolean,
  plays: (history: History) => Promise<Played>,
): Promise<Report> => {
  const { seed, verbs } = order;
  const history = draw(seed, verbs, isReal);
  if (order.kind === 'play') {
    const before = process.cpuUsage();
    const { misses, lines, events, lasted } = await plays(history);
    const { user, system } = process.cpuUsage(before);
    return { kind: 'played', seed, misses, lines, events, lasted, worked: (user + system) / 1e6 };
  }
  const fails = async (shorter: History): Promise<boolean> =>
    (await plays(shorter)).misses.some(({ kind }) => kind === order.miss);
  const shortest = await shrink(history, fails);
  return { kind: 'shrunk', seed, history: shortest, misses: (await plays(shortest)).misses };
};

/** Plays with a broken tool, and leaves out the kinds of misses that the intact one shows in the same history. */
export const comparing =
  (broken: (history: History) => Promise<Played>, intact: (history: History) => Promise<Played>) =>
  async (history: History): Promise<Played> => {
    const played = await broken(history);
    if (played.misses.length === 0) return played;
    const anyway = new Set((await intact(history)).misses.map(({ kind }) => kind));
    return { ...played, misses: played.misses.filter(({ kind }) => !anyway.has(kind)) };
  };

/** A process that plays what its parent sends; with the folder of an intact tool, too, the other one is broken. */
export const work = (folder: string, isReal: boolean, intact?: string): void => {
  const own = player(folder, isReal);
  const plays = intact === undefined ? own : comparing(own, player(intact, isReal));
  process.on('message', async (order: Order) => process.send?.(await fill(order, isReal, plays)));
  process.on('disconnect', () => process.exit());
};
