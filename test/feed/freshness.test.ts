import { describe, expect, test } from 'vitest';
import { dueAfter, type Freshness, isFresh } from '../../src/feed/cache/cache.ts';

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
    expect(new Date(dueAfter(day(asked).getTime()))).toEqual(end);
  });
});

const hour = 3_600_000;

describe('whether a feed that came at 12:20 will do', () => {
  test.each<[Freshness, string, boolean]>([
    ['hourly', '12:20:00', true],
    ['hourly', '13:16:59', true],
    ['hourly', '13:17:00', false],
    // This machine's clock was set back since: nothing can be said.
    ['hourly', '12:00:00', false],
    [{ maxAgeMs: 60_000 }, '12:21:00', true],
    [{ maxAgeMs: 60_000 }, '12:21:01', false],
    [{ maxAgeMs: 60_000 }, '11:00:00', false],
    [{ maxAgeMs: 30 * hour }, '23:59:59', true],
    ['refresh', '12:20:00', false],
    ['offline', '23:59:59', true],
    ['offline', '11:00:00', true],
  ])('%o at %s: %s', (freshness, now, will) => {
    expect(isFresh(day('12:20:00'), freshness, day(now).getTime())).toBe(will);
  });
});
