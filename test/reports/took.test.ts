import { expect, test } from 'vitest';
import { noCounts } from '../../src/changes/outcome.ts';
import { runReport } from '../../src/reports/run-report.ts';

test.each([
  [72_000, '1 min 12 s'],
  [1_000, '1 s'],
  [999, undefined],
])('a run of %i ms took: %s', (worked, said) => {
  const record = {
    run: 'r-1',
    operation: 'inventory set',
    profile: 'live',
    origin: 'https://shop.test',
    undoes: null,
    undoneBy: null,
    createdAt: '2026-11-22T01:00:00Z',
    state: 'done',
    rows: 0,
    counts: noCounts(),
  } as unknown as Parameters<typeof runReport>[0]['record'];
  const head = { input: { sha256: '' }, options: {}, form: { format: 'csv' } } as Parameters<
    typeof runReport
  >[0]['head'];
  const { summary } = runReport({ record, head, rows: [], worked });
  expect(summary().facts.Took).toBe(said);
});
