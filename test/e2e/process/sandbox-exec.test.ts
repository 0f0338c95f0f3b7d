import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { version } from '../../../package.json';
import { sandboxProfile } from '../../../src/profiles/sandbox-profile.ts';
import { atTerminal, built, machine, printed } from '../../support/built.ts';
import { resale, words } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Runs a script of sh in a sandbox of this process, and tells what it left in the file `said`. */
const inSandbox = async (script: string, { flags = '', env = {}, args = [''].slice(1) } = {}) => {
  const cwd = temporaryFolder();
  const command = ['sh', '-c', `{ ${script}; } > said 2>&1`, 'sh', ...args];
  const line = ['sandbox', 'exec', ...words(flags), '--', ...command];
  const { exitCode, stderr } = await resale(line, { cwd, env: { PATH: `${process.env.PATH}`, ...env } });
  expect(stderr).toBe('');
  return { exitCode, said: readFileSync(join(cwd, 'said'), 'utf8') };
};

/** A folder in which sandboxes of this process have theirs, for one test. */
const ownTemporaryFolder = () => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
};

/** The same by the built tool, on streams of its own. */
const withScript = (script: string, how = {}) => built(['sandbox', 'exec', '--', 'sh', '-c', script], how);

describe('what a command finds', () => {
  test('the variables of a sandbox that it has for itself', async () => {
    const { said } = await inSandbox('env');
    const env = Object.fromEntries(
      said
        .trim()
        .split('\n')
        .map((row) => row.split(/=(.*)/s)),
    );
    expect(env).toMatchObject({
      RESALE_PROFILE: 'sandbox',
      RESALE_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      RESALE_CLIENT_ID: sandboxProfile.clientId,
      RESALE_API_KEY: sandboxProfile.apiKey,
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
    });
  });

  test('a profile with the dialect of the sandbox, if it has one', async () => {
    const script = 'echo $RESALE_PROFILE; resale api GET /v1/shops?shopIdentifierType=COMMERCE_DOMAIN';
    const { said } = await inSandbox(script, { flags: '--service-name Acme --commerce-name Mart' });
    expect(said).toMatch(/^sandbox-dialect\n/);
    expect(said).toContain('shopIdentifierType must be MART_DOMAIN');
  });

  test.each([
    [{ NO_PROXY: 'shop.example' }],
    [{ no_proxy: 'shop.example' }],
    [{ NO_PROXY: '', no_proxy: 'shop.example' }],
  ])('%o is kept, behind the sandbox', async (env) => {
    const { said } = await inSandbox('echo $NO_PROXY $no_proxy', { env });
    expect(said).toBe('127.0.0.1,localhost,shop.example 127.0.0.1,localhost,shop.example\n');
  });

  test('directories that are fresh, its own, and gone afterwards', async () => {
    const temporary = ownTemporaryFolder();
    const script = `for directory in "$RESALE_CONFIG_DIR" "$RESALE_STATE_DIR" "$RESALE_CACHE_DIR"
      do stat -c '%a %n' "$directory"; ls -A "$directory"; touch "$directory/something"; done`;
    const rows = (await inSandbox(script)).said.trim().split('\n');
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatch(new RegExp(`^700 ${temporary}/`));
    expect(readdirSync(temporary).filter((name) => name.startsWith('resale-sandbox'))).toEqual([]);
  });

  test('itself under the name resale, even where none is installed and no node is on the PATH', async () => {
    const { said } = await inSandbox('resale --version', { env: { PATH: '/usr/bin:/bin' } });
    expect(said).toBe(`${version}\n`);
  });

  test('keys of its own, whatever the files of the user say', async () => {
    const script = 'unset RESALE_CLIENT_ID RESALE_API_KEY; resale listings list --count';
    expect(await inSandbox(script)).toEqual({ exitCode: 0, said: '120\n' });
  });

  test.each([
    ['', 'resale api POST /_sandbox/feed > made'],
    ['--feed-every 1', 'sleep 1'],
  ])('the newest feed, also of one that others make (%s)', async (flags, meanwhile) => {
    const script = `resale feed fetch > old; ${meanwhile}
      for turn in $(seq 20); do resale feed fetch > new; cmp -s old new || break; done
      cmp -s old new && echo 'the same'; grep -c '^\\[{' new`;
    expect(await inSandbox(script, { flags })).toEqual({ exitCode: 0, said: '1\n' });
  });

  test('flags of the sandbox take effect', async () => {
    const bad = await inSandbox('resale listings list --max-retries 0', { flags: '--faults 500=100%' });
    expect(bad.exitCode).toBe(7);
    const path = '/v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf';
    const field = '--field action=ADJUST_INVENTORY --field';
    const add = (count: number) =>
      `resale api PUT ${path}/inventory ${field} inventoryAdjustment:=${count} > /dev/null`;
    const read = `resale api GET ${path} --jq '"\\(.state),\\(.availableInventory)"' -o ndjson | tr -d '"'`;
    const readings = async (flags: string) =>
      (await inSandbox(`${add(-2)}; ${read}; ${add(1)}; ${read}`, { flags: `--listings 1 ${flags}` })).said;
    expect(await readings('')).toBe('CLOSED,0\nCLOSED,1\n');
    expect(await readings('--reopens')).toBe('CLOSED,0\nOPEN,1\n');
    expect(await readings('--faults lag=60000ms')).toBe('OPEN,2\nOPEN,2\n');
    const flags = '--listings 3 --products 0';
    expect((await inSandbox('resale listings list --count', { flags })).said).toBe('3\n');
  });
});

