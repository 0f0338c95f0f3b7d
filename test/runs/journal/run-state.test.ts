import { describe, expect, it, test } from 'vitest';
import { type Decision, noCounts, type Outcome } from '../../../src/changes/outcome.ts';
import type { JournalRecord } from '../../../src/runs/journal/records.ts';
import type { Doubt } from '../../../src/runs/journal/row-state.ts';
import { nothingPlanned, type PlannedCounts, RunState } from '../../../src/runs/journal/run-state.ts';
import { fc } from '../../support/properties.ts';
import { anyRecord } from './arbitrary-records.ts';

const began = Date.parse('2026-11-21T12:00:00Z');
const at = new Date(began).toISOString();
const begunAt = (ms: number): JournalRecord => ({
  kind: 'begun',
  at: new Date(began + ms).toISOString(),
  tool: '1.0.0',
  pid: 1,
});
const sent = (row: number, more = {}): JournalRecord => ({ kind: 'sent', row, line: row + 1, ...more });
const returned = (row: number): JournalRecord => ({ kind: 'returned', row });
const done = (row: number, outcome: Outcome, more = {}): JournalRecord => ({
  ...{ kind: 'done', row, line: row + 1, outcome },
  ...more,
});
const settled = (row: number, as: Decision): JournalRecord => ({ kind: 'resolved', row, as, at });

const stateOf = (planned: Partial<PlannedCounts>, ...records: JournalRecord[]) => {
  const state = new RunState({ ...nothingPlanned(), ...planned });
  for (const record of [begunAt(0), ...records]) state.take(record);
  return state;
};

const rowsOf = (states: readonly { row: number }[]) => states.map(({ row }) => row);

describe('what a journal says of row 1', () => {
  test.each<[string, JournalRecord[], Outcome | undefined, 'past' | 'to send', 'in doubt' | 'known']>([
    ['nothing', [], undefined, 'to send', 'known'],
    ['that it was sent', [sent(1)], 'unknown', 'past', 'in doubt'],
    ['what became of it', [sent(1), done(1, 'applied')], 'applied', 'past', 'known'],
    ['that it needed no request', [done(1, 'unchanged')], 'unchanged', 'past', 'known'],
    ['that the service did not begin it', [sent(1), returned(1)], undefined, 'to send', 'known'],
    ['that it was sent again', [sent(1), returned(1), sent(1)], 'unknown', 'past', 'in doubt'],
    ['that nobody can tell', [sent(1), done(1, 'unknown')], 'unknown', 'past', 'in doubt'],
    [
      'that a later look could tell',
      [sent(1), done(1, 'unknown'), done(1, 'converged')],
      'converged',
      'past',
      'known',
    ],
    ['that a person found it applied', [sent(1), settled(1, 'applied')], 'applied', 'past', 'known'],
    [
      'that a person found it not applied',
      [sent(1), done(1, 'unknown'), settled(1, 'not-applied')],
      'refused',
      'past',
      'known',
    ],
  ])('%s', (_, records, outcome, past, doubt) => {
    const state = stateOf({ rows: 1 }, ...records);
    expect([
      state.outcomeOf(1),
      state.leftNow()(1) ? 'to send' : 'past',
      state.inDoubt(1) ? 'in doubt' : 'known',
    ]).toEqual([outcome, past, doubt]);
  });

  test('what was sent of a row that the service did not begin, until it is sent again', () => {
    const first = { id: 'a', from: 5, delta: -1 };
    const state = stateOf({ rows: 1 }, sent(1, first), returned(1));
    expect(state.returned(1)).toMatchObject(first);
    state.take(sent(1, { id: 'a', from: 5, delta: -1 }));
    expect(state.returned(1)).toBeUndefined();
  });

  test.each<[string, JournalRecord[], Doubt | undefined]>([
    ['nothing since it was sent', [sent(1)], 'unanswered'],
    ['an answer that was lost', [sent(1), done(1, 'unknown')], 'lost'],
    ['a refusal', [sent(1), done(1, 'unknown', { wasRefused: true })], 'refused'],
    [
      'a refusal, whatever a later look shows',
      [sent(1), done(1, 'unknown', { wasRefused: true }), done(1, 'unknown')],
      'refused',
    ],
    [
      'nothing since it was sent again',
      [sent(1), done(1, 'unknown', { wasRefused: true }), returned(1), sent(1)],
      'unanswered',
    ],
    ['what became of it', [sent(1), done(1, 'unknown', { wasRefused: true }), done(1, 'applied')], undefined],
  ])('why it is in doubt: %s', (_, records, doubt) => {
    expect(stateOf({ rows: 1 }, ...records).inDoubt(1)?.doubt).toBe(doubt);
  });

  test('that a person changed their mind', () => {
    const doubt = [sent(1, { from: 5, to: 3 }), done(1, 'unknown', { before: 5 })];
    const state = stateOf({ rows: 1 }, ...doubt, settled(1, 'applied'));
    expect(state.toResolve).toMatchObject([{ row: 1, outcome: 'applied', before: 5, after: 3 }]);
    state.take(settled(1, 'not-applied'));
    expect([state.standing().counts, state.toResolve]).toMatchObject([
      { applied: 0, refused: 1 },
      [{ outcome: 'refused', after: null, error: { code: 'resolved' } }],
    ]);
  });

  test('nothing that a person may settle, where it was never in doubt', () => {
    const state = stateOf({ rows: 1 }, sent(1), done(1, 'applied'));
    expect(state.take(settled(1, 'not-applied'))).toBeUndefined();
    expect([state.outcomeOf(1), state.toResolve]).toEqual(['applied', []]);
  });
});

