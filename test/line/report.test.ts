import { expect, test } from 'vitest';
import { resale, sandboxed } from '../support/resale.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

test.each([
  ['--debug', '', true],
  ['', '1', true],
  ['', '0', false],
  ['--external-id --debug', '', false],
])('listings get %s with RESALE_DEBUG=%j: a stack, %s', async (flags, RESALE_DEBUG, isThere) => {
  const { env } = await sandboxed();
  const { stderr } = await resale(`listings get ${nowhere} ${flags}`, { env: { ...env, RESALE_DEBUG } });
  expect(/\n {4}at .*http\/\w+\.ts/.test(stderr)).toBe(isThere);
});

test.each([
  ['', true],
  ['--no-color', false],
  ['--sku --no-color --bad', true],
])('listings get %s: colours, %s', async (flags, isColoured) => {
  const { stderr } = await resale(`listings get ${flags}`, {
    terminal: 80,
    env: { NO_COLOR: '', FORCE_COLOR: '1' },
  });
  expect(stderr.includes('\u001b[')).toBe(isColoured);
});
