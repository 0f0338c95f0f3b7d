import { describe, expect, test } from 'vitest';
import { type Pace, progressLine, progressSentence } from '../../src/terminal/progress-line.ts';
import { fc } from '../support/properties.ts';

const pace = (more: Partial<Pace>): Pace => ({
  label: 'Running',
  unit: 'rows',
  done: 1197,
  total: 5000,
  rate: 77.4,
  turn: 0,
  ...more,
});
const download = {
  label: 'Downloading',
  unit: 'bytes',
  done: 45_600_000,
  total: 190_000_000,
  rate: 38_000_000,
};

describe('a line', () => {
  test.each<[string, Partial<Pace>, number, string]>([
    ['with a bar', {}, 80, 'Running  ███████░░░░░░░░░░░░░░░░░░░░░░░  1,197 of 5,000  77/s  50 s left'],
    ['with a shorter one', {}, 60, 'Running  ████░░░░░░░░░░░░░░  1,197 of 5,000  77/s  50 s left'],
    ['without one', {}, 45, 'Running  1,197 of 5,000  77/s  50 s left'],
    ['that is cut', {}, 30, 'Running  1,197 of 5,000  77/s…'],
    ['of no width', {}, 0, ''],
    ['with notes', { notes: ['3 refused'], rate: undefined }, 40, 'Running  1,197 of 5,000  3 refused'],
    [
      'while nothing goes on',
      { waits: 'waiting for 3 answers' },
      50,
      'Running  1,197 of 5,000  waiting for 3 answers',
    ],
    [
      'of rows that take long',
      { done: 1, total: 2, rate: 0.05 },
      45,
      'Running  █████░░░░░  1 of 2  3/min  20 s left',
    ],
    ['before anything is done', { done: 0, total: 5, rate: 0 }, 30, 'Running  ░░░░░░░░░░░░░  0 of 5'],
    ['of an empty whole', { done: 0, total: 0, rate: undefined }, 30, 'Running  █████████████  0 of 0'],
    ['beyond its end', { done: 9, total: 5, rate: undefined }, 30, 'Running  █████████████  9 of 5'],
    ['of an unknown whole', { total: undefined, unit: 'listings' }, 80, 'Running  1,197 listings  77/s'],
    ['of bytes', download, 62, 'Downloading  ██░░░░░░░  45.6 MB of 190 MB  38.0 MB/s  4 s left'],
    ['of nothing that is counted', { done: undefined, turn: 5 }, 80, 'Running /'],
  ])('%s', (_, more, width, line) => {
    expect(progressLine(pace(more), width)).toBe(line);
  });

  test('is never wider than it may be', () => {
    const amounts = fc.record({
      done: fc.option(fc.nat(), { nil: undefined }),
      total: fc.option(fc.nat(), { nil: undefined }),
      rate: fc.option(fc.double({ min: 0, max: 1e15, noNaN: true }), { nil: undefined }),
      notes: fc.array(fc.constantFrom('3 refused', 'waiting')),
    });
    fc.assert(
      fc.property(amounts, fc.nat(300), (more, width) => {
        expect(progressLine(pace(more), width).length).toBeLessThanOrEqual(width);
      }),
    );
  });
});

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min 0 s'],
  [3599, '59 min 59 s'],
  [3600, '1 h 0 min'],
  [90_000, '25 h 0 min'],
  [1e9, 'days'],
])('%d s left: %s', (seconds, words) => {
  expect(progressSentence(pace({ done: 1, total: 1 + seconds, rate: 1 }))).toContain(`${words} left`);
});

test('the same as a sentence', () => {
  expect(progressSentence(pace({ notes: ['3 refused', '1 unknown'] }))).toBe(
    'Running: 1,197 of 5,000, 3 refused, 1 unknown, 77/s, 50 s left',
  );
});
