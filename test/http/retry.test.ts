import { describe, expect, test } from 'vitest';
import { CallError } from '../../src/http/call-error.ts';
import type { Attempt, CallFacts, Reason } from '../../src/http/call-facts.ts';
import { backoffMs, mayTryAgain, nextPauseMs, type RetryPolicy, retryAfterMs } from '../../src/http/retry.ts';
import { fc } from '../support/properties.ts';

const now = Date.parse('2025-03-01T12:00:00Z');
const clock = 'Sat, 01 Mar 2025 12:00:00 GMT';
const clockOfServiceInPast = 'Fri, 28 Feb 2025 12:00:00 GMT';

describe('Retry-After, and the Date of the answer → milliseconds to wait', () => {
  test.each([
    ['3', undefined, 3_000],
    ['0', undefined, 0],
    ['0.5', undefined, 500],
    ['  7 ', undefined, 7_000],
    ['1000000000', undefined, 1e12],
    ['Sat, 01 Mar 2025 12:00:05 GMT', undefined, 5_000],
    ['Sat, 01 Mar 2025 12:00:05 GMT', clock, 5_000],
    ['Fri, 28 Feb 2025 12:00:05 GMT', clockOfServiceInPast, 5_000],
    ['Saturday, 01-Mar-25 12:00:05 GMT', clock, 5_000],
    ['2025-03-01T12:00:05Z', clock, 5_000],
    ['Sat, 01 Mar 2025 12:00:05 GMT', 'some time', 5_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', clock, Date.parse('9999-12-31T23:59:59Z') - now],
    [undefined, clock, undefined],
    ['', clock, undefined],
    ['-3', clock, undefined],
    ['+3', clock, undefined],
    ['1e9', clock, undefined],
    ['0x10', clock, undefined],
    ['3 s', clock, undefined],
    ['abc', clock, undefined],
    ['in 2099', clock, undefined],
    ['NaN', clock, undefined],
    ['Infinity', clock, undefined],
    ['Sat, 01 Mar 2025 12:00:00 GMT', clock, undefined],
    ['Sat, 01 Mar 2025 11:00:00 GMT', clock, undefined],
    ['Sat, 99 Mar 2025 12:00:05 GMT', clock, undefined],
  ])('%j, %j → %j', (value, date, milliseconds) => {
    expect(retryAfterMs(value, date, now)).toBe(milliseconds);
  });

  test('whatever it says, the wait is no negative time and no NaN', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(anything, fc.option(anything, { nil: undefined }), (value, date) => {
        expect(retryAfterMs(value, date, now) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the pause before the next attempt', () => {
  test.each([
    // attempt, throttled, the longest it may be
    [1, false, 200],
    [2, false, 400],
    [3, false, 800],
    [8, false, 20_000],
    [1, true, 1_000],
    [2, true, 2_000],
    [6, true, 20_000],
    [1000, true, 20_000],
  ])('after attempt %i, throttled: %s: anything up to %i ms', (attempt, throttled, most) => {
    expect(backoffMs(attempt, throttled, () => 0)).toBe(0);
    expect(backoffMs(attempt, throttled, () => 0.5)).toBe(most / 2);
    fc.assert(
      fc.property(chance, (random) => {
        const pause = backoffMs(attempt, throttled, () => random);
        expect(pause).toBeGreaterThanOrEqual(0);
        expect(pause).toBeLessThan(most);
      }),
    );
  });

  test('never comes before the service asked for, nor before the backoff is over', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: 1, max: 20 }),
        chance,
        (asked, attempt, random) => {
          const refused = failure('not-processed', 'rate-limited', { status: 429, retryAfterMs: asked });
          const pause = pauseAfter(refused, { attempt, random });
          const backoff = backoffMs(attempt, true, () => random);
          expect(pause).toBeGreaterThanOrEqual(Math.max(asked, backoff));
          expect(pause).toBeLessThanOrEqual(Math.max(asked + 1_000, backoff));
        },
      ),
    );
  });

  test.each(['0', '-1', 'abc', '', undefined])('is the backoff where Retry-After is %j', (value) => {
    const busy = failure('ambiguous', 'server-error', {
      status: 503,
      effect: 'read',
      retryAfterMs: retryAfterMs(value, clock, now),
    });
    const pauses = [1, 2, 3].map((attempt) => pauseAfter(busy, { attempt, random: 0.5 }));
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });

  test('is not made where the service asks for more than is granted', () => {
    const asked = (retryAfterMs: number) =>
      pauseAfter(failure('not-processed', 'rate-limited', { status: 429, retryAfterMs }));
    expect([asked(60_000), asked(60_001), asked(Infinity)]).toEqual([60_000, undefined, undefined]);
  });

  test('is not longer than --max-wait, whatever the service says', () => {
    const impatient = { maxRetries: 20, maxWaitMs: 100 };
    const lost = failure('not-sent', 'unreachable');
    expect(pauseAfter(lost, { attempt: 9, policy: impatient, random: 0.9 })).toBe(100);
  });

  test('is made as often as the policy says', () => {
    const twice = { ...policy, maxRetries: 2 };
    const pauses = [1, 2, 3, 4].map((attempt) =>
      pauseAfter(failure('not-sent', 'unreachable'), { attempt, policy: twice }),
    );
    expect(pauses).toEqual([0, 0, undefined, undefined]);
  });

  test.each<[string, CallError]>([
    ['too many requests', failure('not-processed', 'rate-limited', { status: 429 })],
    ['EMFILE', failure('not-sent', 'unreachable', { code: 'EMFILE' })],
    ['ENFILE', failure('not-sent', 'unreachable', { code: 'ENFILE' })],
    ['EADDRNOTAVAIL', failure('not-sent', 'unreachable', { code: 'EADDRNOTAVAIL' })],
    ['ENOBUFS', failure('not-sent', 'unreachable', { code: 'ENOBUFS' })],
  ])('for a job of many calls, is made until everything was refused for too long (%s)', (_, refused) => {
    const after = (refusedForMs: number, policyOfJob: RetryPolicy) =>
      pauseAfter(refused, { attempt: 1000, policy: policyOfJob, refusedForMs });
    const job = { ...policy, outlasts: true };
    expect([after(0, job), after(60_000, job), after(60_001, job)]).toEqual([0, 0, undefined]);
    expect(after(0, policy)).toBeUndefined();
  });

  test('is not made for anything that is no failed call', () => {
    expect(pauseAfter(new TypeError('a fault of ours'))).toBeUndefined();
  });
});

