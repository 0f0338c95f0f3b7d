import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
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
    // A wait is shown once it has lasted for a second.
    clock: systemClock,
    terminal: 80,
    pipes: 'stdout',
  });
  expect(stderr).toMatch(shown);
});

/** Types a script at a terminal of 50 lines, with a shop of 60 listings. */
const typedAtLongList = async (script: string) => {
  const { env } = await sandboxed({ listings: 60 });
  const terminal = scriptInTerminal(script, { env: { ...env, LANG: 'C.UTF-8' } });
  return { ended: await terminal.ended, text: terminal.text() };
};
const seen = "PAGER='sed s/^/seen:/'";

test('what is longer than the screen goes through PAGER, and what follows comes after it', async () => {
  const { ended, text } = await typedAtLongList(`${seen} resale listings list; ${seen} resale help bulk`);
  expect(ended.exitCode).toBe(0);
  expect(text).toMatch(/^seen:EXTERNAL ID .*\nseen:RETURN-000001 /);
  expect(text.match(/^seen:.* (?:open|closed) /gm)).toHaveLength(50);
  expect(text).toMatch(/\nThere are more.*:\n {2}resale listings list --after \S+\nseen:/);
});

test.each([
  ['it is not longer', `${seen} resale listings list --limit 3`],
  ['it goes through a pipe', `${seen} resale listings list -o table | cat`],
  ['it goes into a file', `${seen} resale listings list --out list.json; head -c 400 list.json`],
  ['PAGER is cat', 'PAGER=cat resale listings list'],
  ['PAGER is empty', 'PAGER= resale listings list'],
])('no pager where %s', async (_, script) => {
  const { ended, text } = await typedAtLongList(script);
  expect([ended.exitCode, text]).toEqual([0, expect.stringMatching(/^(?!seen)[\s\S]*RETURN-000001/)]);
});

test('a pager that is quit early is no error; one that is missing is; less gets its flags', async () => {
  const run = (pager: string) =>
    `PAGER='${pager}' resale listings list --count -q . ; PAGER='${pager}' resale listings list --all; echo $?`;
  expect((await typedAtLongList(run('head -1'))).text).toMatch(/^60\nEXTERNAL ID .*\n0$/);
  expect((await typedAtLongList(run('echo $LESS; cat >/dev/null'))).text).toMatch(/^60\nFRX\n0$/);
  expect((await typedAtLongList(run('no-such-pager'))).text).toMatch(
    /\nError: PAGER can't be run: no-such-pager\.\nSet PAGER to a program such as less, or to cat for none\.\n127$/,
  );
});
