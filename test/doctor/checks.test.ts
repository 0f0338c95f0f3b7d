import { expect, test } from 'vitest';
import { journalOutcome, nodeOutcome } from '../../src/doctor/all-checks.ts';
import type { Shown } from '../../src/terminal/columns.ts';

const here = 'https://api.shop.example';

/** `finished`, or at another service: `finished!` */
async function* runs(...states: string[]): AsyncGenerator<Shown> {
  for (const [number, state] of states.entries())
    yield {
      run: `run-${number + 1}`,
      state: state.replace('!', ''),
      profile: 'live',
      origin: state.endsWith('!') ? 'https://other.example' : here,
    };
}

const toSee = 'resale runs list';

test.each<[states: string[], found: string, advice: string | undefined]>([
  [[], 'no runs', undefined],
  [['finished'], '1 run, nothing to do', undefined],
  [['planned', 'failed', 'running'], '3 runs, nothing to do', undefined],
  [['running', 'unfinished'], '2 runs, of which 1 needs you', toSee],
  [
    ['finished', 'unresolved', 'unfinished!', 'unfinished', 'damaged'],
    '5 runs, of which 3 need you; at another service, 1 needs you',
    toSee,
  ],
  [['unfinished!'], '1 run, nothing to do; at another service, 1 needs you', undefined],
])('runs that are %j: %s', async (states, found, advice) => {
  expect(await journalOutcome(runs(...states), here)).toEqual({
    status: advice === undefined ? 'ok' : 'warning',
    found,
    ...(advice === undefined ? {} : { advice: { say: 'To see which:', line: advice } }),
  });
});

test.each(['18.20.4', '20.18.3'])('Node %s is too old', (version) => {
  expect(nodeOutcome(version)).toEqual({
    status: 'warning',
    found: `Node ${version} on ${process.platform}, and resale is made for 20.19 or later`,
    advice: 'Install a later Node.',
  });
});

test.each(['20.19.0', '22.1.0'])('Node %s will do', (version) => {
  expect(nodeOutcome(version).status).toBe('ok');
});