describe('the exit code', () => {
  test.each([
    ['exit 0', 0],
    ['exit 7', 7],
    ['kill -KILL $$', 137],
  ])('%s → %i', async (script, code) => {
    expect(await inSandbox(script)).toEqual({ exitCode: code, said: '' });
  });

  test('of a program that cannot start leaves nothing behind either', async () => {
    const temporary = ownTemporaryFolder();
    expect(await resale('sandbox exec -- no-such-program')).toMatchObject({ exitCode: 127 });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('what the command is given', () => {
  test('its arguments as they are: blanks, quotes, nothing, and what looks like our flags', async () => {
    const args = ['a b', "it's", '', '*', '--json', '-o', '--version', '--', '$HOME'];
    const { said } = await inSandbox(`printf '[%s]\\n' "$@"`, { args });
    expect(said).toBe(args.map((arg) => `[${arg}]\n`).join(''));
  });

  test('stdin, stdout and stderr are ours', async () => {
    const screen = await withScript('cat; echo aside >&2', { input: 'a line\n' });
    expect(screen).toMatchObject({ stdout: 'a line\n', stderr: 'aside\n' });
  });

  test('a script file, in the directory where it was called', async () => {
    const cwd = temporaryFolder();
    const script = join(cwd, 'count them.sh');
    writeFileSync(script, '#!/bin/sh\necho "$PWD $1" > said\n');
    chmodSync(script, 0o755);
    await resale(['sandbox', 'exec', '--', './count them.sh', 'x y'], { cwd });
    expect(readFileSync(join(cwd, 'said'), 'utf8')).toBe(`${cwd} x y\n`);
  });
});

describe('signals', () => {
  test('one goes on to the command, and nothing is left behind', async () => {
    const on = machine();
    const waits = ['sandbox', 'exec', '--', 'sh', '-c', 'echo $$; exec sleep 60'];
    const running = built(waits, { on });
    const pid = Number(await printed(running, /\n/));
    running.kill('SIGINT');
    expect(await running).toMatchObject({ signal: 'SIGINT' });
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(readdirSync(on.temporary)).toEqual([]);
  });

  test('the one that ended the command ends it, too, unless it would write a core', async () => {
    const [term, kill, abort] = await Promise.all(
      ['TERM', 'KILL', 'ABRT'].map((signal) => withScript(`ulimit -c 0; echo done; kill -${signal} $$`)),
    );
    expect(term).toMatchObject({ signal: 'SIGTERM', stdout: 'done\n', stderr: '' });
    expect(kill).toMatchObject({ signal: 'SIGKILL', stdout: 'done\n', stderr: '' });
    expect(abort).toMatchObject({ exitCode: 134, stdout: 'done\n', stderr: '' });
  });

  test('an exit code that only looks like one stays an exit code', async () => {
    expect(await withScript('exit 130')).toMatchObject({ exitCode: 130 });
  });

  test('a command that ends in its own way keeps its exit code', async () => {
    const running = withScript('trap "echo tidy; exit 5" TERM; echo ready; while :; do sleep 0.1; done');
    await printed(running, /ready/);
    running.kill('SIGTERM');
    expect(await running).toMatchObject({ exitCode: 5, stdout: 'ready\ntidy\n', stderr: '' });
  });

  test('a second signal ends it at once, and nothing is left behind', async () => {
    const on = machine();
    const program = 'trap "echo told" TERM; echo $$; while :; do sleep 0.1; done';
    const running = built(['sandbox', 'exec', '--', 'bash', '-c', program], { on });
    const pid = Number(await printed(running, /\n/));
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await printed(running, /told/);
    running.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    // The command was not asked whether it wants to end, and goes on.
    process.kill(pid, 'SIGKILL');
    expect(readdirSync(on.temporary)).toEqual([]);
  });

  test('Ctrl-C at a terminal reaches the command once', async () => {
    // A shell would take two that come within a millisecond for one.
    const program =
      'process.on("SIGINT", () => { console.log("told"); setTimeout(() => process.exit(6), 1000); }); console.log("ready"); setInterval(() => {}, 1000)';
    const running = atTerminal(`exec resale sandbox exec -- node -e '${program}'`);
    await printed(running, /ready/);
    running.stdin.write('\u0003');
    const { exitCode, stdout } = await running;
    expect(stdout.match(/told/g)).toHaveLength(1);
    expect(exitCode).toBe(6);
  });
});
