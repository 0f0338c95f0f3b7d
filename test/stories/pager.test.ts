import { expect, test } from 'vitest';
import { resale, sandboxed } from '../support/resale.ts';
import { scriptInTerminal } from '../support/terminal.ts';

const list = 'listings list --state open -o table';
const whole =
  /^ID {34} {2}STATE .* INVENTORY {2}EXTERNAL ID\n90025b3b-3c3c-4d40-91b1-88d4177828cf .* RETURN-000001\n/;
const narrow = /^STATE .* INVENTORY {2}EXTERNAL ID\nOPEN .* RETURN-000001\n/;

test.each([
  ['stderr is the terminal', `resale ${list} | cat`, 200, whole],
  ['nothing but /dev/tty is', `resale ${list} 2>&1 </dev/null | cat`, 200, whole],
  ['stderr is the terminal, a narrow one', `resale ${list} | cat`, 80, narrow],
  ['nothing but /dev/tty is, a narrow one', `resale ${list} 2>&1 </dev/null | cat`, 80, narrow],
])('a table in a pipe is as wide as the terminal: %s', async (_, script, columns, shown) => {
  const { env } = await sandboxed({ listings: 3 });
  const terminal = scriptInTerminal(script, { env: { ...env, LANG: 'C.UTF-8' }, columns });
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  // No remark about the width of the screen: it would break into the page of a pager.
  expect(terminal.text()).toMatch(shown);
  expect(terminal.text().split('\n')).toHaveLength(3);
});

test.each([
  ['table', 'neither a spinner nor a remark', /^$/],
  ['json', 'a spinner', /Waiting for the service/],
])('while a %s in a pipe is awaited, the terminal shows %s', async (format, _, shown) => {
  const { env } = await sandboxed({ listings: 3, latencyMs: 1200 });
  const { stderr } = await resale(`listings list -o ${format}`, {
    env: { ...env, TERM: 'xterm' },
    terminal: 80,
    pipes: 'stdout',
  });
  expect(stderr).toMatch(shown);
});
