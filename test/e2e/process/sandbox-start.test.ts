import { describe, expect, onTestFinished, test } from 'vitest';
import { Interrupted } from '../../../src/failure/failure.ts';
import { sandboxProfile } from '../../../src/profiles/sandbox-profile.ts';
import { atTerminal, built, inShell, printed, type Start } from '../../support/built.ts';
import { freePort, listeningAt } from '../../support/on-loopback.ts';
import { type Circumstances, errorOf, resale, type Screen } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inMemoryTerminal } from '../../support/terminal.ts';

/** Reads off the first line of a sandbox where it is, and how to reach it. */
const reached = (line: string) => {
  const facts = JSON.parse(line) as Record<string, string>;
  return { facts, env: { RESALE_PROFILE: 'sandbox', RESALE_BASE_URL: String(facts.baseUrl) } };
};

/** Starts a sandbox as a process of its own. */
const startedAlone = async (flags = '--port 0', how: Start = {}) => {
  const running = built(`sandbox start ${flags}`, how);
  return { running, ...reached(await printed(running, /\n/)) };
};

/** Starts a sandbox within this process; its first line is empty where it ends before. */
const starting = async (flags: string, how: Circumstances = {}) => {
  const controller = new AbortController();
  const { signal: interruption } = controller;
  let ended = Promise.resolve<Screen>({ exitCode: 0, stdout: '', stderr: '' });
  const line = await new Promise<string>((onStdout) => {
    ended = resale(`sandbox start ${flags}`, { ...how, interruption, onStdout });
    void ended.then(() => onStdout(''));
  });
  const stopped = () => {
    controller.abort(new Interrupted('SIGTERM'));
    return ended;
  };
  onTestFinished(async () => void (await stopped()));
  return { line, stopped };
};

const started = async (flags: string, how: Circumstances = {}) => {
  const { line, stopped } = await starting(flags, how);
  return { stopped, ...reached(line) };
};

test('in a pipe it says where it is in one line of JSON, and logs requests on stderr', async () => {
  const { running, facts, env } = await startedAlone();
  expect(facts).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    page: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/shop$/),
    clientId: sandboxProfile.clientId,
    apiKey: sandboxProfile.apiKey,
    shopId: sandboxProfile.shopId,
    domain: 'second-meadow.example',
    sku: sandboxProfile.sku,
  });
  await resale('listings list --limit 1', { env });
  running.kill('SIGINT');
  const { stdout, stderr } = await running;
  expect(stdout).toBe(`${JSON.stringify(facts)}\n`);
  expect(stderr).toMatch(/^\d\d:\d\d:\d\d {2}GET {2}\/v1\/listings +200 +\d+ ms\n/);
});

describe('in a dialect', () => {
  const flags = '--port 0 --service-name Acme --commerce-name Mart';

  test('it says which, and refuses the neutral names', async () => {
    const { facts, env } = await started(flags);
    expect(facts).toMatchObject({ serviceName: 'Acme', commerceName: 'Mart' });
    const { exitCode, stderr } = await resale('listings list --limit 1', { env });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('X-Acme-Client-Id');
  });

  test('at a terminal it says how to make a profile for it', async () => {
    const terminal = inMemoryTerminal(`sandbox start ${flags}`, { columns: 200 });
    await terminal.shows('feed stats');
    const lines = terminal.rows().filter((line) => /^ {2}(echo|resale) /.test(line));
    const { exitCode, stdout } = await inShell(`${lines.slice(0, 2).join(' > /dev/null\n')} --count`);
    expect([lines.length, exitCode, stdout]).toEqual([4, 0, '120\n']);
  });
});

