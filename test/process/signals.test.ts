import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { built, inShell, printed } from '../support/built.ts';
import { hold, startRelay } from '../support/relay.ts';
import { sandboxed } from '../support/resale.ts';

/** Hangs up on the tool once it waits for an answer, and says how it ended. */
const hungUp =
  'resale listings list > /dev/null & tool=$!; read -r; kill -HUP $tool; echo sent; wait $tool; echo "ended $?"';

test.each([
  ['started by nohup', `nohup ${hungUp}`, 0],
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

test('while it waits for its input', async () => {
  const running = built('profiles add shop --base-url http://127.0.0.1:1 --client-id a --api-key-stdin');
  // More than a pipe holds: once all of it is gone, the tool is reading.
  await new Promise((resolve) => running.stdin.write(' '.repeat(1 << 20), resolve));
  running.kill('SIGTERM');
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(143);
  expect(stderr).toContain('Stopped by SIGTERM.');
});

test('while nobody reads what it prints', async () => {
  const { env } = await sandboxed({ listings: 1000 });
  // A pipe holds less than the list, and what is at its other end sleeps for longer than the tool takes to end.
  const script = `mkfifo "$TMPDIR/pipe"
    sleep 30 < "$TMPDIR/pipe" & reader=$!
    timeout --signal TERM 2 resale listings list > "$TMPDIR/pipe"; echo "$?"
    kill $reader && echo 'the reader is there'`;
  expect(await inShell(script, { env })).toMatchObject({ stdout: '124\nthe reader is there\n' });
});
