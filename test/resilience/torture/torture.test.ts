import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { bin } from '../../support/built.ts';
import { canTrace } from '../../support/strace.ts';
import { type Misbehaviour, misbehaving } from '../misbehaving/misbehaving.ts';
import { groupsOf } from './groups.ts';
import { runGroup } from './run-group.ts';
import { torment, tormentNamed } from './torture.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

if (!existsSync(`${root}/dist/main.cjs`))
  throw new Error('The tool is not built. Run `npm run build` first.');

// The figures that `npm run torture` runs are larger by far.
const groups = groupsOf({
  seed: 1,
  changes: 240,
  rowsARun: 40,
  kills: 1,
  cuts: 4,
  interrupts: 2,
  parts: 1,
  rows: 30,
  rowsOfPods: 50,
  rowsTraced: 4,
  traced: ['direct'],
  stride: 8,
});

// Mostly they wait: half a minute for a listing that never turns up.
vi.setConfig({ maxConcurrency: 16 });

describe.concurrent('nothing is applied twice, nothing is lost, and every word is true', () => {
  test.each(groups)('$name', async (group) => {
    expect(await runGroup(bin, group, 2)).toMatchObject({ misses: [] });
  });
});

describe.concurrent('a tool that misbehaves is caught', () => {
  test.each<[Misbehaviour, trials: string, seen: RegExp]>([
    ['sends-again', 'faults/direct/2/60', /applied 2 times/],
    // These are gone as soon as the first or second change has arrived.
    ['journal-lags', 'kills/direct/7/20 kills/direct/20/20', /applied \d times/],
    ['journal-lags', 'cuts/direct/7/20 cuts/direct/20/20', /applied \d times|the journal does not say so/],
    ...(canTrace
      ? [
          ['skips-syncs', 'syncedFirst/set/1/20', /when 0 bytes were synced/] as [
            Misbehaviour,
            string,
            RegExp,
          ],
        ]
      : []),
  ])('%s: %s', async (how, trials, seen) => {
    const verdicts = await Promise.all(
      trials.split(' ').map((name) => torment(misbehaving(how), tormentNamed(name))),
    );
    expect(verdicts.flatMap(({ misses }) => misses).join('\n')).toMatch(seen);
  });
});
