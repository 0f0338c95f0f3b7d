import { describe, expect, test } from 'vitest';
import { built, inShell, machine, printed } from '../support/built.ts';

const signals = [
  ['SIGINT', 130, 'Stopped by Ctrl-C.'],
  ['SIGTERM', 143, 'Stopped by SIGTERM.'],
  ['SIGHUP', 129, 'Stopped by SIGHUP: the terminal was closed.'],
] as const;

describe('an expression without end', () => {
  test.each(signals)('is ended by %s: exit code %i and a sentence', async (signal, code, said) => {
    const running = built(['sandbox', 'openapi', '--jq', '"begun" | debug | repeat(.) | empty']);
    await printed(running, /begun/, 'stderr');
    running.kill(signal);
    const { exitCode, stdout, stderr } = await running;
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toContain(said);
  });

  test('ends quietly when nobody reads any more', async () => {
    const { exitCode, stdout, stderr } = await inShell(
      `resale sandbox openapi --jq '"line" | repeat(.)' | head -n 2; exit \${PIPESTATUS[0]}`,
    );
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: 'line\nline\n', stderr: '' });
  });

  test('that fills the memory is an error in a sentence, and nothing else is printed', async () => {
    const { exitCode, stdout, stderr } = await built(['sandbox', 'openapi', '-q', 'def f: [f]; f']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'expression-failed', retryable: false });
  });
});

test('it works from the package alone: from elsewhere, through a link, with nothing set up', async () => {
  const on = machine();
  const { stdout, stderr } = await inShell(`cd / && resale sandbox openapi -q .openapi`, { on });
  expect([stdout, stderr]).toEqual(['3.1.0\n', '']);
});

test('a large feed goes through by line', async () => {
  const line = `resale sandbox exec --products 5000 -- resale feed fetch -o ndjson -q 'select(.price) | 1' | wc -l`;
  expect((await inShell(line)).stdout.trim()).toBe('5000');
});
