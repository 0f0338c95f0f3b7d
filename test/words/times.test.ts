import { expect, it, onTestFinished, vi } from 'vitest';
import { dayAndTime } from '../../src/words/times.ts';

it('a time is told in the local time of the reader', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(
    ['2026-11-21T22:07:37.120Z', '2026-11-20T22:07:37Z', '2025-11-20T22:07:37Z', 'never'].map((at) =>
      dayAndTime(at, now),
    ),
  ).toEqual(['today 03:37', '21 November, 03:37', '21 November 2025, 03:37', '']);
});
