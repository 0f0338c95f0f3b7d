import { describe, expect, it, test } from 'vitest';
import { type Decision, noCounts, type Outcome } from '../../../src/changes/outcome.ts';
import type { RowCode } from '../../../src/failure/codes.ts';
import type { JournalRecord } from '../../../src/runs/journal/records.ts';
import { Replay } from '../../../src/runs/journal/run-state.ts';

const began = Date.parse('2026-11-21T12:00:00Z');
const at = new Date(began).toISOString();
const epochAt = (ms: number): JournalRecord => ({
  kind: 'epoch',
  at: new Date(began + ms).toISOString(),
  tool: '1.0.0',
  pid: 1,
});
const epoch = epochAt(0);
const intent = (row: number): JournalRecord => ({ kind: 'intent', row, line: row + 1 });
const outcome = (row: number, said: Outcome): JournalRecord => ({ kind: 'outcome', row, outcome: said });
const refused = (code: RowCode): JournalRecord => ({
  ...outcome(1, 'refused'),
  ...{ error: { code, message: 'no' } },
});
const resolve = (row: number, as: Decision): JournalRecord => ({ kind: 'resolve', row, as, at });
const end = (counts: Record<string, number>): JournalRecord => ({ kind: 'end', counts, at });

const replay = (rows: number, ...records: JournalRecord[]) => {
  const state = new Replay();
  state.rows = rows;
  for (const record of [epoch, ...records]) state.take(record);
  return state;
};

const unknownRows = (state: Replay) => state.pending('open', 'unknown').map(({ row }) => row);

describe('what a journal says of row 1', () => {
  test.each<[string, JournalRecord[], Outcome | undefined, 'past' | 'to do', 'open' | 'settled']>([
    ['nothing', [], undefined, 'to do', 'settled'],
    ['an intent', [intent(1)], 'unknown', 'past', 'open'],
    ['an outcome', [intent(1), outcome(1, 'applied')], 'applied', 'past', 'settled'],
    ['an outcome without a request', [outcome(1, 'unchanged')], 'unchanged', 'past', 'settled'],
    ['that it was never sent', [intent(1), outcome(1, 'unsent')], 'unsent', 'to do', 'settled'],
    ['that it is unknown', [intent(1), outcome(1, 'unknown')], 'unknown', 'past', 'settled'],
    ['that another try followed', [intent(1), outcome(1, 'unsent'), intent(1)], 'unknown', 'past', 'open'],
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
      'unsent',
      'to do',
      'settled',
    ],
    [
      'that a person wants it again',
      [intent(1), outcome(1, 'unknown'), resolve(1, 'retry')],
      'unsent',
      'to do',
      'settled',
    ],
  ])('%s', (_, records, said, past, open) => {
    const state = replay(1, ...records);
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
    outcome(6, 'unchanged'),
    outcome(5000, 'converged'),
  ];
  const known = { ...noCounts(), applied: 1, unchanged: 1, converged: 1 };

  it('each row is counted once, an open one as unknown, or as unsent while its process lives', () => {
    const state = replay(10, ...records);
    expect(state.standing()).toEqual({
      counts: { ...known, unknown: 2, unsent: 5 },
      open: 1,
      unknown: [2],
      leftOut: 0,
      inClosedListings: 0,
      worked: 0,
    });
    expect(state.standing(true).counts).toEqual({ ...known, unknown: 1, unsent: 6 });
    expect([unknownRows(state), state.end]).toEqual([[2, 4], undefined]);
  });

  describe('rows that a person wants sent again after the end', () => {
    const counts = { ...known, unknown: 1 };
    const again = [...records, end({ ...counts, unknown: 2 }), resolve(2, 'retry'), epoch];

    it('are the only ones that are left', () => {
      const state = replay(6, ...again);
      expect([1, 2, 4, 6, 5000].filter((row) => !state.isHandled(row))).toEqual([2]);
      // Row 3 was not sent, although the run has ended: it is still counted.
      expect(state.standing().counts).toEqual({ ...counts, unsent: 2 });
    });

    it.each<[string, JournalRecord[], Partial<Record<Outcome, number>>, number[]]>([
      ['are counted by what became of them', [intent(2), outcome(2, 'applied')], { applied: 2 }, [4]],
      ['stay left if they were not sent', [intent(2), outcome(2, 'unsent')], { unsent: 2 }, [4]],
      ['may be unknown again', [intent(2), outcome(2, 'unknown')], { unknown: 2 }, [2, 4]],
      ['may be settled while they are open', [intent(2), resolve(2, 'refused')], { refused: 1 }, [4]],
      ['may be sent again and again', [intent(2), resolve(2, 'retry')], { unsent: 2 }, [4]],
    ])('%s', (_, more, changed, unknown) => {
      const state = replay(6, ...again, ...more);
      expect([state.standing().counts, unknownRows(state)]).toEqual([
        { ...counts, unsent: 1, ...changed },
        unknown,
      ]);
      expect(state.isHandled(2)).toBe(changed.unsent === undefined);
    });
  });

  it.each<[string, JournalRecord]>([
    ['a row that is to be sent again', resolve(2, 'retry')],
    ['a process that goes on', epoch],
  ])('is not at its end any more after %s', (_, record) => {
    expect(replay(10, ...records, end({ unknown: 1 }), record).end).toBeUndefined();
  });
});

