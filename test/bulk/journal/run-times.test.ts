import { expect, test } from 'vitest';
import { RunTimes } from '../../../src/bulk/journal/run-times.ts';

const began = Date.parse('2026-11-22T22:00:00Z');
const epoch = (ms: number) =>
  ({ kind: 'epoch', at: new Date(began + ms).toISOString(), tool: '1', pid: 1 }) as const;
const intent = (row: number, ms: number) => ({ kind: 'intent', row, line: row, time: began + ms }) as const;
const outcome = (row: number, ms: number) =>
  ({ kind: 'outcome', row, outcome: 'applied', time: began + ms }) as const;

const night = 8 * 3_600_000;

test('a run that went on the next morning: the night is not counted, neither for the run nor for a row', () => {
  const times = new RunTimes();
  // The answer of row 2 was lost, as it says at the end; whoever goes on finds out.
  const lost = { ...intent(2, 20), lost: 'cut' };
  for (const record of [epoch(0), intent(1, 10), intent(2, 20), outcome(1, 40), lost]) times.take(record);
  for (const record of [
    epoch(night),
    outcome(2, night + 100),
    intent(3, night + 100),
    outcome(3, night + 130),
  ])
    times.take(record);
  expect([times.began, times.resumed, times.worked]).toEqual([began, 1, 170]);
  expect([1, 2, 3, 4].map(times.of)).toEqual([
    { at: 40, took: 30 },
    { at: 140, took: 120 },
    { at: 170, took: 30 },
    undefined,
  ]);
});

test('a clock that was set back, and a journal without times', () => {
  const times = new RunTimes();
  for (const record of [epoch(0), intent(1, 500), outcome(1, 100)]) times.take(record);
  expect([times.worked, times.of(1)]).toEqual([500, { at: 500, took: 0 }]);
  const earlier = new RunTimes();
  earlier.take(epoch(0));
  earlier.take({ kind: 'intent', row: 1, line: 2 });
  earlier.take({ kind: 'outcome', row: 1, outcome: 'applied' });
  expect([earlier.worked, earlier.of(1)]).toEqual([0, undefined]);
});
