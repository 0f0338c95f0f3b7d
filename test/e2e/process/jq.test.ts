import { describe, expect, test } from 'vitest';
import { built, inShell, printed } from '../../support/built.ts';
import { resale, sandboxed } from '../../support/resale.ts';

describe('an expression without end', () => {
  test('is ended by Ctrl-C: an exit code and a sentence', async () => {
    const running = built(['sandbox', 'openapi', '--jq', '"begun" | debug | repeat(.) | empty']);
    await printed(running, /begun/, 'stderr');
    running.kill('SIGINT');
    const { signal, stdout, stderr } = await running;
    expect([signal, stdout]).toEqual(['SIGINT', '']);
    expect(stderr).toContain('Stopped by Ctrl-C.');
  });

  test('ends quietly when nobody reads any more, in a package that is called from elsewhere, through a link', async () => {
    const { exitCode, stdout, stderr } = await inShell(
      `cd / && resale sandbox openapi --jq '.openapi, ("line" | repeat(.))' | head -n 2; exit \${PIPESTATUS[0]}`,
    );
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '3.1.0\nline\n', stderr: '' });
  });
});

test('a large feed goes through by line', async () => {
  const { env } = await sandboxed({ products: 1000 });
  const { stdout } = await resale(['feed', 'fetch', '-o', 'ndjson', '-q', 'select(.price) | 1'], { env });
  expect(stdout).toBe('1\n'.repeat(1000));
});
