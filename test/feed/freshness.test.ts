import { describe, expect, test } from 'vitest';
import { askedAgain, type Freshness, isFresh, type LinkTimes, nextAskAt } from '../../src/feed/freshness.ts';
import { fc } from '../support/properties.ts';

const day = (time: string) => new Date(`2026-03-04T${time}Z`);

/** A feed whose link came at a time for the first time. */
const first = (fetchedAt: Date, clockAheadMs = 0): LinkTimes => ({
  fetchedAt,
  clockAheadMs,
  since: fetchedAt,
  repeats: 0,
});

describe('a feed is the newest until two minutes past the next quarter past the hour', () => {
  test.each([
    ['12:00:00', '12:17:00'],
    ['12:14:59', '12:17:00'],
    // A feed of the last hour may still have been given at these times.
    ['12:15:00', '12:17:00'],
    ['12:16:59', '12:17:00'],
    ['12:17:00', '13:17:00'],
    ['12:59:59', '13:17:00'],
    ['23:30:00', '24:17:00'],
  ])('asked for at %s, until %s', (asked, until) => {
    const [hours = '', ...rest] = until.split(':');
    const end = new Date(day(`00:${rest.join(':')}`).getTime() + Number(hours) * 3_600_000);
    expect(nextAskAt(first(day(asked)))).toEqual(end);
  });
});

const hour = 3_600_000;

describe('whether a feed that was asked for at 12:20 will do', () => {
  test.each<[Freshness, string, number, boolean]>([
    ['hourly', '12:20:00', 0, true],
    ['hourly', '13:16:59', 0, true],
    ['hourly', '13:17:00', 0, false],
    // The service's clock counts: this machine's is an hour behind, or ahead.
    ['hourly', '12:16:59', hour, true],
    ['hourly', '12:17:00', hour, false],
    ['hourly', '14:16:59', -hour, true],
    // This machine's clock was set back since: nothing can be said.
    ['hourly', '12:00:00', 0, false],
    [{ maxAgeMs: 60_000 }, '12:21:00', 0, true],
    [{ maxAgeMs: 60_000 }, '12:21:01', 0, false],
    [{ maxAgeMs: 60_000 }, '11:00:00', 0, false],
    [{ maxAgeMs: 30 * hour }, '23:59:59', 0, true],
    ['refresh', '12:20:00', 0, false],
    ['offline', '23:59:59', 0, true],
    ['offline', '11:00:00', 0, true],
  ])('%o at %s, clock ahead by %i ms: %s', (freshness, now, clockAheadMs, will) => {
    expect(isFresh(first(day('12:20:00'), clockAheadMs), freshness, day(now).getTime())).toBe(will);
  });
});

describe('a feed that is late', () => {
  /** The same link again at each time; when to ask next after the last. */
  const askNextAfter = (...times: string[]): string => {
    const [start = '', ...again] = times;
    const asked = again.reduce(
      (before, time) => askedAgain(before, { fetchedAt: day(time), clockAheadMs: 0 }),
      first(day(start)),
    );
    return nextAskAt(asked).toISOString().slice(11, 19);
  };

  test.each([
    // Before a quarter past nothing is late.
    [['00:10:00', '00:12:00'], '00:17:00'],
    [['00:10:00', '00:18:00'], '00:20:00'],
    [['00:10:00', '00:18:00', '00:20:00'], '00:24:00'],
    [['00:10:00', '00:18:00', '00:20:00', '00:24:00'], '00:32:00'],
    // The successor of the one that is late is due.
    [['00:10:00', '00:50:00'], '00:52:00'],
    [['00:10:00', '01:16:00'], '01:17:00'],
    [['00:10:00', '00:18:00', '00:20:00', '00:24:00', '00:32:00', '00:48:00'], '01:17:00'],
    // The clock was set back.
    [['12:10:00', '00:10:00'], '00:17:00'],
  ])('asked for at %j: next at %s', (times, next) => {
    expect(askNextAfter(...times)).toBe(next);
  });

  const hourLong = fc.nat(2 * hour);

  test('law: an answer with the same link earns 2 minutes to an hour, never less than the one before in the same hour', () =>
    fc.assert(
      fc.property(fc.nat(48 * hour), fc.array(hourLong, { minLength: 1, maxLength: 12 }), (start, steps) => {
        let asked = first(new Date(start));
        for (const step of steps) {
          const before = asked;
          asked = askedAgain(asked, {
            fetchedAt: new Date(before.fetchedAt.getTime() + step),
            clockAheadMs: 0,
          });
          const wait = nextAskAt(asked).getTime() - asked.fetchedAt.getTime();
          expect(wait).toBeGreaterThan(0);
          expect(wait).toBeLessThanOrEqual(hour);
          // The quarter past is never missed.
          const nextQuarter =
            Math.floor((asked.fetchedAt.getTime() - 17 * 60_000) / hour + 1) * hour + 17 * 60_000;
          expect(nextAskAt(asked).getTime()).toBeLessThanOrEqual(nextQuarter);
          // Late by however much, the first answer with the known link is asked again within two minutes.
          if (asked.repeats === 1) expect(wait).toBeLessThanOrEqual(2 * 60_000);
        }
      }),
    ));

  test('law: who asks whenever it is time asks at most seven times in an hour', () =>
    fc.assert(
      fc.property(fc.nat(48 * hour), fc.integer({ min: 1, max: 30 }), (start, hours) => {
        let asked = first(new Date(start));
        const times: number[] = [];
        while (times.length === 0 || (times.at(-1) as number) < start + hours * hour) {
          const fetchedAt = nextAskAt(asked);
          times.push(fetchedAt.getTime());
          asked = askedAgain(asked, { fetchedAt, clockAheadMs: 0 });
        }
        for (const time of times)
          expect(times.filter((other) => other >= time && other < time + hour).length).toBeLessThanOrEqual(7);
      }),
    ));
});
