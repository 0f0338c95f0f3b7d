import { describe, expect, test } from 'vitest';
import { built, inShell, machine, printed } from '../support/built.ts';
import { resale, sandboxed } from '../support/resale.ts';

describe('an expression without end', () => {
  test('is ended by Ctrl-C: an exit code and a sentence', async () => {
    const running = built(['sandbox', 'openapi', '--jq', '"begun" | debug | repeat(.) | empty']);
    await printed(running, /begun/, 'stderr');
    running.kill('SIGINT');
    const { exitCode, stdout, stderr } = await running;
    expect([exitCode, stdout]).toEqual([130, '']);
    expect(stderr).toContain('Stopped by Ctrl-C.');
  });

  test('ends quietly when nobody reads any more', async () => {
    const { exitCode, stdout, stderr } = await inShell(
      `resale sandbox openapi --jq '"line" | repeat(.)' | head -n 2; exit \${PIPESTATUS[0]}`,
    );
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: 'line\nline\n', stderr: '' });
  });
});

test('it works from the package alone: from elsewhere, through a link, with nothing set up', async () => {
  const on = machine();
  const { stdout, stderr } = await inShell(`cd / && resale sandbox openapi -q .openapi`, { on });
  expect([stdout, stderr]).toEqual(['3.1.0\n', '']);
});

test('a large feed goes through by line', async () => {
  const { env } = await sandboxed({ products: 5000 });
  const { stdout } = await resale(['feed', 'fetch', '-o', 'ndjson', '-q', 'select(.price) | 1'], { env });
  expect(stdout).toBe('1\n'.repeat(5000));
});
