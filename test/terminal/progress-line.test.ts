import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pace, progressLine, progressSentence } from '../../src/terminal/progress-line.ts';

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
    ['without a bar', {}, 60, `Downloading  ${full}`],
    ['without the time left', {}, 50, 'Downloading  24%  45.6 MB of 190 MB  38.0 MB/s'],
    ['without the rate', {}, 45, 'Downloading  ██░░░░░░  24%  45.6 MB of 190 MB'],
    ['with the share alone', {}, 20, 'Downloading  24%'],
    ['that is cut', {}, 8, 'Download'],
    ['of no width', {}, 0, ''],
    ['before there is a rate', { rate: undefined }, 44, 'Downloading  24%  45.6 MB of 190 MB'],
    ['at a standstill', { rate: 0 }, 50, 'Downloading  24%  45.6 MB of 190 MB  0 bytes/s'],
    ['of an unknown whole', { total: undefined }, 80, 'Downloading  |  45.6 MB  38.0 MB/s'],
    ['and a little later', { total: undefined, tick: 5 }, 80, 'Downloading  /  45.6 MB  38.0 MB/s'],
    [
      'of rows',
      { unit: 'rows', done: 1234, total: 1_000_000, rate: 99.6 },
      70,
      'Downloading  0%  1,234 of 1,000,000 rows  100 rows/s  2 h 47 min left',
    ],
    [
      'with notes',
      { notes: ['3 refused'], rate: undefined, done: 0 },
      50,
      'Downloading  0%  0 bytes of 190 MB  3 refused',
    ],
    ['at its end', { done: 190_000_000 }, 50, 'Downloading  100%  190 MB of 190 MB  38.0 MB/s'],
    ['beyond its end', { done: 2e8, rate: undefined }, 40, 'Downloading  100%  200 MB of 190 MB'],
    [
      'of an empty whole',
      { done: 0, total: 0, rate: undefined },
      40,
      'Downloading  100%  0 bytes of 0 bytes',
    ],
  ])('%s', (_, more, width, line) => {
    expect(progressLine(pace(more), width, true)).toBe(line);
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
  expect(progressSentence(pace({}))).toBe('Downloading: 24%, 45.6 MB of 190 MB, 38.0 MB/s, 4 s left');
});
