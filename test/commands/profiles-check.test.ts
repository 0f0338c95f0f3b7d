import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/profiles/credentials.ts';
import { configured, withShop } from '../support/configured.ts';
import { errorOf, type Screen, sandboxed } from '../support/resale.ts';

const recordOf = ({ stdout }: Screen) => JSON.parse(stdout);

describe('profiles check', () => {
  it('says where everything came from, and what the service answered', async () => {
    const { run, sandbox } = await withShop();
    const { stdout, stderr, exitCode } = await run('profiles check shop');
    expect(JSON.parse(stdout)).toEqual({
      name: 'shop',
      origin: sandbox.baseUrl,
      originFrom: 'profile',
      clientId: sandbox.env.RESALE_CLIENT_ID,
      clientIdFrom: 'profile',
      keyFrom: 'file',
      keyFingerprint: fingerprint('sandbox-key-that-is-no-secret'),
      ok: true,
      status: 200,
      said: 'answered with a listing',
      milliseconds: expect.any(Number),
    });
    expect([exitCode, stderr, sandbox.requests]).toEqual([0, '', ['GET /v1/listings 200']]);
  });

  it('without a name it checks what is in use', async () => {
    const { run, sandbox } = await withShop();
    const env = { RESALE_PROFILE: 'shop' };
    expect(recordOf(await run('profiles check', { env }))).toMatchObject({ name: 'shop', keyFrom: 'file' });
    expect(recordOf(await run('profiles check', { env: { ...env, ...sandbox.env } }))).toMatchObject({
      name: 'shop',
      originFrom: 'RESALE_BASE_URL',
      keyFrom: 'env',
    });
    expect(recordOf(await run('profiles check', { env: sandbox.env }))).toMatchObject({
      name: null,
      ok: true,
    });
  });

  it('of a profile that the environment overrides says so, and which service was checked', async () => {
    const { run, sandbox } = await withShop();
    const { exitCode, stderr } = await run('profiles check shop', {
      env: { RESALE_BASE_URL: sandbox.env.RESALE_BASE_URL ?? '', RESALE_CLIENT_ID: '', RESALE_API_KEY: '' },
    });
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining(
        `RESALE_BASE_URL overrides the base URL of the profile shop: this is about ${sandbox.baseUrl}.`,
      ),
    ]);
  });

  it('--dry-run shows the request', async () => {
    const { run, sandbox } = await withShop();
    expect(recordOf(await run('profiles check shop -n')).url).toBe(`${sandbox.baseUrl}/v1/listings?limit=1`);
    expect(sandbox.requests).toEqual([]);
  });

  it('writes a trace to the given file', async () => {
    const { run, config } = await withShop();
    const trace = join(config, '../trace');
    expect(await run(`profiles check shop --debug-file '${trace}'`)).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(await readFile(trace, 'utf8')).toContain('GET ');
  });

  it('says that the file of the keys was open to others', async () => {
    const { run, config } = await withShop();
    await chmod(join(config, 'credentials.json'), 0o644);
    expect((await run('profiles check shop')).stderr).toMatch(/^.+credentials\.json was open to other users/);
  });

  it('says what the profile has that is not known, once', async () => {
    const { run, config } = await withShop();
    const path = join(config, 'config.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"baseUrl"', '"colour": 1, "baseUrl"'));
    expect((await run('profiles check shop')).stderr.match(/"colour"/g)).toHaveLength(1);
  });

  it('refused: what is known is shown, with exit 4 and where the credentials came from', async () => {
    const { run } = await withShop();
    await run(['profiles', 'set', 'shop', '--key-command', 'echo another-key']);
    const screen = await run('profiles check shop');
    expect(recordOf(screen)).toMatchObject({ keyFrom: 'command', ok: false, status: 403 });
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      4,
      {
        code: 'credentials-refused',
        hint: expect.stringMatching(/^The credentials came from the key command of the profile "shop"\.$/),
      },
    ]);
  });

  it('no key to be found: exit 4, and no request', async () => {
    const { run, sandbox } = await withShop();
    sandbox.requests.length = 0;
    await run('profiles set shop --key-command false');
    const screen = await run('profiles check shop');
    expect(recordOf(screen)).toMatchObject({
      keyFrom: 'command',
      keyFingerprint: null,
      ok: false,
      status: null,
    });
    expect([screen.exitCode, errorOf(screen).code, sandbox.requests]).toEqual([4, 'key-command-failed', []]);
  });

  it('a key that is gone: exit 4, and what is known is shown all the same', async () => {
    const { run, config } = await withShop();
    await rm(join(config, 'credentials.json'));
    const screen = await run('profiles check shop');
    expect(recordOf(screen)).toMatchObject({ keyFrom: 'file', keyFingerprint: null, ok: false });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([4, 'missing-key']);
  });

  it('nobody there: exit 7', async () => {
    const { run } = await configured();
    const env = { RESALE_CLIENT_ID: 'c', RESALE_API_KEY: 'k', RESALE_BASE_URL: 'http://127.0.0.1:9' };
    const screen = await run('profiles check --max-retries 0', { env });
    expect(recordOf(screen)).toMatchObject({ ok: false, status: null, said: 'the connection was refused' });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([7, 'unreachable']);
  });
});

