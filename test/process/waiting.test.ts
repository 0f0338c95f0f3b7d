import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ctrlC, inTerminal } from '../support/terminal.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const get = `listings get ${id} --no-color`;
const card = [
  `ID           ${id}`,
  'STATE        ● OPEN',
  'CONDITION    ◆ EXCELLENT',
  'SKU          MLB-JEANS-000000-3434',
  'INVENTORY    2',
  'EXTERNAL ID  RETURN-000001',
];

/** A window of some columns, in which the tool shows what a terminal of today can show. */
const openWindow = (line: string, columns: number, env: Record<string, string>) =>
  inTerminal(line, { columns, env: { LANG: 'C.UTF-8', ...env } });

/** A service that takes its time. */
const slow = async () => (await sandboxed({ latencyMs: 2500 })).env;

describe('a service that takes its time', () => {
  test('is waited for with a spinner, of which nothing is left', async () => {
    const window = openWindow(get, 80, await slow());
    await window.shows(/^Waiting for the service [|/\\-]$/m);
    expect([(await window.ended).exitCode, window.rows()]).toEqual([0, card]);
  });

  test.each<[string, Record<string, string>]>([
    ['--quiet', {}],
    ['', { CI: 'true' }],
    ['', { TERM: 'dumb' }],
  ])('%s %j: without one', async (flags, env) => {
    const window = openWindow(`${get} ${flags}`, 80, { ...(await slow()), ...env });
    const spun = window.shows(/Waiting/).then(
      () => true,
      () => false,
    );
    expect([(await window.ended).exitCode, await spun]).toEqual([0, false]);
  });

  test('Ctrl-C takes it off the screen', async () => {
    const window = openWindow(get, 80, await slow());
    await window.shows(/^Waiting/m);
    window.type(ctrlC);
    expect((await window.ended).exitCode).toBe(130);
    expect(window.rows().filter((row) => row !== '^C')).toEqual(['Error: Stopped by Ctrl-C.']);
  });
});

/** A file of changes, on a service so slow that a run takes long. */
const changes = async (rows: number) => {
  const cwd = temporaryFolder();
  const { env } = await sandboxed({ latencyMs: 300 });
  const names = Array.from({ length: rows }, (_, at) => `RETURN-${String(at + 1).padStart(6, '0')}`);
  const file = join(cwd, 'stock.csv');
  writeFileSync(file, `externalIdentifier,quantity\n${names.map((name) => `${name},20\n`).join('')}`);
  return {
    line: `inventory set --from ${file} --yes --skip-invalid --concurrency 1 -o ndjson --out ${join(cwd, 'report')}`,
    env: { ...env, RESALE_STATE_DIR: join(cwd, 'state') },
  };
};

describe('a run of many rows', () => {
  test('a second Ctrl-C ends it at once, and takes its bar off the screen', async () => {
    const { line, env } = await changes(100);
    const window = openWindow(line, 80, env);
    await window.shows(/^Running .* of 100 rows/m);
    window.type(ctrlC);
    window.type(ctrlC);
    expect((await window.ended).exitCode).toBe(130);
    expect(window.rows().filter((row) => row.includes('Running'))).toEqual([]);
  });

  test('in a window that is made narrower, its bar stays one line, and nothing of it is left', async () => {
    const { line, env } = await changes(16);
    const window = openWindow(line, 100, env);
    await window.shows(/^Running .* left$/m);
    window.resize(40);
    const bars = () => window.rows().filter((row) => row.includes('Running'));
    await expect.poll(bars, { timeout: 10_000 }).toEqual([expect.stringMatching(/^Running.{1,32}$/)]);
    await window.ended;
    const [first, ...rows] = window.rows();
    expect(first).toBe('Reading CSV, separated by ",".');
    expect(rows.join('\n')).not.toMatch(/Running|█|░|left/);
  });
});

test('a table after a window was made narrower has its new width', async () => {
  const { env } = await sandboxed({ latencyMs: 1500 });
  const window = openWindow(`listings list --limit 4 --page-size 2`, 130, env);
  await window.shows(/RETURN-000002/);
  window.resize(70);
  await window.ended;
  const rows = window.rows();
  expect(rows.some((row) => row.startsWith('ID') && !row.includes('EXT'))).toBe(true);
});
