import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bin } from '../support/built.ts';
import { groupsOf, missesWith, runGroup, seers } from './groups.ts';
import { canTrace } from './strace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

if (!canTrace()) console.warn('strace is not here, or may not trace: what needs it is skipped');
if (!existsSync(`${root}/dist/main.cjs`))
  throw new Error('The tool is not built. Run `npm run build` first.');

// The figures that `npm run torture` runs are larger by far.
const groups = groupsOf({
  seed: 1,
  changes: 600,
  rowsARun: 60,
  kills: 1,
  cuts: 10,
  interrupts: 1,
  shards: 1,
  rows: 30,
  rowsTraced: 4,
  traced: ['direct'],
});

// Mostly they wait: for a change to come to rest, or for a listing to turn up.
describe.concurrent('nothing is applied twice, nothing is lost, and every word is true', () => {
  test.each(groups)('$name', { timeout: 300_000 }, async (group) => {
    expect(await runGroup(bin, group, 2)).toMatchObject({ misses: [] });
  });
});

describe.concurrent('a bug would be seen', () => {
  test.each(seers(1))('$name', { timeout: 300_000 }, async ({ bug, torments }) => {
    expect(await missesWith(root, bug, torments)).not.toEqual([]);
  });
});
