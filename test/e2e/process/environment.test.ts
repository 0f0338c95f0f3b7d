import { expect, test } from 'vitest';
import { inShell } from '../../support/built.ts';

test.each([
  ['cd; mkdir gone; cd gone; rmdir ../gone; resale listings list', 'The working folder is gone'],
  ['TMPDIR=/nowhere resale sandbox exec -- true', "/nowhere can't hold temporary files"],
])('%s: exit code 2, and why', async (script, why) => {
  const { exitCode, stderr } = await inShell(script);
  expect([exitCode, JSON.parse(stderr).error.message]).toEqual([2, expect.stringContaining(why)]);
});
