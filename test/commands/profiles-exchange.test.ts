import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { configured } from '../support/configured.ts';
import { errorOf } from '../support/resale.ts';

const key = 'canary-key-0815-not-to-be-shown';

/** Two profiles, one with a key in the file, one with a command. */
const withTwo = async () => {
  const { run, config } = await configured();
  await run(
    'profiles add live --base-url https://api.shop.example --client-id client-1 --api-key-stdin --shop-id S1 --protected --service-name Acme',
    { stdin: key },
  );
  await run(
    'profiles add vault --base-url https://api.shop.example --client-id client-2 --key-command "op read op://shop/key"',
  );
  return { run, config };
};

const exported = {
  version: 1,
  profiles: {
    live: {
      baseUrl: 'https://api.shop.example',
      clientId: 'client-1',
      shopId: 'S1',
      protected: true,
      dialect: { serviceName: 'Acme' },
    },
    vault: {
      baseUrl: 'https://api.shop.example',
      clientId: 'client-2',
      key: { store: 'command', command: 'op read op://shop/key', origin: 'https://api.shop.example' },
    },
  },
};

describe('profiles export', () => {
  it('prints everything but the keys', async () => {
    const { run } = await withTwo();
    const { exitCode, stdout, stderr } = await run('profiles export');
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([0, exported, '']);
    expect(stdout).not.toContain(key);
  });

  it('of those that are named, and into a file', async () => {
    const { run, config } = await withTwo();
    const file = join(config, '../profiles.json');
    expect(await run(`profiles export vault --out ${file}`)).toMatchObject({ exitCode: 0, stdout: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      version: 1,
      profiles: { vault: exported.profiles.vault },
    });
  });
});

describe('profiles import', () => {
  const text = JSON.stringify(exported);

  it('adds what was exported, which then lacks its key', async () => {
    const { run } = await configured();
    const imported = await run('profiles import - --yes', { stdin: text });
    expect(JSON.parse(imported.stdout)).toMatchObject([
      { name: 'live', keyStore: 'env', guard: 'protected' },
      { name: 'vault', keyStore: 'command', guard: null },
    ]);
    expect(JSON.parse((await run('profiles export')).stdout)).toEqual(exported);
    expect(errorOf(await run('profiles check live'))).toMatchObject({ code: 'no-credentials' });
  });

  it('says on a terminal which of them want a key', async () => {
    const { run, config } = await configured();
    await writeFile(join(config, '../profiles.json'), text);
    const { stderr } = await run('profiles import profiles.json --yes', { terminal: 80 });
    expect(stderr).toBe('Give live its key: resale profiles set live --api-key-stdin\n');
  });

  it('asks before commands of somebody else run for keys', async () => {
    const { run } = await configured();
    const script = await run('profiles import -', { stdin: text });
    expect([script.exitCode, errorOf(script).message]).toEqual([
      2,
      'From now on these commands will run for the keys of their profiles: vault: op read op://shop/key.',
    ]);
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
  });

  it('replaces none, unless told to', async () => {
    const { run } = await withTwo();
    const screen = await run('profiles import - --yes', { stdin: text });
    expect([screen.exitCode, errorOf(screen).message, errorOf(screen).hint]).toEqual([
      2,
      'There are profiles of these names already: live, vault.',
      'Nothing was imported. Use --replace to replace them.',
    ]);
    expect((await run('profiles import - --yes --replace', { stdin: text })).exitCode).toBe(0);
    expect(JSON.parse((await run('profiles list')).stdout)[0].keyStore).toBe('env');
  });

  const file = (profiles: unknown) => JSON.stringify({ version: 1, profiles });
  test.each([
    ['', ['it is not JSON']],
    ['canary', ['it is not JSON']],
    ['[]', ['the file must be an object']],
    ['{}', ['version is missing', 'profiles is missing']],
    [file({ live: 7 }), ['profiles.live must be an object']],
    [
      file({ live: { protected: 'canary' }, other: { baseUrl: 7 } }),
      [
        'profiles.live.baseUrl is missing',
        'profiles.live.protected must be a boolean',
        'profiles.other.baseUrl must be a string',
      ],
    ],
    [
      file({ live: { baseUrl: 'http://me:canary@a.example' }, 'a.b': { baseUrl: 'https://a.example' } }),
      [
        'profiles.live.baseUrl must not hold a user name or password',
        "a profile's name consists of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters",
      ],
    ],
    [
      file({ live: { baseUrl: 'https://a.example', clientId: 'canary\n1' } }),
      ['profiles.live.clientId contains a line break'],
    ],
    [
      file({ live: { baseUrl: 'https://a.example', key: { store: 'keyring', entry: 'live' } } }),
      ['profiles.live.key.store must be command', 'profiles.live.key.command is missing'],
    ],
    [
      file({ sandbox: { baseUrl: 'https://a.example' } }),
      ['the profile "sandbox" is always there and can\'t be added, changed or removed'],
    ],
  ])('%s: exit 2, all faults are told, nothing is imported', async (stdin, details) => {
    const { run } = await configured();
    const screen = await run('profiles import - --yes', { stdin });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      2,
      'Stdin does not contain exported profiles.',
    ]);
    expect(errorOf(screen).details).toEqual(expect.arrayContaining(details));
    expect(screen.stderr).not.toContain('canary');
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
  });

  it('a file that is not there: exit 2', async () => {
    const { run } = await configured();
    const screen = await run('profiles import /nowhere.json');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      2,
      "FILE can't be read from /nowhere.json (ENOENT).",
    ]);
  });

  it('a file with a byte order mark is read all the same', async () => {
    const { run, config } = await configured();
    const path = join(config, '../profiles.json');
    await writeFile(path, `\uFEFF${text}`);
    expect((await run(`profiles import ${path} --yes`)).exitCode).toBe(0);
  });
});
