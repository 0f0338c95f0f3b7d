import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hold, startRelay } from '../../support/relay.ts';
import { sandboxed } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ctrlC, inMemoryTerminal, inTerminal } from '../../support/terminal.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const get = `listings get ${id} --no-color`;
const card = [
  `ID           ${id}`,
  'STATE        ● open',
  'CONDITION    ◆ Excellent',
  'SKU          MLB-JEANS-000000-3434',
  'INVENTORY    2',
  'EXTERNAL ID  RETURN-000001',
];

const utf8 = { LANG: 'C.UTF-8' };

/** A window of some columns, in which the tool shows what a terminal of today can show. */
const openWindow = (line: string, columns: number, env: Record<string, string>) =>
  inTerminal(line, { columns, env: { ...utf8, ...env } });

/** A service that takes longer than a person waits without a word. */
const slow = async () => (await sandboxed({ latencyMs: 1500 })).env;

/** A service that answers only once it is let, but for so many requests of a method that come before. */
const holding = async (method = 'GET', answered = 0) => {
  const { baseUrl, env } = await sandboxed();
  const { held, answer } = hold();
  const relay = await startRelay(baseUrl, (asked, before) =>
    asked === method && before >= answered ? { first: () => held } : undefined,
  );
  return { env: { ...env, RESALE_BASE_URL: relay.url }, answer };
};

describe('a service that takes its time', () => {
  test('is waited for with a spinner, of which nothing is left', async () => {
    const { env, answer } = await holding();
    const window = openWindow(get, 80, env);
    await window.shows(/^Waiting for the service [|/\\-]$/m);
    answer();
    expect([(await window.ended).exitCode, window.rows()]).toEqual([0, card]);
  });

  test('with --quiet, without one', async () => {
    const window = inMemoryTerminal(`${get} --quiet`, { env: { ...utf8, ...(await slow()) } });
    await expect(window.shows(/Waiting/)).rejects.toThrow('It ended');
    expect((await window.ended).exitCode).toBe(0);
  });

  test('Ctrl-C takes it off the screen', async () => {
    const window = openWindow(get, 80, (await holding()).env);
    await window.shows(/^Waiting/m);
    window.type(ctrlC);
    expect((await window.ended).signal).toBe(constants.signals.SIGINT);
    expect(window.rows().filter((row) => row !== '^C')).toEqual(['Stopped by Ctrl-C.']);
  });
});

/** A file of sixteen changes, on a service that answers five of them, and the others once it is let. */
const changes = async () => {
  const cwd = temporaryFolder();
  const { env, answer } = await holding('PUT', 5);
  const names = Array.from({ length: 16 }, (_, at) => `RETURN-${String(at + 1).padStart(6, '0')}`);
  const file = join(cwd, 'stock.csv');
  writeFileSync(file, `externalIdentifier,quantity\n${names.map((name) => `${name},20\n`).join('')}`);
  return {
    line: `inventory set --from '${file}' --yes --skip-invalid --concurrency 1 -o ndjson --out '${join(cwd, 'report')}'`,
    env: { ...env, RESALE_STATE_DIR: join(cwd, 'state') },
    answer,
  };
};

describe('a run of many rows', () => {
  test('in a window that is made narrower, its bar stays one line, and nothing of it is left', async () => {
    const { line, env, answer } = await changes();
    const window = openWindow(line, 100, env);
    await window.shows(/^Running .* waiting for 1 answer$/m);
    window.resize(40);
    const bars = () => window.rows().filter((row) => row.includes('Running'));
    await expect.poll(bars).toEqual([expect.stringMatching(/^Running.{1,32}$/)]);
    answer();
    await window.ended;
    expect(window.text()).toContain('15 applied, 1 refused');
    expect(window.text()).not.toMatch(/Running|█|░/);
  });
});

test('a table after a window was made narrower has its new width', async () => {
  const { env, answer } = await holding('GET', 1);
  // The second page may come before the tool has heard of its new width; then it has heard of it by the third one.
  const window = openWindow(`listings list --limit 6 --page-size 2`, 130, env);
  await window.shows(/RETURN-000002/);
  window.resize(70);
  answer();
  await window.ended;
  const rows = window.rows();
  expect(rows.some((row) => row.startsWith('ID') && !row.includes('EXT'))).toBe(true);
});
