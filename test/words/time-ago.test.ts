import { expect, test } from 'vitest';
import { timeAgo } from '../../src/words/times.ts';

test.each([
  ['2026-11-21T11:59:30.000Z', 'just now'],
  ['2026-11-21T11:59:00.000Z', '1 minute ago'],
  ['2026-11-21T11:00:01.000Z', '59 minutes ago'],
  ['2026-11-21T11:00:00.000Z', '1 hour ago'],
  ['2026-11-20T12:00:01.000Z', '23 hours ago'],
  ['2026-11-18T12:00:00.000Z', '3 days ago'],
  // A clock that was set back.
  ['2026-11-21T12:30:00.000Z', 'just now'],
])('%s, at noon of the 21st → %s', (at, words) => {
  expect(timeAgo(at, Date.parse('2026-11-21T12:00:00.000Z'))).toBe(words);
});
