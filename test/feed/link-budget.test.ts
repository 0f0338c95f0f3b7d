import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFeedCache } from '../../src/feed/cache/cache.ts';
import { LinkBudgetSpent } from '../../src/feed/errors.ts';
import { takeTurn } from '../../src/feed/link-budget.ts';
import { built } from '../support/built.ts';
import { leapingClock } from '../support/clock.ts';
import { startFeedServices } from '../support/feed-service.ts';
import { fc } from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minute = 60_000;
const signal = new AbortController().signal;

/** Asks for a turn, `maxWaitMs` at most; the waits it told of. */
const turn = async (folder: string, maxWaitMs = 0) => {
  const waits: number[] = [];
  await takeTurn(folder, {
    maxWaitMs,
    clock: leapingClock(),
    signal,
    onWait: (milliseconds) => waits.push(milliseconds),
  });
  return waits;
};

/** A folder in which requests were made so many milliseconds ago. */
const after = async (...ages: number[]) => {
  const folder = temporaryFolder();
  const now = Date.now();
  await writeFile(join(folder, 'link-requests.json'), JSON.stringify(ages.map((age) => now - age)));
  return folder;
};

const times = (count: number, age: number) => Array.from({ length: count }, () => age);

describe('fifteen requests in a minute', () => {
  test('the sixteenth is told when to come', async () => {
    const folder = temporaryFolder();
    for (let request = 1; request <= 15; request++) expect(await turn(folder)).toEqual([]);
    const error = await turn(folder, 59_000).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(LinkBudgetSpent);
    const { waitMs } = error as LinkBudgetSpent;
    expect(waitMs > 59_000 && waitMs <= 61_000).toBe(true);
    expect(JSON.parse(await readFile(join(folder, 'link-requests.json'), 'utf8')).length).toBe(15);
  });

  test('it waits where it may, and says so', async () => {
    const waits = await turn(await after(...times(15, minute)), 5000);
    expect(waits.length).toBe(1);
  });

  test.each<[string, number[]]>([
    ['fourteen', times(14, 1000)],
    ['many, all more than a minute ago', times(40, 2 * minute)],
    ['fourteen of many', [...times(30, 2 * minute), ...times(14, 10)]],
    ['none', []],
  ])('one more may be made after %s', async (_, ages) => {
    expect(await turn(await after(...ages))).toEqual([]);
  });

  test('a clock that was set back makes nobody wait for longer than a minute', async () => {
    const error = await turn(await after(...times(15, -5 * 60 * minute))).catch(
      (failure: unknown) => failure,
    );
    expect((error as LinkBudgetSpent).waitMs).toBeLessThanOrEqual(61_000);
  });

  test.each(['{', '{}', '["soon", null]', ''])('a file that says %s counts for nothing', async (content) => {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'link-requests.json'), content);
    expect(await turn(folder)).toEqual([]);
  });

  test('whatever was there before', async () => {
    const age = fc.integer({ min: -minute, max: 2 * minute });
    const check = async (ages: number[]) => {
      const folder = await after(...ages);
      const recent = ages.filter((one) => one < minute).length;
      const isRefused = await turn(folder).then(
        () => false,
        () => true,
      );
      // Between a minute and a second more it may be either way.
      const unsure = ages.filter((one) => one >= minute && one < minute + 1500).length;
      if (recent >= 15) expect(isRefused).toBe(true);
      else if (recent + unsure < 15) expect(isRefused).toBe(false);
    };
    await fc.assert(fc.asyncProperty(fc.array(age, { maxLength: 30 }), check), { numRuns: 60 });
  });
});

test('twenty processes at once: fifteen ask, and five are told to come later', async () => {
  const service = (await startFeedServices())({});
  const env = {
    RESALE_BASE_URL: service.baseUrl,
    RESALE_CLIENT_ID: 'client',
    RESALE_API_KEY: 'a key of some length',
    RESALE_CACHE_DIR: temporaryFolder(),
  };
  const run = () => built('feed fetch --link --max-wait 0', { env });
  const screens = await Promise.all(Array.from({ length: 20 }, run));
  expect(screens.map(({ exitCode }) => exitCode).sort()).toEqual([...times(15, 0), ...times(5, 7)]);
  expect(service.links).toBe(15);
  const refused = screens.find(({ exitCode }) => exitCode === 7);
  expect(JSON.parse(refused?.stderr ?? '')).toMatchObject({
    error: {
      code: 'rate-limited',
      retryable: true,
      hint: expect.stringMatching(/^Try again in \d+ s;/),
    },
  });
  const { folder } = openFeedCache(env.RESALE_CACHE_DIR, service.baseUrl, 'client');
  await expect(turn(folder)).rejects.toThrow(LinkBudgetSpent);
});
