import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { built } from '../../support/built.ts';
import { hangUp, hold, type Meddling, startRelay } from '../../support/relay.ts';
import { resale } from '../../support/resale.ts';
import { ctrlC, inMemoryTerminal, inTerminal, scriptInTerminal } from '../../support/terminal.ts';
import { warehouse } from '../../support/warehouse.ts';

const names = Array.from({ length: 30 }, (_, at) => `N${at + 1}`);
const stock = Object.fromEntries(names.map((name) => [name, 1]));
const allDone = Object.fromEntries(names.map((name) => [name, 2]));
const rows = ['sku,quantity', ...names.map((name) => `${name},2`), ''].join('\n');

/** A shop with 30 rows to change, behind a relay, and the line that changes them four at a time. */
const night = async (meddle: (method: string, before: number) => Meddling | undefined, text = rows) => {
  const shop = await warehouse(stock);
  await shop.file('stock.csv', text);
  const relay = await startRelay(shop.baseUrl, meddle);
  const env = { ...shop.env, LANG: 'C.UTF-8', RESALE_BASE_URL: '' };
  const line = `inventory set --from '${join(shop.cwd, 'stock.csv')}' --base-url ${relay.url}`;
  return { shop, relay, env, line };
};

/** The same, in front of a service that answers changes only once it is let. */
const heldNight = async (text?: string, answered = 0) => {
  const { held, answer } = hold();
  const meddle = (method: string, before: number) =>
    method === 'PUT' && before >= answered ? { first: () => held } : undefined;
  const all = await night(meddle, text);
  return { ...all, answer };
};

const one = 'sku,quantity\nN1,2\n';

describe('Ctrl-C', () => {
  test('says how many requests are under way, sends no more, and how to go on; that line goes on', async () => {
    const { shop, relay, env, line, answer } = await heldNight();
    const window = inMemoryTerminal(`${line} --yes --concurrency 4`, { env, columns: 120 });
    await expect.poll(relay.changes).toBe(4);
    window.type(ctrlC);
    // It waits for no answer to say so: there is none.
    await window.shows('Stopping: 4 requests in flight. Ctrl-C again stops at once.');
    // What cannot be sent any more takes no time.
    await window.shows(/^Running {2}░.* 0 of 30 {2}waiting for 4 answers$/m);
    answer();
    expect(await window.ended).toEqual({ exitCode: 130, signal: 0 });
    const [, again = ''] =
      /^Stopped\. 4 of 30 done, 26 not sent\. To continue:\n {2}resale (runs resume [0-9a-f]{4} .*)$/m.exec(
        window.text(),
      ) ?? [];
    expect(relay.changes()).toBe(4);
    const { exitCode } = await resale(`${again} --yes`, { env, cwd: shop.cwd });
    expect([exitCode, relay.changes(), await shop.stock()]).toEqual([0, 30, allDone]);
  });

  test('a second one ends it at once, with the same line', async () => {
    // The first two are answered, and their outcomes are not on disk yet.
    const { relay, env, line, answer } = await heldNight(undefined, 2);
    const window = inTerminal(`${line} --yes --concurrency 4`, { env, columns: 120 });
    await expect.poll(relay.changes).toBe(6);
    window.type(ctrlC);
    await window.shows('Stopping: 4 requests');
    window.type(ctrlC);
    expect(await window.ended).toEqual({ exitCode: 0, signal: constants.signals.SIGINT });
    const text = window.text();
    const [, run = ''] =
      /^Stopped\. 2 of 30 done, 4 in doubt, 24 not sent\n {2}4 in doubt: lines 4, 5, 6 and 7\nTo continue:\n {2}resale runs resume ([0-9a-f]{4}) --base-url/m.exec(
        text,
      ) ?? [];
    const shown = await resale(`runs show ${run}`, { env });
    expect(JSON.parse(shown.stdout).counts).toMatchObject({ applied: 2, unsent: 24, unknown: 4 });
    expect(text).not.toMatch(/░|█/);
    answer();
    const resumed = await resale(`runs resume ${run} --base-url ${relay.url} --settle 0`, { env });
    expect([resumed.exitCode, relay.changes()]).toEqual([0, 30]);
  });

  test('SIGHUP does the same, and with a program behind it the last line is JSON', async () => {
    const { relay, env, line } = await heldNight(one);
    const running = built(line, { env });
    await expect.poll(relay.changes).toBe(1);
    running.kill('SIGHUP');
    let said = '';
    running.stderr.on('data', (text) => {
      said += text;
    });
    await expect.poll(() => said).toContain('in flight');
    running.kill('SIGHUP');
    const { signal, stderr } = await running;
    const [first, last] = stderr.trimEnd().split('\n').slice(-2);
    expect(signal).toBe('SIGHUP');
    expect(first).toBe('Stopping: 1 request in flight. SIGHUP again stops at once.');
    expect(JSON.parse(last ?? '').error).toMatchObject({
      message: expect.stringMatching(/^Stopped by .* Run \S+: /),
      hint: expect.stringMatching(/^To continue: resale runs resume \S+ --base-url /),
    });
  });
});

