import { describe, expect, test } from 'vitest';
import { type Pace, progressLine, progressSentence } from '../../src/terminal/progress-line.ts';
import { fc } from '../support/properties.ts';

const pace = (more: Partial<Pace>): Pace => ({
  label: 'Downloading',
  unit: 'bytes',
  done: 45_600_000,
  total: 190_000_000,
  rate: 38_000_000,
  tick: 0,
  ...more,
});

const full = '24%  45.6 MB of 190 MB  38.0 MB/s  4 s left';

describe('a line', () => {
  test.each<[string, Partial<Pace>, number, string]>([
    ['with all there is', {}, 100, `Downloading  ███████░░░░░░░░░░░░░░░░░░░░░░░  ${full}`],
    ['with a shorter bar', {}, 70, `Downloading  ███░░░░░░░░░  ${full}`],
    ['without the rate', {}, 60, 'Downloading  ███░░░░░░░░░░  24%  45.6 MB of 190 MB  4 s left'],
    ['without the share', {}, 50, 'Downloading  ██░░░░░░  45.6 MB of 190 MB  4 s left'],
    ['without a bar', {}, 47, 'Downloading  24%  45.6 MB of 190 MB  4 s left'],
    ['without the time left', {}, 39, 'Downloading  24%  45.6 MB of 190 MB'],
    ['with the share alone', {}, 20, 'Downloading  24%'],
    ['that is cut', {}, 8, 'Download'],
    ['of no width', {}, 0, ''],
    ['before there is a rate', { rate: undefined }, 45, 'Downloading  ██░░░░░░  24%  45.6 MB of 190 MB'],
    ['at a standstill', { rate: 0 }, 49, 'Downloading  ███░░░░░░░░░  24%  45.6 MB of 190 MB'],
    [
      'at a standstill, with more room',
      { rate: 0 },
      61,
      'Downloading  ███░░░░░░░░░░  24%  45.6 MB of 190 MB  0 bytes/s',
    ],
    ['of an unknown whole', { total: undefined }, 80, 'Downloading  |  45.6 MB  38.0 MB/s'],
    ['and a little later', { total: undefined, tick: 5 }, 80, 'Downloading  /  45.6 MB  38.0 MB/s'],
    [
      'of rows',
      { unit: 'rows', done: 1234, total: 1_000_000, rate: 99.6 },
      80,
      'Downloading  ░░░░░░░░░  0%  1,234 of 1,000,000 rows  100 rows/s  2 h 47 min left',
    ],
    [
      'of rows that take long',
      { unit: 'rows', done: 1, total: 2, rate: 0.05 },
      70,
      'Downloading  ████████░░░░░░░░  50%  1 of 2 rows  3 rows/min  20 s left',
    ],
    [
      'of one row',
      { unit: 'rows', done: 1, total: 1, rate: 1 },
      48,
      'Downloading  ████████  100%  1 of 1 row  1 row/s',
    ],
    [
      'of which nothing is done, without a rate',
      { unit: 'rows', done: 0, total: 5, rate: 0 },
      70,
      'Downloading  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0%  0 of 5 rows',
    ],
    [
      'with notes',
      { notes: ['3 refused'], rate: undefined, done: 0 },
      50,
      'Downloading  0%  0 bytes of 190 MB  3 refused',
    ],
    ['at its end', { done: 190_000_000 }, 48, 'Downloading  ███████████  100%  190 MB of 190 MB'],
    ['beyond its end', { done: 2e8, rate: undefined }, 40, 'Downloading  █████████  200 MB of 190 MB'],
    [
      'of an empty whole',
      { done: 0, total: 0, rate: undefined },
      40,
      'Downloading  100%  0 bytes of 0 bytes',
    ],
  ])('%s', (_, more, width, line) => {
    expect(progressLine(pace(more), width, true)).toBe(line);
  });

  describe('of a run that the service holds up, on a screen of', () => {
    const run: Partial<Pace> = {
      label: 'Running',
      unit: 'rows',
      done: 1290,
      total: 3000,
      rate: 98,
      notes: ['12 refused'],
      limit: { said: 'the service takes about 98 a second', short: 'about 98/s' },
    };
    test.each([
      [20, 'Running  43%'],
      [40, 'Running  43%  1,290 of 3,000 rows'],
      [80, 'Running  ████░░░░░░  1,290 of 3,000 rows  12 refused  about 98/s  18 s left'],
      [
        120,
        'Running  ████░░░░░  43%  1,290 of 3,000 rows  12 refused  the service takes about 98 a second  98 rows/s  18 s left',
      ],
    ])('%i columns', (columns, line) => {
      expect(progressLine(pace(run), columns - 5, true)).toBe(line);
    });
  });

  test('names no time as long as nothing goes on', () => {
    const limit = { said: 'waiting for 16 answers', short: 'waiting', holdsAll: true } as const;
    expect(progressLine(pace({ limit }), 80, true)).toMatch(/ waiting for 16 answers .*\/s$/);
    expect(progressSentence(pace({ limit }))).not.toContain('left');
  });

  test('in ASCII, if the terminal shows nothing else', () => {
    expect(progressLine(pace({}), 70, false)).toBe(`Downloading  ###---------  ${full}`);
  });

  test('is never wider than it may be', () => {
    const amounts = fc.record({
      done: fc.nat(),
      total: fc.option(fc.nat(), { nil: undefined }),
      rate: fc.option(fc.double({ min: 0, max: 1e15, noNaN: true }), { nil: undefined }),
      notes: fc.array(fc.constantFrom('3 refused', 'waiting')),
    });
    fc.assert(
      fc.property(amounts, fc.nat(300), fc.boolean(), (more, width, blocks) => {
        expect(progressLine(pace(more), width, blocks).length).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('the time left', () => {
  test.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [60, '1 min 0 s'],
    [3599, '59 min 59 s'],
    [3600, '1 h 0 min'],
    [90_000, '25 h 0 min'],
    [1e9, 'days'],
  ])('%d s: %s', (seconds, words) => {
    expect(progressSentence(pace({ done: 0, total: seconds, rate: 1, unit: 'rows' }))).toContain(
      `${words} left`,
    );
  });
});

test('the same as a sentence', () => {
  expect(progressSentence(pace({ notes: ['3 refused', '1 unknown'] }))).toBe(
    'Downloading: 24%, 45.6 MB of 190 MB, 3 refused, 1 unknown, 38.0 MB/s, 4 s left',
  );
});
