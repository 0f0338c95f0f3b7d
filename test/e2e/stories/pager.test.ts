import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { type Circumstances, resale, sandboxed } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { scriptInTerminal } from '../../support/terminal.ts';

const list = 'listings list --state open -o table';
const whole =
  /^ID {34} {2}STATE .* INVENTORY {2}EXTERNAL ID\n90025b3b-3c3c-4d40-91b1-88d4177828cf .* RETURN-000001\n/;
const narrow = /^STATE .* INVENTORY {2}EXTERNAL ID\nOPEN .* RETURN-000001\n/;

test.each([
  ['stderr is the terminal', `resale ${list} | cat`, 200, whole],
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
  let drawn = '';
  await resale(`listings list -o ${format}`, {
    env,
    onDrawn: (text) => {
      drawn += text;
    },
    // A wait is shown once it has lasted for a second.
    clock: systemClock,
    terminal: 80,
    pipes: 'stdout',
  });
  expect(drawn).toMatch(shown);
});

test('what is longer than the screen goes through PAGER, and what follows comes after it', async () => {
  const { env } = await sandboxed({ listings: 60 });
  const how = { env: { ...env, LANG: 'C.UTF-8', PAGER: 'sed s/^/seen:/' } };
  const terminal = scriptInTerminal('resale listings list', how);
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  const text = terminal.text();
  expect(text).toMatch(/^seen:EXTERNAL ID .*\nseen:RETURN-000001 /);
  expect(text.match(/^seen:.* (?:open|closed) /gm)).toHaveLength(50);
  expect(text).toMatch(/\nThere are more.*:\n {2}resale listings list --after \S+$/);
});

/** A terminal of 50 lines with a shop of 60 listings, and what PAGER writes into a file beside it. */
const longList = async () => {
  const { env } = await sandboxed({ listings: 60 });
  const cwd = temporaryFolder();
  const file = join(cwd, 'paged');
  return {
    seen: `sed s/^/seen:/ > '${file}'`,
    typed: (line: string, pager: string, how: Circumstances = {}) =>
      resale(line, {
        env: { ...env, PATH: `${process.env.PATH}`, PAGER: pager },
        cwd,
        terminal: 80,
        rows: 50,
        ...how,
      }),
    paged: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    file,
  };
};

test('help goes through PAGER, too', async () => {
  const { seen, typed, paged } = await longList();
  expect(await typed('help bulk', seen)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(paged()).toMatch(/^(?:seen:.*\n){51,}$/);
});

test.each<[string, string, Circumstances, string?]>([
  ['it is not longer', 'listings list --limit 3', {}],
  ['it goes through a pipe', 'listings list -o table', { pipes: 'stdout' }],
  ['it goes into a file', 'listings list --out paged', {}],
  ['PAGER is cat', 'listings list', {}, 'cat'],
  ['PAGER is empty', 'listings list', {}, ''],
])('no pager where %s', async (_, line, how, pager) => {
  const { seen, typed, paged } = await longList();
  const { exitCode, stdout } = await typed(line, pager ?? seen, how);
  expect([exitCode, stdout + paged()]).toEqual([0, expect.stringMatching(/^(?!seen)[\s\S]*RETURN-000001/)]);
});

test('a pager that is quit early is no error; one that is missing is; less gets its flags', async () => {
  const { typed, paged, file } = await longList();
  expect(await typed('listings list --all', `head -1 > '${file}'`)).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  expect(paged()).toMatch(/^EXTERNAL ID .*\n$/);
  expect(await typed('listings list --all', `echo $LESS > '${file}'; cat > /dev/null`)).toMatchObject({
    exitCode: 0,
  });
  expect(paged()).toBe('FRX\n');
  const missing = await typed('listings list --all', 'no-such-pager 2> /dev/null');
  expect(missing).toMatchObject({ exitCode: 127, stdout: '' });
  expect(missing.stderr).toMatch(/^(✗|x) Nothing was shown\. Set PAGER to a program such as less/);
});
