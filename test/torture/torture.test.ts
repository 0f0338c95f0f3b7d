import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bin } from '../support/built.ts';
import { type Bugged, buildBugged } from './bugged.ts';
import { groupsOf } from './groups.ts';
import { runGroup } from './run-group.ts';
import { missesIn, seersOf } from './seers.ts';
import { canTrace } from './strace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

if (!canTrace()) console.warn('strace is not here, or may not trace: what needs it is skipped');
if (!existsSync(`${root}/dist/main.cjs`))
  throw new Error('The tool is not built. Run `npm run build` first.');

// The figures that `npm run torture` runs are larger by far.
const groups = groupsOf({
  seed: 1,
  changes: 400,
  rowsARun: 40,
  kills: 1,
  cuts: 10,
  interrupts: 3,
  shards: 1,
  rows: 30,
  rowsTraced: 4,
  traced: ['direct'],
  stride: 3,
});

// Mostly they wait: for a change to come to rest, or for a listing to turn up.
vi.setConfig({ maxConcurrency: 8 });

describe.concurrent('nothing is applied twice, nothing is lost, and every word is true', () => {
  test.each(groups)('$name', { timeout: 300_000 }, async (group) => {
    expect(await runGroup(bin, group, 2)).toMatchObject({ misses: [] });
  });
});

describe.concurrent('a bug would be seen', () => {
  let bugged: Bugged;
  beforeAll(async () => {
    bugged = await buildBugged(root);
  }, 120_000);
  afterAll(() => bugged.remove());

  test.each(seersOf(1))('$name', { timeout: 300_000 }, async (seer) => {
    expect(await missesIn(bugged.binWith(seer.bug), seer)).not.toEqual([]);
  });
});
