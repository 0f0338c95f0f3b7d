import { describe, expect, test } from 'vitest';
import { type Freshness, freshUntil, isFresh } from '../../src/feed/freshness.ts';

const day = (time: string) => new Date(`2026-03-04T${time}Z`);

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
    expect(freshUntil(day(asked))).toEqual(end);
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
    expect(isFresh({ fetchedAt: day('12:20:00'), clockAheadMs }, freshness, day(now).getTime())).toBe(will);
  });
});
