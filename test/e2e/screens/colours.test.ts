import { expect, test } from 'vitest';
import { resale, sandboxed } from '../../support/resale.ts';

const utf8 = { TERM: 'xterm-256color', LANG: 'en_GB.UTF-8', FORCE_COLOR: '', NO_COLOR: '' };
const listing = 'listings get 90025b3b-3c3c-4d40-91b1-88d4177828cf';
const green = '\u001b[32m● open\u001b[39m';

// test/terminal/drawing.test.ts and marks.test.ts have all the rules.
test.each<[flags: string, env: Record<string, string>, terminal: number | undefined, state: string]>([
  ['', {}, 80, green],
  ['', {}, 0, green],
  ['', { FORCE_COLOR: '3' }, 80, green],
  ['--no-color', { FORCE_COLOR: '3' }, 80, '● open'],
  ['', { TERM: 'dumb', FORCE_COLOR: '1' }, 80, '\u001b[32m● open\u001b[39m'],
  ['-o table', {}, undefined, 'OPEN'],
  ['-o table', { COLUMNS: '20' }, undefined, 'OPEN'],
])('resale listings get ID %s, with %j, on %s columns', async (flags, env, terminal, state) => {
  const sandbox = await sandboxed({ listings: 3 });
  const { stdout } = await resale(`${listing} ${flags}`, {
    env: { ...sandbox.env, ...utf8, ...env },
    ...(terminal === undefined ? {} : { terminal }),
  });
  const lines = stdout.split('\n').map((line) => line.replace('\u001b[2mSTATE\u001b[22m', 'STATE'));
  const at = lines.findIndex((line) => line.startsWith('STATE'));
  const [, beside = ''] = /^STATE *(.*)$/.exec(lines[at] ?? '') ?? [];
  expect(beside || lines[at + 1]?.trim()).toBe(state);
});