describe('of a whole run', () => {
  const records = [
    ...[1, 2, 3, 4, 5000].map((row) => sent(row)),
    done(1, 'applied', { stateBefore: 'CLOSED' }),
    done(2, 'unknown', { time: began }),
    returned(3),
    done(6, 'unchanged'),
    done(5000, 'converged'),
  ];

  it('each row is counted once, and one whose request is under way as unsent while its process lives', () => {
    const planned = { rows: 13, counts: { ...noCounts(), refused: 2, skipped: 1 }, leftOut: 2 };
    const state = stateOf(planned, ...records);
    const known = { ...noCounts(), applied: 1, unchanged: 1, converged: 1, refused: 2, skipped: 1 };
    expect(state.standing()).toEqual({
      ...{ counts: { ...known, unknown: 2, unsent: 5 }, unknownLines: [3, 5] },
      ...{ leftOut: 2, inClosedListings: 1, closed: 0, worked: 0 },
    });
    expect(state.standing(true)).toMatchObject({
      counts: { ...known, unknown: 1, unsent: 6 },
      unknownLines: [3],
    });
    expect(rowsOf(state.allInDoubt)).toEqual([2, 4]);
  });

  it('what it closed is counted, but for listings that were closed before', () => {
    const closing = { id: 'a', from: 2, to: 0 };
    const state = stateOf(
      { rows: 4 },
      ...[sent(1, closing), done(1, 'applied', { before: 2, after: 0 })],
      ...[sent(2, closing), done(2, 'converged', { before: 2, after: 0 })],
      ...[sent(3, { ...closing, isClosed: true }), done(3, 'applied', { before: 2, after: 0 })],
      ...[sent(4, closing), done(4, 'refused')],
    );
    expect(state.standing().closed).toBe(2);
  });

  it('so is what a person found closed, until they say otherwise', () => {
    const state = stateOf({ rows: 1 }, sent(1, { id: 'a', from: 2, to: 0 }));
    const closedAs = (as: 'applied' | 'not-applied') => {
      state.take({ kind: 'resolved', row: 1, as, at: '2026-11-22T01:00:00Z' });
      return state.standing().closed;
    };
    expect([closedAs('applied'), closedAs('applied'), closedAs('not-applied')]).toEqual([1, 1, 0]);
  });

  it('what is left now does not change while it is sent', () => {
    const state = stateOf({ rows: 2 }, sent(1), done(1, 'applied'));
    const isLeft = state.leftNow();
    state.take(sent(2));
    expect([isLeft(1), isLeft(2), state.leftNow()(2)]).toEqual([false, true, false]);
  });

  it('law: whatever stands in its journal, all rows are counted, and each of them once', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 60 }), (any) => {
        const few = any.map((one) => ('row' in one ? { ...one, row: (one.row % 5) + 1 } : one));
        const state = stateOf({ rows: 5 }, ...few);
        const { counts } = state.standing();
        expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(5);
        expect(counts.unknown).toBe(state.allInDoubt.length);
        for (const row of [1, 2, 3, 4, 5])
          expect(state.inDoubt(row) !== undefined).toBe(state.outcomeOf(row) === 'unknown');
      }),
    );
  });
});

test('rows are known however many there are', () => {
  const rows = [1, 1023, 1024, 1025, 5000];
  const state = stateOf({ rows: 5 }, ...rows.flatMap((row) => [sent(row), done(row, 'applied')]));
  expect(rows.map((row) => state.outcomeOf(row))).toEqual(rows.map(() => 'applied'));
  expect([state.outcomeOf(1026), state.standing().counts]).toEqual([
    undefined,
    { ...noCounts(), applied: 5 },
  ]);
});

describe('the time that a run took', () => {
  const night = 8 * 3_600_000;
  const workedOn = (...records: JournalRecord[]) => {
    const state = new RunState(nothingPlanned());
    for (const record of records) state.take(record);
    return state.worked;
  };
  const sentAt = (row: number, ms: number) => sent(row, { time: began + ms });
  const doneAt = (row: number, ms: number) => done(row, 'applied', { time: began + ms });

  test('has no night in it where a run went on the next morning', () => {
    const first = [begunAt(0), sentAt(1, 10), sentAt(2, 20), doneAt(1, 40)];
    const next = [begunAt(night), doneAt(2, night + 100), sentAt(3, night + 100), doneAt(3, night + 130)];
    expect(workedOn(...first, ...next)).toBe(170);
  });

  test('never decreases, and has nothing of records without a time', () => {
    expect(workedOn(begunAt(0), sentAt(1, 500), doneAt(1, 100))).toBe(500);
    expect(workedOn(begunAt(0), sent(1), done(1, 'applied'))).toBe(0);
  });
});