/** Rows of which some name no listing, and some change nothing. */
const mixed = [
  'sku,quantity',
  ...names.flatMap((name, at) => [`${name},${at % 3 === 0 ? 1 : 2}`, `X${at},1`]),
  '',
].join('\n');

describe('a run at a terminal', () => {
  test('says what it waits for while the service is silent, and when it is answered how long it takes', async () => {
    const { env, line, answer } = await heldNight(undefined, 8);
    const window = inMemoryTerminal(`${line} --yes --concurrency 4`, { env, columns: 100 });
    await window.shows(/^Running .* 8 of 30 {2}waiting for 4 answers$/m);
    answer();
    expect(await window.ended).toMatchObject({ exitCode: 0 });
  });

  test('goes on behind Ctrl-Z and fg, its bar below what the shell said', async () => {
    const { env, line, answer, shop } = await heldNight(undefined, 8);
    const script = `set -m; resale ${line} --yes --concurrency 4; echo suspended; fg; echo "ended $?"`;
    const window = scriptInTerminal(script, { env, columns: 100 });
    await window.shows(/^Running .* 8 of 30/m);
    window.type('\u001a');
    await window.shows('suspended');
    await window.shows(/suspended[\s\S]*\nRunning .* 8 of 30/);
    answer();
    await window.shows('ended 0');
    expect(await shop.stock()).toEqual(allDone);
    // Where it was suspended it stands still, with the ^Z of the terminal behind it or drawn over it once more.
    expect(window.rows().filter((row) => row.startsWith('Running'))).toHaveLength(1);
  });

  /** Each change takes a moment. */
  const slowly = (method: string) =>
    method === 'PUT' ? { first: () => new Promise((resolve) => setTimeout(resolve, 40)) } : undefined;

  test('its bar is never gone, and at the end are the reasons', async () => {
    const { env, line } = await night(slowly, mixed);
    const window = inMemoryTerminal(`${line} --yes --skip-invalid --concurrency 1`, { env, columns: 100 });
    expect((await window.ended).exitCode).toBe(6);
    // It is drawn over the last one, or erased together with a drawing of it below the lines that take its place.
    const bar = String.raw`Running {2}[^\r\n\u001b]* of 60[^\r\n\u001b]*`;
    const drawings = String.raw`(?:\r${bar}\u001b\[K)`;
    const raw = window.raw();
    const written = raw.slice(raw.indexOf('\rRunning'), raw.lastIndexOf('✓'));
    expect(written).toMatch(new RegExp(String.raw`^${drawings}{5,}\r\u001b\[K(?:\u001b\[\d+m)?$`));
    expect(window.text()).toMatch(/^✓ 20 applied, 10 unchanged, 30 left out(, in \d+ s)?$/m);
    expect(`${window.text()}\n`).toContain('\n  30  no listing has this SKU (lines 3, 5, 7 and 27 more)\n');
  });

  test('what is told meanwhile does not tear the bar', async () => {
    const { env, line } = await night((method, before) => {
      if (method !== 'PUT') return undefined;
      return before === 3 ? { instead: hangUp } : slowly(method);
    });
    const window = inMemoryTerminal(`${line} --yes --settle 1`, { env, columns: 160 });
    await window.shows(/^The answer about a row was lost\..* \(--settle\)\.\nRunning/m);
    expect((await window.ended).exitCode).toBe(8);
  });
});
