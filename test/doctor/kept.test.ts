import { expect, test } from 'vitest';
import { journalFinding, type ShownRun } from '../../src/doctor/kept.ts';

async function* runs(...states: string[]): AsyncGenerator<ShownRun> {
  for (const [number, state] of states.entries()) yield { run: `run-${number + 1}`, state };
}

test.each<[states: string[], found: string, advice: string | undefined]>([
  [[], 'no runs', undefined],
  [['finished'], '1 run, all finished', undefined],
  [['finished', 'finished'], '2 runs, all finished', undefined],
  [['finished', 'running'], '2 runs, 1 running', undefined],
  [
    ['running', 'unfinished'],
    '2 runs, of which 1 needs you: run-2 is unfinished',
    'To go on with it: resale runs resume run-2',
  ],
  [
    ['unfinished'],
    '1 run, of which 1 needs you: run-1 is unfinished',
    'To go on with it: resale runs resume run-1',
  ],
  [
    ['finished', 'unresolved', 'unfinished'],
    '3 runs, of which 2 need you: run-2 is unresolved',
    'To settle its unknown rows with resale runs resolve run-2',
  ],
  [['damaged'], '1 run, of which 1 needs you: run-1 is damaged', 'To look at it: resale runs show run-1'],
])('runs that are %j: %s', async (states, found, advice) => {
  expect(await journalFinding(runs(...states))).toEqual({
    check: 'journal',
    status: advice === undefined ? 'ok' : 'warning',
    found,
    ...(advice === undefined ? {} : { advice }),
  });
});
