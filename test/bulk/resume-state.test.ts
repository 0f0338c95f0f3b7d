import { describe, expect, it, test } from 'vitest';
import type { JournalRecord } from '../../src/bulk/journal/records.ts';
import { noCounts } from '../../src/bulk/report.ts';
import { ResumeState } from '../../src/bulk/resume-state.ts';
import type { Outcome } from '../../src/changes/outcome.ts';

const at = '2026-11-21T12:00:00.000Z';
const epoch: JournalRecord = { kind: 'epoch', at, tool: '1.0.0', pid: 1 };
const intent = (row: number): JournalRecord => ({ kind: 'intent', row, line: row + 1 });
const outcome = (
  row: number,
  said: 'applied' | 'refused' | 'unknown' | 'unsent' | 'converged',
): JournalRecord => ({
  kind: 'outcome',
  row,
  outcome: said,
});
const resolve = (row: number, as: 'applied' | 'refused' | 'retry'): JournalRecord => ({
  kind: 'resolve',
  row,
  as,
  at,
});
const end = (counts: Record<string, number>): JournalRecord => ({ kind: 'end', exitCode: 0, counts, at });

const stateOf = (...records: JournalRecord[]) => {
  const state = new ResumeState();
  for (const record of [epoch, ...records]) state.take(record);
  return state;
};

describe('what a journal says of row 1', () => {
  test.each<[string, JournalRecord[], string | undefined, 'past' | 'to do', 'open' | 'settled']>([
    ['nothing', [], undefined, 'to do', 'settled'],
    ['an intent', [intent(1)], undefined, 'past', 'open'],
    ['an outcome', [intent(1), outcome(1, 'applied')], 'applied', 'past', 'settled'],
    ['that it was never sent', [intent(1), outcome(1, 'unsent')], undefined, 'to do', 'settled'],
    ['that it is unknown', [intent(1), outcome(1, 'unknown')], 'unknown', 'past', 'settled'],
    ['that another try followed', [intent(1), outcome(1, 'unsent'), intent(1)], undefined, 'past', 'open'],
    ['that a person found it applied', [intent(1), resolve(1, 'applied')], 'applied', 'past', 'settled'],
    [
      'that a person found it refused',
      [intent(1), outcome(1, 'unknown'), resolve(1, 'refused')],
      'refused',
      'past',
      'settled',
    ],
    [
      'that a person wants it again, which was open',
      [intent(1), resolve(1, 'retry')],
      undefined,
      'to do',
      'settled',
    ],
    [
      'that a person wants it again',
      [intent(1), outcome(1, 'unknown'), resolve(1, 'retry')],
      undefined,
      'to do',
      'settled',
    ],
  ])('%s', (_, records, said, past, open) => {
    const state = stateOf(...records);
    expect([
      state.outcomeOf(1),
      state.isHandled(1) ? 'past' : 'to do',
      state.openIntent(1) ? 'open' : 'settled',
    ]).toEqual([said, past, open]);
  });
});

describe('of a whole run', () => {
  const records = [
    ...[1, 2, 3, 4, 5000].map(intent),
    outcome(1, 'applied'),
    outcome(2, 'unknown'),
    outcome(3, 'unsent'),
    outcome(5000, 'converged'),
  ];

  it('counts what was sent, and names the unknown rows, open ones included', () => {
    const state = stateOf(...records);
    expect([state.counts(), state.unknownRows().map(({ row }) => row), state.end]).toEqual([
      { ...noCounts(), applied: 1, unknown: 1, converged: 1 },
      [2, 4],
      undefined,
    ]);
  });

  it('the end also counts those for which nothing was sent', () => {
    const state = stateOf(...records, end({ applied: 2, unchanged: 7, unknown: 2 }));
    expect(state.counts()).toEqual({ ...noCounts(), applied: 2, unchanged: 7, unknown: 2 });
  });

  it('what a person settles after the end becomes a part of it', () => {
    const state = stateOf(...records, end({ applied: 2, unchanged: 7, unknown: 2 }), resolve(2, 'refused'));
    expect([state.counts(), state.end === undefined]).toEqual([
      { ...noCounts(), applied: 2, unchanged: 7, unknown: 1, refused: 1 },
      false,
    ]);
  });

  describe('rows that a person wants sent again after the end', () => {
    const ended = [...records, end({ applied: 1, converged: 1, unchanged: 7, refused: 4, unknown: 2 })];
    const again = [...ended, resolve(2, 'retry'), epoch];

    it('are the only ones that are left', () => {
      const state = stateOf(...again);
      expect([1, 2, 3, 4, 6, 5000].filter((row) => !state.isHandled(row))).toEqual([2]);
      expect(state.counts()).toEqual({
        ...noCounts(),
        applied: 1,
        converged: 1,
        unchanged: 7,
        refused: 4,
        unknown: 1,
      });
    });

    it.each<[string, JournalRecord[], Partial<Record<Outcome, number>>, number[]]>([
      ['are counted by what became of them', [intent(2), outcome(2, 'applied')], { applied: 2 }, [4]],
      ['stay left if they were not sent', [intent(2), outcome(2, 'unsent')], { applied: 1 }, [4]],
      ['may be unknown again', [intent(2), outcome(2, 'unknown')], { applied: 1, unknown: 2 }, [2, 4]],
      [
        'may be settled while they are open',
        [intent(2), resolve(2, 'refused')],
        { applied: 1, refused: 5 },
        [4],
      ],
      ['may be sent again and again', [intent(2), resolve(2, 'retry')], { applied: 1 }, [4]],
    ])('%s', (_, more, counts, unknown) => {
      const state = stateOf(...again, ...more);
      const all = { applied: 1, converged: 1, unchanged: 7, refused: 4, unknown: 1 };
      expect([state.counts(), state.unknownRows().map(({ row }) => row)]).toEqual([
        { ...noCounts(), ...all, ...counts },
        unknown,
      ]);
      const settled = !more.some(
        (record) =>
          (record.kind === 'outcome' && record.outcome === 'unsent') ||
          (record.kind === 'resolve' && record.as === 'retry'),
      );
      expect(state.isHandled(2)).toBe(settled);
    });
  });

  it.each<[string, JournalRecord]>([
    ['a row that is to be sent again', resolve(2, 'retry')],
    ['a process that goes on', epoch],
  ])('is not at its end any more after %s', (_, record) => {
    expect(stateOf(...records, end({ unknown: 1 }), record).end).toBeUndefined();
  });
});

test('rows are known however many there are', () => {
  const rows = [1, 1023, 1024, 1025, 5000];
  const state = stateOf(...rows.flatMap((row) => [intent(row), outcome(row, 'applied')]));
  expect(rows.map((row) => state.outcomeOf(row))).toEqual(rows.map(() => 'applied'));
  expect([state.outcomeOf(1026), state.counts()]).toEqual([undefined, { ...noCounts(), applied: 5 }]);
});

test('a row that a person has settled may be settled otherwise, until it is sent again', () => {
  const said = [intent(1), outcome(1, 'unknown'), resolve(1, 'applied'), resolve(1, 'retry')];
  const settled = (...more: JournalRecord[]) =>
    stateOf(...said, ...more)
      .settledRows()
      .map(({ row }) => row);
  expect([settled(), settled(intent(1)), settled(outcome(1, 'refused'))]).toEqual([[1], [], []]);
});