test.each<[string, number, JournalRecord[]]>([
  ['a fault', 1, [refused('not-found')]],
  ['a conflict', 0, [refused('conflict')]],
  ['a listing that would close now', 0, [refused('would-close')]],
  ['a refusal by the service', 0, [intent(1), refused('not-found')]],
])('a row is left out because of %s: %s', (_, leftOut, records) => {
  expect(replay(1, ...records).standing().leftOut).toBe(0);
  const state = new Replay();
  state.skipsInvalid = true;
  for (const record of records) state.take(record);
  expect(state.standing().leftOut).toBe(leftOut);
});

test('rows are known however many there are', () => {
  const rows = [1, 1023, 1024, 1025, 5000];
  const state = replay(5, ...rows.flatMap((row) => [intent(row), outcome(row, 'applied')]));
  expect(rows.map((row) => state.outcomeOf(row))).toEqual(rows.map(() => 'applied'));
  expect([state.outcomeOf(1026), state.standing().counts]).toEqual([
    undefined,
    { ...noCounts(), applied: 5 },
  ]);
});

test('a row that a person has settled may be settled otherwise, until it is sent again', () => {
  const said = [intent(1), outcome(1, 'unknown'), resolve(1, 'applied'), resolve(1, 'retry')];
  const standing = (...more: JournalRecord[]) =>
    replay(1, ...said, ...more)
      .pending()
      .map((state) => state.standing);
  expect([standing(), standing(intent(1)), standing(outcome(1, 'refused'))]).toEqual([
    ['again'],
    ['open'],
    [],
  ]);
});

describe('the time that rows took', () => {
  const sent = (row: number, ms: number): JournalRecord => ({ ...intent(row), time: began + ms }) as never;
  const night = 8 * 3_600_000;
  const timesOf = (...records: JournalRecord[]) => {
    const state = new Replay();
    const times = records.map((record) => state.take(record)).filter((row) => row?.at !== undefined);
    return [state.worked, times.map((row) => [row?.row, row?.at, row?.took])];
  };
  const done = (row: number, ms: number): JournalRecord =>
    ({ ...outcome(row, 'applied'), time: began + ms }) as never;

  test('has no night in it where a run went on the next morning', () => {
    // The answer of row 2 was lost, as it says at the end; whoever goes on finds out.
    const lost = { ...sent(2, 20), lost: 'cut' } as JournalRecord;
    const first = [epochAt(0), sent(1, 10), sent(2, 20), done(1, 40), lost];
    const next = [epochAt(night), done(2, night + 100), sent(3, night + 100), done(3, night + 130)];
    expect(timesOf(...first, ...next)).toEqual([
      170,
      [
        [1, 40, 30],
        [2, 140, 120],
        [3, 170, 30],
      ],
    ]);
  });

  test('is never negative, and unknown if records have no time', () => {
    expect(timesOf(epochAt(0), sent(1, 500), done(1, 100))).toEqual([500, [[1, 500, 0]]]);
    expect(timesOf(epochAt(0), intent(1), outcome(1, 'applied'))).toEqual([0, []]);
  });
});
