import { chance } from '../../support/ledger-faults.ts';
import { canTrace } from '../../support/strace.ts';
import { canContain } from './containers.ts';
import { type Mode, modes } from './jobs.ts';
import type { Torment, TrialName } from './torture.ts';

/** How much of everything. */
export interface Counts {
  seed: number;
  /** Rows under faults, all modes together. */
  changes: number;
  /** Rows of one run under faults. */
  rowsARun: number;
  /** Random kills, in each mode. */
  kills: number;
  /** Cuts of the journal, all modes together. */
  cuts: number;
  /** Ctrl-C in each manner, all modes together. */
  interrupts: number;
  /** Runs in eight parts. */
  parts: number;
  /** Rows of a run that pods divide among them: a pod for each 25, up to eight. */
  rowsOfPods: number;
  /** Rows of a run that is killed, cut or interrupted. */
  rows: number;
  /** Rows of a run whose every journal call is killed or made to fail; 0 leaves it out. */
  rowsTraced: number;
  /** The modes of those. */
  traced: readonly Mode[];
  /** How many of those calls it goes on by: 1 takes all of them. */
  stride: number;
}

/** Trials of one kind. */
export interface Group {
  name: string;
  torments: Torment[];
  /** They are about the nth call, and after the first one that has no such call there is no other. */
  endsBySurviving: boolean;
}

/** More calls about its journal than any run has that is traced. */
export const mostCalls = 200;

/** All trials. */
export const groupsOf = (counts: Counts): Group[] => {
  const { seed, rows, rowsTraced, rowsOfPods } = counts;
  const seeded = (trial: TrialName, mode: Mode, count: number, rowsEach: number): Group => ({
    name: `${trial}/${mode}`,
    torments: Array.from({ length: Math.max(0, count) }, (_, index) => {
      const number = Math.floor(chance(seed, trial, mode, index) * 1e7);
      return { trial, mode, number, rows: rowsEach };
    }),
    endsBySurviving: false,
  });
  const spread = (trial: TrialName, total: number): Group[] =>
    modes.map((mode, index) => seeded(trial, mode, Math.ceil((total - index) / modes.length), rows));
  const byCall = (trial: TrialName): Group[] =>
    counts.traced.map((mode) => ({
      name: `${trial}/${mode}`,
      torments: Array.from({ length: mostCalls }, (_, index) => {
        const number = index * counts.stride + 1;
        return { trial, mode, number, rows: rowsTraced };
      }),
      endsBySurviving: true,
    }));
  const faulted = Math.ceil(counts.changes / counts.rowsARun / faultedModes.length);
  const traced =
    rowsTraced > 0 && canTrace
      ? [
          ...(['killedCalls', 'killedStarts', 'fullDisk', 'failedSync'] as const).flatMap(byCall),
          ...counts.traced.map((mode) => seeded('syncedFirst', mode, 1, rows)),
        ]
      : [];
  return [
    ...faultedModes.map(([trial, mode]) => seeded(trial, mode, faulted, counts.rowsARun)),
    ...spread('kills', counts.kills * modes.length),
    ...spread('cuts', counts.cuts),
    ...spread('interrupts', counts.interrupts),
    ...spread('interruptsTwice', counts.interrupts),
    seeded('parts', 'adjust', counts.parts, rows * 5),
    ...(['set', 'adjust', 'create'] as const).map((mode) => seeded('pods', mode, counts.parts, rowsOfPods)),
    ...(canContain
      ? [
          seeded('containers', 'adjust', counts.parts, rowsOfPods),
          ...(['adjust', 'direct'] as const).map((mode) => seeded('suspended', mode, counts.parts, rows)),
        ]
      : []),
    ...traced,
  ].filter(({ torments }) => torments.length > 0);
};

const faultedModes = [
  ...modes.map((mode) => ['faults', mode] as const),
  ...(['set', 'adjust', 'direct', 'close'] as const).map((mode) => ['rivals', mode] as const),
];
