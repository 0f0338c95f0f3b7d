import { chance } from '../support/ledger-faults.ts';
import type { BugName } from './bugs.ts';
import { canTrace } from './strace.ts';
import { type Torment, torment } from './torture.ts';

/** Trials that must see a bug. */
export interface Seer {
  name: string;
  bug: BugName;
  torments: Torment[];
}

export const seersOf = (seed: number): Seer[] => {
  const number = Math.floor(chance(seed, 'bugs') * 1e7);
  const late = [1, 2, 3].map(
    (more) => ({ trial: 'kills', mode: 'direct', number: number + more, rows: 40 }) as const,
  );
  return [
    {
      name: 'an adjustment is sent again',
      bug: 'sentAgain',
      torments: [{ trial: 'faults', mode: 'direct', number, rows: 60 }],
    },
    { name: 'an intent is written late', bug: 'intendedLate', torments: late },
    ...(canTrace()
      ? [
          {
            name: 'a sync is left out',
            bug: 'notSynced',
            torments: [{ trial: 'syncedFirst', mode: 'set', number, rows: 20 }],
          } satisfies Seer,
        ]
      : []),
  ];
};

/** What the trials of a seer find in a build of the tool. */
export const missesIn = async (bin: string, { torments }: Seer): Promise<string[]> => {
  const verdicts = await Promise.all(torments.map((one) => torment(bin, one)));
  return verdicts.flatMap(({ misses }) => misses);
};
