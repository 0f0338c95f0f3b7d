import { describe, expect, it } from 'vitest';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { canaries, json, startService } from '../support/service.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

describe('how errors are told', () => {
  it.each([400, 500])(
    'a long one of the service (%i) is shortened behind its keys, so that no half of one is left',
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

  const line = `listings get ${nowhere}`;
  const sentences = /^Error: There is no listing with this identifier\.\nThat was GET .*\n$/;
  const oneLine = /^\{"error":\{"code":"not-found","message":.*\}\}\n$/;

  it.each<[string, string, number | undefined, Record<string, string>, RegExp]>([
    ['a pipe', line, undefined, {}, oneLine],
    ['a terminal', line, 200, {}, sentences],
    ['-o json on a terminal', `${line} -o json`, 200, {}, oneLine],
    ['RESALE_OUTPUT=json on a terminal', line, 200, { RESALE_OUTPUT: 'json' }, oneLine],
    ['--output=json', `${line} --output=json`, undefined, { RESALE_OUTPUT: 'table' }, oneLine],
    ['-o ndjson', `${line} -ondjson`, undefined, { RESALE_OUTPUT: 'table' }, oneLine],
    ['--json', `--json ${line}`, undefined, { RESALE_OUTPUT: 'table' }, oneLine],
    ['-o table in a pipe', `${line} -o table`, undefined, {}, sentences],
    ['-o csv in a pipe', `${line} -o csv`, undefined, {}, sentences],
    ['RESALE_OUTPUT=csv in a pipe', line, undefined, { RESALE_OUTPUT: 'csv' }, sentences],
  ])('%s', async (_, said, terminal, more, shape) => {
    const { env } = await sandboxed();
    const screen = await resale(said, { env: { ...env, ...more }, ...(terminal ? { terminal } : {}) });
    expect(screen).toEqual({ exitCode: 3, stdout: '', stderr: expect.stringMatching(shape) });
  });

  it('the JSON has all that is known', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: json(429, { error: 'slow down' }, { 'x-request-id': 'r-1' }),
    });
    expect(errorOf(await resale(`${line} --max-retries 0`, { env }))).toEqual({
      code: 'rate-limited',
      message: 'The service asks for fewer requests: slow down.',
      status: 429,
      hint: 'Try again later.',
      retryable: true,
      requestId: 'r-1',
    });
  });

  it('a text of the service does nothing to the terminal', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: json(400, { error: 'bad \u001b[2Jnews\nError: none' }),
    });
    const { stderr } = await resale(line, { env, terminal: 80 });
    expect(stderr).toBe('Error: The service refused it (400): bad \\u001b[2Jnews\\u000aError: none.\n');
  });

  it('nor does it in JSON, where it is escaped and means the same', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: json(400, { error: '\u009b2J \u202ebad' }),
    });
    const screen = await resale(`${line} -o json`, { env });
    expect(screen.stderr).toContain('\\u009b2J \\u202ebad');
    expect(errorOf(screen).message).toContain('\u009b2J \u202ebad');
  });
});

describe('an error is reported as the command line asks', () => {
  it.each<[string, Record<string, string>, 'JSON' | 'sentences']>([
    ['-yo json listings get', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['listings get -o json -o table', {}, 'sentences'],
    ['listings get -o table -o json', {}, 'JSON'],
    ['-o json listings get -o table', {}, 'sentences'],
    ['listings get --sku --json -o table', {}, 'sentences'],
    ['listings get --sku --json', { RESALE_OUTPUT: 'table' }, 'sentences'],
    ['listings get --bad -o json', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['listings gett --json', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['-o json listings list --limit', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['sandbox exec --bad -- curl --json', { RESALE_OUTPUT: 'table' }, 'sentences'],
    ['listings get --jq .id', { RESALE_OUTPUT: 'table' }, 'sentences'],
  ])('resale %s %j: %s', async (typed, env, form) => {
    const { exitCode, stderr } = await resale(typed, { env });
    expect([exitCode, stderr]).toEqual([
      expect.toBeOneOf([2, 4]),
      expect.stringMatching(form === 'JSON' ? /^\{"error":/ : /^Error: /),
    ]);
  });

  it('RESALE_DEBUG shows the stack as --debug does, and 0 is no', async () => {
    const { env } = await sandboxed();
    const stackWith = async (line: string, RESALE_DEBUG = '') => {
      const { stderr } = await resale(`listings get ${nowhere} ${line}`, { env: { ...env, RESALE_DEBUG } });
      return /\n {4}at .*client\/\w+\.ts/.test(stderr);
    };
    expect(await stackWith('--debug')).toBe(true);
    expect(await stackWith('', '1')).toBe(true);
    expect(await stackWith('', '0')).toBe(false);
    expect(await stackWith('--external-id --debug')).toBe(false);
  });

  it('where stdout alone is a pipe, somebody reads the error: it is told in sentences', async () => {
    for (const line of ['listings get', 'listings get -o json', 'listings get -o ndjson'])
      expect((await resale(line, { terminal: 80, pipes: 'stdout' })).stderr).toMatch(/^Error: /);
  });

  it('--no-color and NO_COLOR leave the colours out', async () => {
    const stderrOf = async (line: string) =>
      (await resale(line, { terminal: 80, env: { FORCE_COLOR: '1' } })).stderr;
    expect(await stderrOf('listings get')).toContain('\u001b[');
    expect(await stderrOf('listings get --no-color')).not.toContain('\u001b[');
    expect(await stderrOf('listings get --sku --no-color --bad')).toContain('\u001b[');
  });

  it('the way to help is the one of the command, whatever stands before it', async () => {
    expect(errorOf(await resale('-p live listings list --bad')).hint).toBe(
      'See `resale listings list --help`.',
    );
  });
});
