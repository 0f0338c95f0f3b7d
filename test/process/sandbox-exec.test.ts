import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { atTerminal, built, inShell, machine, printed } from '../support/built.ts';

/** Runs a script of sh within `sandbox exec`. */
const withScript = (script: string, how = {}) => built(['sandbox', 'exec', '--', 'sh', '-c', script], how);

describe('what a command finds', () => {
  test('the variables of a sandbox that it has for itself', async () => {
    const { stdout } = await withScript('env');
    const env = Object.fromEntries(
      stdout
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
    const script = `echo $RESALE_PROFILE
      resale listings list --count
      resale shops lookup second-meadow.example | grep serviceShopName
      resale feed fetch | grep --only-matching martTags | sort --unique
      resale api GET /v1/shops?shopIdentifierType=COMMERCE_DOMAIN`;
    const line = [
      'sandbox',
      'exec',
      '--service-name',
      'Acme',
      '--commerce-name',
      'Mart',
      '--',
      'sh',
      '-c',
      script,
    ];
    const { stdout, stderr } = await built(line);
    expect(stdout).toBe('sandbox-dialect\n120\n    "serviceShopName": "Second Meadow",\nmartTags\n');
    expect(stderr).toContain('shopIdentifierType must be MART_DOMAIN');
  });

  test.each([
    [{ NO_PROXY: 'shop.example' }],
    [{ no_proxy: 'shop.example' }],
    [{ NO_PROXY: '', no_proxy: 'shop.example' }],
  ])('%o is kept, behind the sandbox', async (env) => {
    const { stdout } = await withScript('echo $NO_PROXY $no_proxy', { env });
    expect(stdout).toBe('127.0.0.1,localhost,shop.example 127.0.0.1,localhost,shop.example\n');
  });

  test('directories that are fresh, its own, and gone afterwards', async () => {
    const on = machine();
    const script = `for directory in "$RESALE_CONFIG_DIR" "$RESALE_STATE_DIR" "$RESALE_CACHE_DIR"
      do stat -c '%a %n' "$directory"; ls -A "$directory"; touch "$directory/something"; done`;
    const { stdout } = await withScript(script, { on });
    const rows = stdout.trim().split('\n');
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatch(new RegExp(`^700 ${on.temporary}/`));
    expect(readdirSync(on.temporary)).toEqual([]);
  });

  test('the service behind them, which remembers nothing of the last time', async () => {
    const script = `resale listings list --count
      resale listings create --shop-id shop-second-meadow --condition good --title Coat --category Coats \\
        --original-price 100 --image https://images.example/1.jpg > /dev/null
      resale listings list --count`;
    for (const stdout of ['120\n121\n', '120\n121\n'])
      expect(await withScript(script)).toMatchObject({ exitCode: 0, stdout, stderr: '' });
  });

  test('itself under the name resale, even where none is installed and no node is on the PATH', async () => {
    const { env } = machine();
    const bare = { ...env, PATH: '/usr/bin:/bin' };
    const screen = await built('sandbox exec -- resale --version', { env: bare });
    expect(screen).toMatchObject({ exitCode: 0, stderr: '' });
    expect(screen.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([
    [
      'RESALE_API_KEY=wrong resale listings list',
      4,
      /403.*The credentials came from RESALE_CLIENT_ID and RESALE_API_KEY in the environment/,
    ],
    ['RESALE_CLIENT_ID=wrong resale -p sandbox listings list', 4, /403/],
    ['RESALE_API_KEY= resale listings list', 4, /RESALE_CLIENT_ID is set, but RESALE_API_KEY is not|both/],
    ['env -u RESALE_CLIENT_ID -u RESALE_API_KEY resale listings list', 0, /^$/],
    ['resale -p live listings list', 2, /live/],
    ['env -u RESALE_BASE_URL resale --base-url https://live.example listings list', 4, /sandbox's keys/],
  ])('%s: exit code %i', async (script, code, said) => {
    const { exitCode, stderr } = await withScript(script);
    expect(stderr.replaceAll('\n', ' ')).toMatch(said);
    expect(exitCode).toBe(code);
  });

  test('flags of the sandbox take effect', async () => {
    const script = 'resale listings list --count; resale listings list --max-retries 0';
    const bad = await built(['sandbox', 'exec', '--faults', '500=100%', '--', 'sh', '-c', script]);
    expect(bad.exitCode).toBe(7);
    const small = await built('sandbox exec --listings 3 --products 0 -- resale listings list --count');
    expect(small.stdout).toBe('3\n');
  });
});

describe('the exit code', () => {
  test.each([
    ['exit 0', 0],
    ['exit 7', 7],
    ['kill -KILL $$', 137],
    ['kill -TERM $$', 143],
    ['kill -INT $$', 130],
  ])('%s → %i', async (script, code) => {
    expect(await withScript(script)).toMatchObject({ exitCode: code, stdout: '', stderr: '' });
  });

  test.each([
    ['no-such-program', 127, 'There is no program no-such-program.'],
    ['./no-such-script', 127, 'There is no program ./no-such-script.'],
    ['/', 126, "/ can't be run: spawn / EACCES."],
    ['./notes.txt', 126, "./notes.txt can't be run: spawn ./notes.txt EACCES."],
  ])('a program that cannot start: %s → %i, as in a shell', async (program, code, message) => {
    const on = machine();
    writeFileSync(join(on.home, 'notes.txt'), 'milk');
    const screen = await built(['sandbox', 'exec', '--', program], { on, cwd: on.home });
    expect([screen.exitCode, JSON.parse(screen.stderr).error.message]).toEqual([code, message]);
    expect(readdirSync(on.temporary)).toEqual([]);
  });

  test.each([['sandbox exec'], ['sandbox exec --']])('%s → 2: the command is missing', async (line) => {
    const { exitCode, stderr } = await built(line);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stderr).error.message).toBe('COMMAND is missing after --.');
  });

  test('--out → 2, since the command prints by itself; nothing is run', async () => {
    const on = machine();
    const screen = await built('sandbox exec --out listings.json -- echo ran', { on, cwd: on.home });
    expect([screen.exitCode, screen.stdout, JSON.parse(screen.stderr).error.message]).toEqual([
      2,
      '',
      '--out does not go with this command.',
    ]);
    expect(existsSync(join(on.home, 'listings.json'))).toBe(false);
  });

  test('bad faults → 2, and nothing is run', async () => {
    const { exitCode, stdout } = await built("sandbox exec --faults 'fire=1%' -- echo ran");
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  });
});

describe('what the command is given', () => {
  test('its arguments as they are: blanks, quotes, nothing, and what looks like our flags', async () => {
    const args = ['a b', "it's", '', '*', '--json', '-o', '--version', '--', '$HOME'];
    const { stdout } = await built(['sandbox', 'exec', '--', 'printf', '[%s]\n', ...args]);
    expect(stdout).toBe(args.map((arg) => `[${arg}]\n`).join(''));
  });

  test('stdin, stdout and stderr are ours', async () => {
    const screen = await withScript('cat; echo aside >&2', { input: 'a line\n' });
    expect(screen).toMatchObject({ stdout: 'a line\n', stderr: 'aside\n' });
  });

  test('a script file, in the directory where it was called', async () => {
    const on = machine();
    const script = join(on.home, 'count them.sh');
    writeFileSync(script, '#!/bin/sh\nresale listings list --count\necho "$PWD $1"\n');
    chmodSync(script, 0o755);
    const { stdout } = await built(['sandbox', 'exec', '--', './count them.sh', 'x y'], { on, cwd: on.home });
    expect(stdout).toBe(`120\n${on.home} x y\n`);
  });

  test('a reader that leaves early ends it quietly', async () => {
    const script = 'set -o pipefail; resale sandbox exec -- resale listings list -o ndjson | head -1 | wc -l';
    expect(await inShell(script)).toMatchObject({ exitCode: 0, stdout: '1\n', stderr: '' });
  });
});

describe('signals', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('%s goes on to the command, and nothing is left behind', async (signal, code) => {
    const on = machine();
    const waits = ['sandbox', 'exec', '--', 'sh', '-c', 'echo $$; exec sleep 60'];
    const running = built(waits, { on });
    const pid = Number(await printed(running, /\n/));
    running.kill(signal);
    expect(await running).toMatchObject({ exitCode: code });
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(readdirSync(on.temporary)).toEqual([]);
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
    expect(await ended).toEqual([143, null]);
    // The command was not asked whether it wants to end, and goes on.
    process.kill(pid, 'SIGKILL');
    expect(readdirSync(on.temporary)).toEqual([]);
  });

  test('Ctrl-C at a terminal reaches the command once', async () => {
    const program =
      'trap "echo told; told=1" INT; echo ready; until [ "$told" ]; do sleep 0.1; done; sleep 1; exit 6';
    const running = atTerminal(`exec resale sandbox exec -- bash -c '${program}'`);
    await printed(running, /ready/);
    running.stdin.write('\u0003');
    const { exitCode, stdout } = await running;
    expect(stdout.match(/told/g)).toHaveLength(1);
    expect(exitCode).toBe(6);
  });
});