test('at a terminal it greets, says what to type, and Ctrl-C stops it, as it said', async () => {
  const running = atTerminal('exec resale sandbox start --port 0');
  const greeting = await printed(running, /feed stats .*\r\n/);
  const lines = [...greeting.matchAll(/^ {2}resale (\S+ \S+ --profile sandbox .*)\r$/gm)].map(
    ([, line]) => line,
  );
  expect(lines.map((line) => line?.split(' ').slice(0, 2).join(' '))).toEqual([
    'listings list',
    'listings create',
    'feed stats',
  ]);
  // In a pipe nobody can be asked; `listings create` says what it would ask for.
  const typed = await Promise.all(lines.map((line) => resale(line ?? '')));
  expect(typed.map(({ exitCode }) => exitCode)).toEqual([0, 2, 0]);
  running.stdin.write('\u0003');
  const { exitCode, stdout } = await running;
  expect(greeting).toMatch(/^The sandbox is running\. Ctrl-C stops it\.\r\n/);
  expect(greeting).toContain(sandboxProfile.apiKey);
  expect(stdout).toMatch(/The sandbox has stopped; its listings are gone\.\r\n$/);
  expect(stdout).not.toMatch(/Error|SIGINT/);
  expect(exitCode).toBe(130);
});

test('with --quiet it logs no requests', async () => {
  const { stopped, env } = await started('--port 0 --quiet');
  await resale('listings list --limit 1', { env });
  expect(await stopped()).toMatchObject({
    exitCode: 143,
    stderr: expect.not.stringContaining('/v1/listings'),
  });
});

describe('the ports', () => {
  test('without --port, the profile named sandbox reaches it without any setup', async () => {
    const { line, stopped } = await starting('');
    if (line === '') {
      // Another program has one of its two ports, which says as well which they are.
      const own = Number(new URL(sandboxProfile.baseUrl).port);
      const { code, message } = errorOf(await stopped());
      expect(code).toBe('usage');
      expect(message).toMatch(new RegExp(`ort (${own}|${own + 1}) on 127\\.0\\.0\\.1`));
      return;
    }
    const { stdout } = await resale('--profile sandbox listings list --count');
    expect([JSON.parse(line).baseUrl, stdout]).toEqual([sandboxProfile.baseUrl, '120\n']);
  });

  test.each([
    ['of the API', 0, (port: number) => `Port ${port} on 127.0.0.1 is in use by another program.`],
    [
      'of the feed',
      1,
      (port: number) =>
        `Port ${port - 1} is free, but port ${port} on 127.0.0.1, which serves the feed beside it, is in use by another program.`,
    ],
  ] as const)('a port %s that is in use is said, and nothing is left running', async (_, before, message) => {
    const taken = (await freePort()) + 1;
    const server = await listeningAt(taken);
    onTestFinished(() => void server?.close());
    const screen = await resale(`sandbox start --port ${taken - before}`);
    expect(screen).toMatchObject({ exitCode: 1, stdout: '' });
    expect(errorOf(screen)).toMatchObject({
      code: 'usage',
      message: message(taken),
      hint: expect.stringMatching(/^If that is a sandbox, use it\. .* resale sandbox start --port 0$/),
    });
  });
});

test('a hang-up ends it, even while an answer is due', async () => {
  const { running, facts } = await startedAlone('--port 0 --latency 60000');
  const waiting = fetch(`${facts.baseUrl}/v1/listings`).catch((error: Error) => error);
  running.kill('SIGHUP');
  const { signal, stderr } = await running;
  expect(signal).toBe('SIGHUP');
  expect(stderr).toContain('Stopped by SIGHUP: the terminal was closed.');
  expect(await waiting).toBeInstanceOf(Error);
});

describe('--keep', () => {
  const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

  test('a change that was answered outlives kill -9, and a stop', async () => {
    const cwd = temporaryFolder();
    const flags = '--port 0 --keep shop.json';
    const first = await startedAlone(flags, { cwd });
    await resale(`inventory set ${id} 42`, { env: first.env });
    first.running.kill('SIGKILL');
    await first.running;
    const second = await started(flags, { cwd });
    const listing = async (env: Record<string, string>) =>
      JSON.parse((await resale(`listings get ${id}`, { env })).stdout);
    expect(await listing(second.env)).toMatchObject({ id, availableInventory: 42 });
    await resale(`inventory set ${id} 43`, { env: second.env });
    await second.stopped();
    const third = await started(flags, { cwd });
    expect(await listing(third.env)).toMatchObject({ id, availableInventory: 43 });
  });
});
