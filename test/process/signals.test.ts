import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { built, inShell, printed } from '../support/built.ts';
import { type Answer, startFeedHost } from '../support/feed-host.ts';
import { hold, startRelay } from '../support/relay.ts';
import { sandboxed } from '../support/resale.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

const signals = [
  ['SIGINT', 130, 'Stopped by Ctrl-C.'],
  ['SIGTERM', 143, 'Stopped by SIGTERM.'],
  ['SIGHUP', 129, 'Stopped by SIGHUP: the terminal was closed.'],
] as const;

/** A service that never answers: the environment in which the tool meets it, and when a request has come. */
const silentService = async () => {
  const arrivals = new EventEmitter();
  const asked = once(arrivals, 'request');
  const never: Answer = () => arrivals.emit('request');
  const { url, close } = await startFeedHost({
    '/v1/listings': never,
    [`/v1/listings/${id}/inventory`]: never,
    '/product-feed': never,
  });
  onTestFinished(close);
  return { env: { RESALE_BASE_URL: url, RESALE_CLIENT_ID: 'a', RESALE_API_KEY: 'b' }, asked };
};

describe('while the service is slow', () => {
  const lines = ['listings list', 'feed fetch', 'listings list --output table'];

  test.each(lines.flatMap((line) => signals.map((signal) => [line, ...signal] as const)))(
    'resale %s and %s: exit code %i and a sentence',
    async (line, signal, code, said) => {
      const { env, asked } = await silentService();
      const running = built(line, { env });
      await asked;
      running.kill(signal);
      const { exitCode, stderr } = await running;
      expect(exitCode).toBe(code);
      expect(stderr).toContain(said);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    },
  );

  test.each(signals)(
    'a change and %s: exit code %i, and that it may have been applied',
    async (signal, code) => {
      const { env, asked } = await silentService();
      const running = built(`inventory adjust ${id} 1`, { env });
      await asked;
      running.kill(signal);
      const screen = await running;
      expect(screen.exitCode).toBe(code);
      expect(JSON.parse(screen.stderr).error).toMatchObject({ code: 'unknown', retryable: 'unknown' });
    },
  );
});

/** Hangs up on the tool once it waits for an answer, and says how it ended. */
const hungUp =
  'resale listings list > /dev/null & tool=$!; read -r; kill -HUP $tool; echo sent; wait $tool; echo "ended $?"';

test.each([
  ['started by nohup', `nohup ${hungUp}`, 0],
  ['started by what nohup started', `nohup bash -c '${hungUp}'`, 0],
  ['started by a shell that ignores a hang-up', `trap '' HUP; ${hungUp}`, 0],
  ['otherwise', hungUp, 129],
])('%s, it outlives its terminal, or not', async (_, script, exitCode) => {
  const { baseUrl, env } = await sandboxed({ listings: 1 });
  const { held, answer } = hold();
  const relay = await startRelay(baseUrl, () => ({ first: () => held }));
  const running = inShell(script, { env: { ...env, RESALE_BASE_URL: relay.url }, input: undefined });
  const ended = printed(running, /ended \d+/);
  await expect.poll(() => relay.lines).toHaveLength(1);
  running.stdin.write('\n');
  await printed(running, /sent/);
  // What a hang-up ends waits for no answer. What outlives it has the time to end nevertheless.
  if (exitCode === 0) {
    await wait(200);
    answer();
  }
  expect(await ended).toContain(`ended ${exitCode}`);
});

test.each(signals)('while it waits for its input: %s', async (signal, code, said) => {
  const running = built('profiles add shop --base-url http://127.0.0.1:1 --client-id a --api-key-stdin');
  // More than a pipe holds: once all of it is gone, the tool is reading.
  await new Promise((resolve) => running.stdin.write(' '.repeat(1 << 20), resolve));
  running.kill(signal);
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(code);
  expect(stderr).toContain(said);
});

test('while nobody reads what it prints', async () => {
  const { env } = await sandboxed({ listings: 5000 });
  // A pipe holds less than the list, and what is at its other end sleeps.
  const script = 'timeout --signal TERM --kill-after 20 2 resale listings list | sleep 4; echo "$PIPESTATUS"';
  expect(await inShell(script, { env })).toMatchObject({ stdout: '124\n' });
});

test('a second signal ends it at once, whatever it waits for', async () => {
  // The first one is passed on to a program that only says so, and goes on while the tool is there.
  const program = 'trap "echo told" TERM; echo ready; while kill -0 $PPID; do sleep 0.1; done';
  const running = built(['sandbox', 'exec', '--', 'bash', '-c', program]);
  await printed(running, /ready/);
  running.kill('SIGTERM');
  await printed(running, /told/);
  running.kill('SIGTERM');
  expect(await running).toMatchObject({ exitCode: 143 });
});
