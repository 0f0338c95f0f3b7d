import { expect, test } from 'vitest';
import { built, inShell } from '../support/built.ts';
import { resale, sandboxed } from '../support/resale.ts';

const line = 'listings list --limit 1';

test('a process has its variables', async () => {
  const { env } = await sandboxed();
  const { exitCode, stdout } = await built(line, { env: { ...env, RESALE_OUTPUT: 'csv' } });
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^id,state,.*\n[\w-]{36},OPEN,/)]);
});

test.each([
  [{ RESALE_DEBUG: '1' }, { stdout: /^\[\n/, stderr: /^> GET http:\/\/127\.0\.0\.1:\d+\/v1\/listings/ }],
  [{ RESALE_PROFILE: 'sandbox' }, { stdout: /^\[\n/, stderr: /^$/ }],
])('%o and a service', async (more, { stdout, stderr }) => {
  const { env } = await sandboxed();
  const screen = await resale(line, { env: { ...env, ...more } });
  expect(screen).toMatchObject({ exitCode: 0 });
  expect(screen.stdout).toMatch(stdout);
  expect(screen.stderr).toMatch(stderr);
});

test.each([
  [{}, 4, 'No profile is chosen'],
  [{ RESALE_PROFILE: 'nowhere' }, 2, 'nowhere'],
  [{ RESALE_PROFILE: 'sandbox', RESALE_BASE_URL: 'ftp://shop.example' }, 2, 'RESALE_BASE_URL'],
  [{ RESALE_PROFILE: 'sandbox', RESALE_API_KEY: 'half a pair' }, 4, 'RESALE_CLIENT_ID'],
  [{ RESALE_PROFILE: 'sandbox', RESALE_CONFIG_DIR: 'not/absolute' }, 2, 'RESALE_CONFIG_DIR'],
  [{ RESALE_PROFILE: 'sandbox', RESALE_OUTPUT: 'xml' }, 2, 'RESALE_OUTPUT'],
  [{ RESALE_PROFILE: 'sandbox', RESALE_TIMEOUT: 'soon' }, 2, 'RESALE_TIMEOUT'],
  [{ RESALE_PROFILE: 'sandbox', RESALE_MAX_RETRIES: '-1' }, 2, 'RESALE_MAX_RETRIES'],
])('%o: exit code %i, and why', async (env, code, why) => {
  const { exitCode, stdout, stderr } = await resale(line, { env });
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: code,
    stdout: '',
    stderr: expect.stringContaining(why),
  });
});

test.each([
  ['cd; mkdir gone; cd gone; rmdir ../gone; resale listings list', 'The working folder is gone'],
  ['TMPDIR=/nowhere resale sandbox exec -- true', "/nowhere can't hold temporary files"],
])('%s: exit code 2, and why', async (script, why) => {
  const { exitCode, stderr } = await inShell(script);
  expect([exitCode, JSON.parse(stderr).error.message]).toEqual([2, expect.stringContaining(why)]);
});
