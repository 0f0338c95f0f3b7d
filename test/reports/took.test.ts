import { expect, test } from 'vitest';
import { runReport } from '../../src/reports/run-report.ts';
import { nothingPlanned, RunState } from '../../src/runs/journal/run-state.ts';

test.each([
  [{ last: 2_000, resumed: 0 }, 5, '2 s, 2.5 rows a second'],
  [{ last: 2_000, resumed: 1 }, 5, '2 s, resumed once, 2.5 rows a second'],
  [{ last: 2_000, resumed: 3 }, 5, '2 s, resumed 3 times, 2.5 rows a second'],
  [{ last: 1_000, resumed: 0 }, 2, '1 s, 2 rows a second'],
  // One row has no speed, nor has what took no second.
  [{ last: 2_000, resumed: 0 }, 1, '2 s'],
  [{ last: 999, resumed: 0 }, 2, '999 ms'],
  [{ last: 0, resumed: 0 }, 2, undefined],
])('a run with %j and %i rows took: %s', (known, rows, said) => {
  const times = Object.assign(new RunState(nothingPlanned()), { began: 0, ...known });
  const record = {
    run: 'r-1',
    operation: 'inventory set',
    profile: 'live',
    origin: 'https://shop.test',
    undoes: null,
    undoneBy: null,
    createdAt: '2026-11-22T01:00:00Z',
    state: 'done',
    rows,
    counts: times.standing().counts,
  } as unknown as Parameters<typeof runReport>[0]['record'];
  const head = { input: { sha256: '' }, options: {}, form: { format: 'csv' } } as Parameters<
    typeof runReport
  >[0]['head'];
  const sent = Array.from({ length: rows }, (_, row) => ({
    row,
    line: row + 1,
    outcome: 'applied',
    took: 1,
  }));
  const { summary } = runReport({ record, head, rows: sent as never, times });
  expect(summary().facts.Took).toBe(said);
});
