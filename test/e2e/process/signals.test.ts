import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { built, inShell, printed } from '../../support/built.ts';
import { hold, startRelay } from '../../support/relay.ts';
import { sandboxed } from '../../support/resale.ts';
import { ctrlC, scriptInTerminal } from '../../support/terminal.ts';

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

describe('what a signal has stopped dies of it', () => {
  /** A read that waits for its answer. */
  const waiting = async () => {
    const { baseUrl, env } = await sandboxed({ listings: 1 });
    const { held } = hold();
    const relay = await startRelay(baseUrl, () => ({ first: () => held }));
    return { relay, env: { ...env, RESALE_BASE_URL: relay.url } };
  };

  test('so Ctrl-C ends a loop of a shell', async () => {
    const { relay, env } = await waiting();
    const loop = 'for i in 1 2 3; do resale listings list; echo "$i ended with $?"; done; echo over';
    const terminal = scriptInTerminal(loop, { env });
    await expect.poll(() => relay.lines).toHaveLength(1);
    terminal.type(ctrlC);
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: constants.signals.SIGINT });
    expect([terminal.text(), relay.lines.length]).toEqual(['Stopped by Ctrl-C.', 1]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s, behind its last word', async (signal) => {
    const { relay, env } = await waiting();
    const running = built('listings list', { env });
    await expect.poll(() => relay.lines).toHaveLength(1);
    running.kill(signal);
    const ended = await running;
    expect(ended.signal).toBe(signal);
    expect(JSON.parse(ended.stderr).error.code).toBe('interrupted');
  });

  test.runIf(process.platform === 'linux')('and leaves its pipes to others as they were', async () => {
    const flags = 'sed -n s/^flags://p /proc/self/fdinfo/0 /proc/self/fdinfo/1 >&2';
    const tool = 'exec resale profiles add shop --base-url http://127.0.0.1:1 --client-id a --api-key-stdin';
    const running = inShell(`${flags}; sh -c 'echo $$; ${tool} 2> /dev/null'; echo "ended $?"; ${flags}`, {
      input: undefined,
    });
    const pid = Number(await printed(running, /\n/));
    // More than a pipe holds: once all of it is gone, the tool is reading.
    await new Promise((resolve) => running.stdin.write(' '.repeat(1 << 20), resolve));
    process.kill(pid, 'SIGTERM');
    const { stdout, stderr } = await running;
    const flagsThen = stderr.match(/^\s*\d+$/gm) ?? [];
    expect(stdout).toBe(`${pid}\nended 143\n`);
    expect([flagsThen.length, flagsThen.slice(2)]).toEqual([4, flagsThen.slice(0, 2)]);
  });
});

test('while it waits for its input', async () => {
  const running = built('profiles add shop --base-url http://127.0.0.1:1 --client-id a --api-key-stdin');
  // More than a pipe holds: once all of it is gone, the tool is reading.
  await new Promise((resolve) => running.stdin.write(' '.repeat(1 << 20), resolve));
  running.kill('SIGTERM');
  const { signal, stderr } = await running;
  expect(signal).toBe('SIGTERM');
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

test('while it waits for a pipe into which nobody writes', async () => {
  // Opening it for writing takes until the tool reads it; then it is held open, in silence.
  const script = `mkfifo "$TMPDIR/pipe"
    resale feed stats "$TMPDIR/pipe" 2> "$TMPDIR/said" & tool=$!
    exec 3> "$TMPDIR/pipe"; kill -TERM $tool; wait $tool; echo "ended $?"; cat "$TMPDIR/said"`;
  const { stdout } = await inShell(script);
  const [ended, said = ''] = stdout.split('\n');
  expect([ended, JSON.parse(said).error.code]).toEqual(['ended 143', 'interrupted']);
});
