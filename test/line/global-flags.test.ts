import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { resale, sandboxed } from '../support/resale.ts';

test('RESALE_TIMEOUT gives way to --timeout', async () => {
  const { env } = await sandboxed({ latencyMs: 300 });
  // Real time is what runs out.
  const hasty = { env: { ...env, RESALE_TIMEOUT: '0.05', RESALE_MAX_RETRIES: '0' }, clock: systemClock };
  expect((await resale('listings list', hasty)).exitCode).toBe(7);
  expect((await resale('listings list --timeout 20', hasty)).exitCode).toBe(0);
});