describe('whether the same request may be sent again', () => {
  test.each([
    ['a connection that was refused', failure('not-sent', 'unreachable', { code: 'ECONNREFUSED' }), true],
    ['no time left to connect', failure('not-sent', 'timeout'), true],
    ['too many requests', failure('not-processed', 'rate-limited'), true],
    ['a certificate that nobody vouches for', failure('not-sent', 'tls'), false],
    ['an interruption', failure('not-sent', 'interrupted'), false],
    ['a refusal', failure('rejected', 'refused', { status: 409 }), false],
    ['a refusal, of a read', failure('rejected', 'refused', { status: 404, effect: 'read' }), false],
    ['a lost answer, of a change', failure('ambiguous', 'connection-lost'), false],
    ['a lost answer, of a read', failure('ambiguous', 'connection-lost', { effect: 'read' }), true],
    ['a failing service, of a read', failure('ambiguous', 'server-error', { effect: 'read' }), true],
    ['a login page, of a read', failure('ambiguous', 'bad-answer', { effect: 'read' }), false],
    ['a redirect, of a read', failure('ambiguous', 'redirect', { effect: 'read' }), false],
  ])('after %s', (_, error, may) => {
    expect(mayTryAgain(error, 1)).toBe(may);
  });

  test('after a name that no server knows: once', () => {
    const unknown = failure('not-sent', 'unreachable', { code: 'ENOTFOUND' });
    expect([mayTryAgain(unknown, 1), mayTryAgain(unknown, 2)]).toEqual([true, false]);
  });

  test('a change never, once it may have been applied', () => {
    const facts = fc.record({
      status: fc.integer({ min: 100, max: 999 }),
      retryAfterMs: fc.nat(),
      code: fc.string(),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...reasons),
        facts,
        fc.integer({ min: 1, max: 20 }),
        (reason, more, attempt) => {
          const error = failure('ambiguous', reason, more);
          expect(mayTryAgain(error, attempt)).toBe(false);
          const patient = { maxRetries: 20, maxWaitMs: Infinity };
          expect(pauseAfter(error, { attempt, policy: patient })).toBeUndefined();
        },
      ),
    );
  });
});

const policy: RetryPolicy = { maxRetries: 20, maxWaitMs: 60_000 };

/** The pause of a call with time to spare: the shortest one, if nothing else is said. */
const pauseAfter = (
  error: unknown,
  {
    attempt = 1,
    policy: given = policy,
    refusedForMs = 0,
    random = 0,
  }: {
    attempt?: number;
    policy?: RetryPolicy;
    refusedForMs?: number;
    random?: number;
  } = {},
) => nextPauseMs(error, attempt, given, Infinity, refusedForMs, () => random);

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const reasons: readonly Reason[] = [
  'unreachable',
  'tls',
  'rate-limited',
  'refused',
  'timeout',
  'connection-lost',
  'server-error',
  'redirect',
  'bad-answer',
  'interrupted',
];

/** A call that failed: one that would have changed something, unless said otherwise. */
function failure(attempt: Attempt, reason: Reason, more: Partial<CallFacts> = {}) {
  return new CallError(attempt, reason, {
    method: 'PUT',
    url: 'https://shop.example/x',
    effect: 'change',
    detail: 'it failed',
    ...more,
  });
}
