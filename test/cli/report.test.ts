import { expect, test } from 'vitest';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { canaries, json, startService } from '../support/service.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

test.each([400, 500])(
  'a long error of the service (%i) is shortened behind its keys, so that no half of one is left',
  async (status) => {
    const { env } = await startService({
      '/v1/listings': json(status, { error: `${'x'.repeat(490)}${canaries.apiKey} and more` }),
    });
    const screen = await resale('listings list --max-retries 0', { env });
    const traced = await resale('listings list --max-retries 0 --debug', { env, terminal: 80 });
    expect(traced.stderr).toMatch(/\n {4}at /);
    expect(traced.stderr).not.toContain(canaries.apiKey);
    expect(errorOf(screen).message).toContain(`${'x'.repeat(490)}*** and`);
    expect(screen.stderr).not.toContain(canaries.apiKey.slice(0, 6));
  },
);

test('a text of the service is escaped in JSON where it could act on a terminal, and means the same', async () => {
  const { env } = await startService({
    [`/v1/listings/${nowhere}`]: json(400, { error: '\u009b2J \u202ebad' }),
  });
  const screen = await resale(`listings get ${nowhere} -o json`, { env, terminal: 80 });
  expect(screen.stderr).toContain('\\u009b2J \\u202ebad');
  expect(errorOf(screen).message).toContain('\u009b2J \u202ebad');
});

test.each([
  ['--debug', '', true],
  ['', '1', true],
  ['', '0', false],
  ['--external-id --debug', '', false],
])('listings get %s with RESALE_DEBUG=%j: a stack, %s', async (flags, RESALE_DEBUG, isThere) => {
  const { env } = await sandboxed();
  const { stderr } = await resale(`listings get ${nowhere} ${flags}`, { env: { ...env, RESALE_DEBUG } });
  expect(/\n {4}at .*client\/\w+\.ts/.test(stderr)).toBe(isThere);
});

test.each([
  ['', true],
  ['--no-color', false],
  ['--sku --no-color --bad', true],
])('listings get %s: colours, %s', async (flags, isColoured) => {
  const { stderr } = await resale(`listings get ${flags}`, { terminal: 80, env: { FORCE_COLOR: '1' } });
  expect(stderr.includes('\u001b[')).toBe(isColoured);
});
