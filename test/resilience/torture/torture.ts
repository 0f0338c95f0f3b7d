import { type Mode, modes } from './jobs.ts';
import { Shop } from './shop.ts';
import { cuts } from './trials/cuts.ts';
import { faults, rivals } from './trials/faults.ts';
import { interrupts, interruptsTwice } from './trials/interrupts.ts';
import { failedSync, fullDisk, killedCalls, killedStarts } from './trials/journal-calls.ts';
import { kills } from './trials/kills.ts';
import { parts } from './trials/parts.ts';
import { containers, pods } from './trials/pods.ts';
import { suspended } from './trials/suspended.ts';
import { syncedFirst } from './trials/synced-first.ts';
import type { Trial, Verdict } from './trials/trial.ts';

export const trials = {
  faults,
  rivals,
  kills,
  cuts,
  killedCalls,
  killedStarts,
  fullDisk,
  failedSync,
  syncedFirst,
  interrupts,
  interruptsTwice,
  parts,
  pods,
  containers,
  suspended,
} satisfies Record<string, Trial>;
export type TrialName = keyof typeof trials;

/** One trial, such as `kills/set/17/40`: which, in what mode, its seed or the number of the call, and how many rows. */
export interface Torment {
  trial: TrialName;
  mode: Mode;
  number: number;
  rows: number;
}

export const nameOf = ({ trial, mode, number, rows }: Torment): string =>
  `${trial}/${mode}/${number}/${rows}`;

/** The trial with a name. */
export const tormentNamed = (name: string): Torment => {
  const [trial = '', mode = '', number, rows] = name.split('/');
  if (!(trial in trials) || !modes.includes(mode as Mode)) throw new Error(`there is no trial ${name}`);
  return { trial: trial as TrialName, mode: mode as Mode, number: Number(number), rows: Number(rows) };
};

/** Makes one trial, in a shop of its own. What it finds comes with the command that finds it again. */
export const torment = async (bin: string, one: Torment): Promise<Verdict> => {
  const shop = await Shop.open(bin);
  try {
    const verdict = await trials[one.trial](shop, one.mode, one.number, one.rows);
    const again = `npm run torture -- --trial ${nameOf(one)}`;
    return { ...verdict, misses: verdict.misses.map((miss) => `${miss}\n    ${again}`) };
  } finally {
    await shop.close();
  }
};
