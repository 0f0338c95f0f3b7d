import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { resale, sandboxed } from '../support/resale.ts';

test('RESALE_TIMEOUT gives way to --timeout', async () => {
  const { env } = await sandboxed({ latencyMs: 300 });
  const hasty = { ...env, RESALE_TIMEOUT: '0.05', RESALE_MAX_RETRIES: '0' };
  // Real time is what runs out.
  expect((await resale('listings list', { env: hasty, clock: systemClock })).exitCode).toBe(7);
  expect((await resale('listings list --timeout 20', { env: hasty })).exitCode).toBe(0);
});

test.each([
  ['', '1', true],
  ['--debug', '', true],
  ['--debug', '0', true],
  ['', '0', false],
])('listings list %s with RESALE_DEBUG=%j: a trace, %s', async (flags, RESALE_DEBUG, isTraced) => {
  const { env } = await sandboxed();
  const { stderr } = await resale(`listings list --limit 1 ${flags}`, { env: { ...env, RESALE_DEBUG } });
  expect(/^> GET .*\/v1\/listings\?limit=1\n(>.*\n)+< 200 in \d+ ms\n/.test(stderr)).toBe(isTraced);
});
