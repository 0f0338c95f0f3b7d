import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { built } from '../support/built.ts';
import { hangUp, hold, type Meddling, silence, startRelay } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { ctrlC, inTerminal, scriptInTerminal } from '../support/terminal.ts';
import { warehouse } from '../support/warehouse.ts';

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
  const line = `inventory set --from ${join(shop.cwd, 'stock.csv')} --base-url ${relay.url}`;
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

const runOf = (text: string) => /Run (\d{8}-\d{6}-[0-9a-f]{4}):/.exec(text)?.[1];

describe('Ctrl-C', () => {
  test('says how many requests are under way, sends no more, and how to go on; that line goes on', async () => {
    const { shop, relay, env, line, answer } = await heldNight();
    const window = inTerminal(`${line} --yes --concurrency 4`, { env, columns: 120 });
    await expect.poll(relay.changes).toBe(4);
    window.type(ctrlC);
    // It waits for no answer to say so: there is none.
    await window.shows('Stopping: 4 requests are under way. Ctrl-C again stops at once.');
    // What cannot be sent any more takes no time.
    await window.shows(/^Running {2}░.* 0 of 30 {2}waiting for 4 answers$/m);
    answer();
    expect(await window.ended).toEqual({ exitCode: 130, signal: 0 });
    const again = `runs resume ${runOf(window.text())} --base-url ${relay.url}`;
    expect(window.text()).toMatch(/^Error: Stopped by Ctrl-C\. Run \S+: 4 applied, 26 unsent\.$/m);
    expect(window.text()).toMatch(new RegExp(`^Resume it with:\n  resale ${again}$`, 'm'));
    expect(relay.changes()).toBe(4);
    const { exitCode } = await built(`${again} --yes`, { env, cwd: shop.cwd });
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
    expect(await window.ended).toEqual({ exitCode: 130, signal: 0 });
    const text = window.text();
    const run = runOf(text);
    expect(text).toMatch(/: 2 applied, 24 unsent, 4 unknown\.$/m);
    expect(text).toContain(
      '4 rows were sent and have no answer yet; the resumed run finds out what became of them.',
    );
    const shown = await built(`runs show ${run}`, { env });
    expect(JSON.parse(shown.stdout).counts).toMatchObject({ applied: 2, unsent: 24, unknown: 4 });
    expect(text).toMatch(
      new RegExp(`^Resume it with:\n  resale runs resume ${run} --base-url ${relay.url}$`, 'm'),
    );
    expect(text).not.toMatch(/░|█/);
    answer();
    const resumed = await built(`runs resume ${run} --base-url ${relay.url} --settle 0`, { env });
    expect([resumed.exitCode, relay.changes()]).toEqual([0, 30]);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s does the same, and with a program behind it the last line is JSON', async (signal, code) => {
    const { relay, env, line } = await heldNight(one);
    const running = built(line, { env });
    await expect.poll(relay.changes).toBe(1);
    running.kill(signal as 'SIGTERM');
    let said = '';
    running.stderr.on('data', (text) => {
      said += text;
    });
    await expect.poll(() => said).toContain('under way');
    running.kill(signal as 'SIGTERM');
    const { exitCode, stderr } = await running;
    const [first, last] = stderr.trimEnd().split('\n').slice(-2);
    expect(exitCode).toBe(code);
    expect(first).toBe(`Stopping: 1 request is under way. ${signal} again stops at once.`);
    expect(JSON.parse(last ?? '').error).toMatchObject({
      message: expect.stringMatching(/^Stopped by .* Run \S+: /),
      hint: expect.stringMatching(/^Resume it with: resale runs resume \S+ --base-url /),
    });
  });

  const busy = json(429, { error: 'Busy.' }, { 'retry-after': '50' });
  const waits: readonly [what: string, meddle: Meddling, flags: string, shown: string][] = [
    ['the service asked to wait', { instead: busy }, '', 'Trying again in 5'],
    ['a row waits for its turn', {}, '--rate 1/min', '0 of 1  waiting for its turn (--rate)'],
    ['a row waits to be checked', { instead: hangUp }, '--settle 50', '1 row is checked soon'],
  ];
  test.each(waits)('while %s: it just ends, and nothing more is asked', async (_, meddling, flags, shown) => {
    const { relay, env, line } = await night((method) => (method === 'PUT' ? meddling : undefined), one);
    const window = inTerminal(`${line} --yes ${flags}`, { env, columns: 120 });
    await window.shows(shown);
    const { length } = relay.lines;
    window.type(ctrlC);
    const pressed = performance.now();
    expect(await window.ended).toEqual({ exitCode: 130, signal: 0 });
    // Half of each wait.
    expect(performance.now() - pressed).toBeLessThan(25_000);
    expect(relay.lines).toHaveLength(length);
    expect(window.text()).not.toContain('under way');
    expect(window.text()).toMatch(/^Resume it with:\n {2}resale runs resume /m);
  });

  test('while a file is read: it just ends', async () => {
    const { shop, env } = await night(() => undefined);
    const pipe = join(shop.cwd, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const window = inTerminal(`inventory set --from ${pipe} --yes --base-url http://127.0.0.1:1`, { env });
    // That takes until the other end is opened.
    const writing = await open(pipe, 'w');
    onTestFinished(() => writing.close());
    window.type(ctrlC);
    expect(await window.ended).toEqual({ exitCode: 130, signal: 0 });
  });

  test('at the question of a resumed run: the run is as it was, and is named', async () => {
    const { relay, env, line, shop } = await night((method, before) =>
      method === 'PUT' && before >= 8 ? { instead: json(401, { error: 'No.' }) } : undefined,
    );
    await built(`${line} --concurrency 1`, { env, cwd: shop.cwd });
    const window = inTerminal(`runs resume --base-url ${relay.url}`, { env, columns: 120 });
    await window.asks('Go on? (y/N)');
    window.type(ctrlC);
    expect(await window.ended).toEqual({ exitCode: 130, signal: 0 });
    expect(window.text()).toMatch(/^Error: Stopped by Ctrl-C\. Run \S+: 8 applied, 22 unsent\.$/m);
    expect(window.text()).toMatch(/^Resume it with:\n {2}resale runs resume /m);
  });

  test('while a resumed run lists the shop: the run is as it was, and is named', async () => {
    let isSilent = false;
    const { relay, env, line, shop } = await night((method, before) => {
      if (method === 'GET') return isSilent ? { instead: silence } : undefined;
      return before >= 8 ? { instead: json(401, { error: 'No.' }) } : undefined;
    });
    await built(`${line} --concurrency 1`, { env, cwd: shop.cwd });
    isSilent = true;
    const { length } = relay.lines;
    const window = inTerminal(`runs resume --yes --base-url ${relay.url}`, { env, columns: 120 });
    await expect.poll(() => relay.lines.length).toBeGreaterThan(length);
    window.type(ctrlC);
    expect(await window.ended).toEqual({ exitCode: 130, signal: 0 });
    expect(window.text()).toMatch(/^Error: Stopped by Ctrl-C\. Run \S+: 8 applied, 22 unsent\.$/m);
    expect(window.text()).toMatch(/^Resume it with:\n {2}resale runs resume /m);
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
    const window = inTerminal(`${line} --yes --concurrency 4`, { env, columns: 100 });
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

  test('shows a few unknown rows, each in a line or two, and then how to see all', async () => {
    const { env, line } = await night((method) => (method === 'PUT' ? { instead: hangUp } : undefined));
    const window = inTerminal(`${line} --yes --settle 0`, { env, columns: 80 });
    expect(await window.ended).toMatchObject({ exitCode: 8 });
    const rows = window.rows();
    const [first, last] = [
      rows.findIndex((row) => row.startsWith('LINE')),
      rows.findIndex((row) => /^Error/.test(row)),
    ];
    expect(rows.slice(first + 1, last).map((row) => row.replace(/.*(\? unknown).*/, '$1'))).toEqual(
      Array(5).fill(['? unknown', '      the inventory is still 1']).flat(),
    );
    const run = runOf(window.text());
    expect(window.text().replace(/\s+/g, ' ')).toContain(
      `All unknown rows are shown by: resale runs show ${run} --unknown 30 rows are unknown: lines 2, 3,`,
    );
    expect(window.text().match(/30 unknown, such as: /g)).toHaveLength(1);
    const all = inTerminal(`runs show ${run} --unknown`, { env, columns: 80 });
    await all.ended;
    expect(all.rows()).toHaveLength(1 + 2 * 30);
  });

  test('stopped by the service, resumed: why rows are not done is said of all of them, in both sittings', async () => {
    const only = json(400, { error: 'This listing is locked.' });
    const { relay, env, line, shop } = await night((method, before) =>
      method !== 'PUT'
        ? undefined
        : before === 9
          ? { instead: json(401, { error: 'No.' }) }
          : before % 2
            ? { instead: only }
            : undefined,
    );
    const failed = join(shop.cwd, 'failed.csv');
    const window = inTerminal(`${line} --yes --concurrency 1 --failed-out ${failed}`, { env, columns: 100 });
    await window.ended;
    expect(window.text()).toContain('4 refused: This listing is locked. (lines 3, 5, 7 and 1 more)');
    const again = /^Resume it with:\s+resale (.*)$/m.exec(window.text())?.[1];
    expect(again).toBe(`runs resume ${runOf(window.text())} --base-url ${relay.url} --failed-out ${failed}`);
    const resumed = inTerminal(`${again} --yes`, { env, columns: 100 });
    await resumed.ended;
    expect(resumed.text()).toMatch(/^Error: Run \S+: 16 applied, 14 refused\.$/m);
    expect(resumed.text()).toContain('14 refused: This listing is locked. (lines 3, 5, 7 and 11 more)');
    expect(readFileSync(failed, 'utf8').trim().split('\n')).toHaveLength(1 + 14);
  });

  /** Each change takes a moment. */
  const slowly = (method: string) =>
    method === 'PUT' ? { first: () => new Promise((resolve) => setTimeout(resolve, 40)) } : undefined;

  test('its bar is never gone, above it are only rows to look at, and at the end are the reasons', async () => {
    const { env, line } = await night(slowly, mixed);
    const window = inTerminal(`${line} --yes --skip-invalid --concurrency 1`, { env, columns: 100 });
    expect((await window.ended).exitCode).toBe(6);
    // It is drawn over the last one, or erased together with a drawing of it below the lines that take its place.
    const bar = String.raw`Running {2}[^\r\n\u001b]* of 60[^\r\n\u001b]*`;
    const drawings = String.raw`(?:\r${bar}\u001b\[K|\r\u001b\[K(?:(?!Running)[^\r\n]*\r\n)+${bar})`;
    const raw = window.raw();
    const written = raw.slice(raw.indexOf('\rRunning'), raw.lastIndexOf('Error:'));
    expect(written).toMatch(new RegExp(String.raw`^${drawings}{5,}\r\u001b\[K(?:\u001b\[\d+m)?$`));
    const text = window.text();
    expect(text.match(/✗ refused/g)).toHaveLength(30);
    expect(text).not.toMatch(/✓|= unchanged|Running/);
    expect(text).toMatch(/^Error: Run \S+: 20 applied, 10 unchanged, 30 refused\.$/m);
    expect(text).toContain('  30 refused, such as: no listing has the sku X0 (lines 3, 5, 7 and 27 more)\n');
  });

  test.each([20, 40, 80, 120])('of %i columns its bar is one line', async (columns) => {
    const { env, line } = await night(slowly);
    const window = inTerminal(`${line} --yes`, { env, columns });
    await window.shows(/^Running/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a line is redrawn
    const bars = () => window.raw().match(/\rRunning[^\r\n\u001b]*/g) ?? [];
    expect((await window.ended).exitCode).toBe(0);
    expect(Math.max(...bars().map((bar) => bar.length - 1))).toBeLessThanOrEqual(columns - 5);
    expect(window.text().replace(/\s+/g, ' ')).toMatch(/Run \S+: 30 applied\.$/);
    expect(window.text()).not.toContain('Running');
  });

  test.each<[string, Record<string, string>, string]>([
    ['TERM=dumb', { TERM: 'dumb' }, ''],
    ['--quiet', {}, '--quiet'],
  ])('%s: without a bar, and with the rows to look at', async (_, how, flags) => {
    const { env, line } = await night(slowly, mixed);
    const window = inTerminal(`${line} --yes --skip-invalid ${flags}`, {
      env: { ...env, ...how },
      columns: 100,
    });
    expect((await window.ended).exitCode).toBe(6);
    expect(window.text()).not.toMatch(/Running|applied$/m);
    expect(window.text().match(/refused$/gm)).toHaveLength(30);
    if (how.TERM) expect(window.raw()).not.toContain('\u001b');
  });

  test('with NO_COLOR the bar is there, and no colour', async () => {
    const { env, line } = await night(slowly, mixed);
    const window = inTerminal(`${line} --yes --skip-invalid`, {
      env: { ...env, NO_COLOR: '1' },
      columns: 100,
    });
    await window.shows(/^Running/m);
    await window.ended;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour is
    expect(window.raw()).not.toMatch(/\u001b\[[\d;]*m/);
  });

  test('with its records in a file it shows the bar, and the file has every row', async () => {
    const { shop, env, line } = await night(slowly, mixed);
    const out = join(shop.cwd, 'report.json');
    const window = inTerminal(`${line} --yes --skip-invalid -o json --out ${out}`, { env, columns: 100 });
    await window.shows(/^Running/m);
    await window.ended;
    expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveLength(60);
  });

  test('what is told meanwhile does not tear the bar', async () => {
    const { env, line } = await night((method, before) => {
      if (method !== 'PUT') return undefined;
      return before === 3 ? { instead: hangUp } : slowly(method);
    });
    const window = inTerminal(`${line} --yes --settle 1`, { env, columns: 160 });
    await window.shows(/^An answer was lost\..* never sent again; the others continue\.\nRunning/m);
    expect((await window.ended).exitCode).toBe(8);
  });
});

test('a table in a pipe has every row that something happened to, and a dry run its totals', async () => {
  const { shop, env, line } = await night(() => undefined, mixed);
  const from = line.replace(/ --base-url \S+/, '');
  const how = { env: { ...env, RESALE_BASE_URL: shop.baseUrl } };
  const plan = await shop.resale(`${from} --skip-invalid --dry-run`, how);
  expect(plan.stderr).toBe(
    'Plan: 60 rows: 20 to change, 10 without effect, 30 with faults. Nothing was sent.\n',
  );
  const screen = await shop.resale(`${from} --skip-invalid -o table`, how);
  expect(screen.stdout.match(/^ *\d+ .*(applied|refused)/gm)?.length).toBe(50);
  expect(screen.stderr).toMatch(/Run \S+: 20 applied, 10 unchanged, 30 refused\.\n/);
  expect(screen.stderr).not.toContain('lines 3');
});
