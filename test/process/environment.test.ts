import { expect, test } from 'vitest';
import { built, inShell } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';

const line = 'listings list --limit 1';

test('a process has its variables', async () => {
  const { env } = await sandboxed();
  const { exitCode, stdout } = await built(line, { env: { ...env, RESALE_OUTPUT: 'csv' } });
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^id,state,.*\n[\w-]{36},OPEN,/)]);
});

test.each([
  ['cd; mkdir gone; cd gone; rmdir ../gone; resale listings list', 'The working folder is gone'],
  ['TMPDIR=/nowhere resale sandbox exec -- true', "/nowhere can't hold temporary files"],
])('%s: exit code 2, and why', async (script, why) => {
  const { exitCode, stderr } = await inShell(script);
  expect([exitCode, JSON.parse(stderr).error.message]).toEqual([2, expect.stringContaining(why)]);
});