describe('a refusal says where the credentials came from, never which they are', () => {
  it.each([
    [
      'file',
      'the file in which the profile "shop" keeps its key; `resale profiles set shop --api-key-stdin` replaces it',
    ],
    ['command', 'the key command of the profile "shop"'],
    ['env', 'RESALE_CLIENT_ID and RESALE_API_KEY in the environment, which override those of any profile'],
  ])('%s', async (store, words) => {
    const { run } = await withShop();
    const wrong = 'canary-wrong-key';
    const env = store === 'env' ? { RESALE_CLIENT_ID: 'c', RESALE_API_KEY: wrong } : {};
    if (store === 'file') await run('profiles set shop --api-key-stdin', { stdin: wrong });
    if (store === 'command') await run(['profiles', 'set', 'shop', '--key-command', `echo ${wrong}`]);
    const screen = await run('listings list -p shop', { env });
    expect(screen.exitCode).toBe(4);
    expect(errorOf(screen).hint).toContain(`The credentials came from ${words}.`);
    expect(screen.stderr).not.toContain(wrong);
  });
});

describe('the key command', () => {
  it('runs when a request needs it and not before, and once', async () => {
    const { run, config } = await withShop();
    const runs = join(config, '../runs');
    await writeFile(runs, '');
    const command = `echo run >> '${runs}'; echo sandbox-key-that-is-no-secret`;
    await run(['profiles', 'set', 'shop', '--key-command', command, '--key-command-shell']);
    for (const line of [
      'profiles list',
      'profiles show shop',
      'profiles show -p shop',
      'listings list --help -p shop',
    ])
      expect((await run(line)).exitCode).toBe(0);
    expect((await run('listings get 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 -p shop -n')).exitCode).toBe(0);
    expect(await readFile(runs, 'utf8')).toBe('');
    expect((await run('listings list --page-size 5 --all -p shop')).exitCode).toBe(0);
    expect(await readFile(runs, 'utf8')).toBe('run\n');
  });

  it('is not even run for another origin', async () => {
    const { run, config } = await withShop();
    const other = await sandboxed();
    const command = `touch ${config}/../ran; echo key`;
    await run(['profiles', 'set', 'shop', '--key-command', command, '--key-command-shell']);
    const screen = await run(`listings list -p shop --base-url ${other.baseUrl}`);
    expect([screen.exitCode, errorOf(screen).code]).toEqual([4, 'foreign-origin']);
    await expect(readFile(join(config, '../ran'))).rejects.toThrow('ENOENT');
  });
});
