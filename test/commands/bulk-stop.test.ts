import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { hangUp, type Meddling, startRelay } from '../support/relay.ts';
import { behind, calm, neverCame, wrongKeys } from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { type Report, warehouse } from '../support/warehouse.ts';

const names = Array.from({ length: 30 }, (_, at) => `N${at + 1}`);
const stock = Object.fromEntries(names.map((name) => [name, 1]));
const rows = ['sku,quantity', ...names.map((name) => `${name},2`), ''].join('\n');
const allDone = Object.fromEntries(names.map((name) => [name, 2]));

/** The same with a file of their new inventories, behind a relay that meddles with changes. */
const stocked = async (meddle: Parameters<typeof behind>[1]) => {
  const shop = await behind(stock, meddle);
  await shop.file('stock.csv', rows);
  return shop;
};

const tooMany = (seconds: string) => ({
  instead: json(429, { error: 'Too many requests.' }, { 'retry-after': seconds }),
});

const stopping = (signal: Interrupted['signal']) => {
  const stop = new AbortController();
  return { interruption: stop.signal, press: () => stop.abort(new Interrupted(signal)) };
};

const counted = (reports: readonly Report[]) => {
  const counts: Record<string, number> = {};
  for (const { outcome } of reports) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

/** The last line of a log is the error. */
const lastError = (stderr: string) =>
  errorOf({ exitCode: 0, stdout: '', stderr: stderr.trimEnd().split('\n').at(-1) ?? '' });

describe('a refusal that concerns all rows', () => {
  it('stops the run at the first 401, and resume finishes it once the keys are right', async () => {
    let refused = 0;
    const shop = await stocked((before) => {
      if (before < 5) return undefined;
      refused += 1;
      return wrongKeys;
    });
    const stopped = await shop.resale('inventory set --from stock.csv --concurrency 4');
    const counts = counted(JSON.parse(stopped.stdout));
    expect([stopped.exitCode, counts]).toEqual([4, { applied: 5, unsent: 25 }]);
    // Those that were on their way when the first one came back.
    expect(refused).toBeLessThanOrEqual(4);
    const error = lastError(stopped.stderr);
    expect(error.hint).toMatch(/resale runs resume [0-9a-f]{4}/);
    // The same keys would be refused again.
    expect(error.retryable).toBe(false);

    shop.weather.meddle = calm;
    const [exitCode, reports] = await shop.reports('runs resume');
    expect([exitCode, counted(reports)]).toEqual([0, { applied: 25 }]);
    expect(await shop.stock()).toEqual(allDone);
    expect(shop.relay.changes()).toBe(30 + refused);
  });

  it('is a 403 only while nothing was answered with these keys; afterwards it is its row that is refused', async () => {
    const notYours = { instead: json(403, { error: 'The shop is not yours.' }) };
    const shop = await stocked((before) => (before % 10 === 0 ? notYours : undefined));
    const one = '--from - --concurrency 1';
    const [exitCode, reports] = await shop.reports(`inventory set ${one}`, { stdin: rows });
    expect([exitCode, counted(reports)]).toEqual([6, { applied: 27, refused: 3 }]);
    expect(reports[0]?.error).toEqual({ code: 'refused', message: 'The shop is not yours.' });

    const item = 'a0000000-0000-4000-8000-000000000001';
    const stdin = `id,condition\n${item},GOOD\n`;
    const [stopped, graded] = await shop.reports(`grade ${one}`, { stdin });
    expect([stopped, counted(graded)]).toEqual([4, { unsent: 1 }]);
  });

  it('is not a listing that no longer exists', async () => {
    const gone = { instead: json(404, { error: 'Gone.' }) };
    const shop = await behind({ A: 1, B: 1 }, (before) => (before === 0 ? gone : undefined));
    const [exitCode, reports] = await shop.reports('inventory set --from - --concurrency 1', {
      stdin: 'sku,quantity\nA,2\nB,2\n',
    });
    expect([exitCode, reports.map(({ outcome }) => outcome)]).toEqual([6, ['refused', 'applied']]);
  });

  it('of wrong keys, at the list already, leaves no run behind', async () => {
    const shop = await warehouse({ A: 1 });
    const env = { ...shop.env, RESALE_API_KEY: 'wrong' };
    const { exitCode } = await shop.resale('inventory set --from -', { stdin: 'sku,quantity\nA,2\n', env });
    expect([exitCode, JSON.parse((await shop.resale('runs list')).stdout)]).toEqual([4, []]);
  });
});

describe('a redirect of changes', () => {
  it('is not followed, and stops the run: every other change would be redirected, too', async () => {
    const elsewhere = { location: 'https://elsewhere.example/' };
    const shop = await stocked(() => ({ instead: json(302, {}, elsewhere) }));
    const line = 'inventory set --from stock.csv --concurrency 4 --settle 0';
    const { exitCode, stdout, stderr } = await shop.resale(line);
    const { unknown = 0, unsent = 0, ...others } = counted(JSON.parse(stdout));
    expect([exitCode, unknown + unsent, others]).toEqual([8, 30, {}]);
    // Those that were on their way when the first one came back.
    expect(shop.relay.changes()).toBe(unknown);
    expect(unknown).toBeLessThanOrEqual(4);
    expect(lastError(stderr)).toMatchObject({
      code: 'rows-unknown',
      message: expect.stringContaining('redirects to https://elsewhere.example/, which is not followed'),
    });
    expect(await shop.stock()).toEqual(stock);
  });

  it('that were applied nevertheless is not a failure, if no other is left', async () => {
    const shop = await behind({ A: 1 }, () => ({ afterwards: json(302, {}, { location: '/elsewhere' }) }));
    const stdin = 'sku,quantity\nA,2\n';
    const [exitCode, reports] = await shop.reports('inventory set --from - --settle 0', { stdin });
    expect([exitCode, counted(reports)]).toEqual([0, { converged: 1 }]);
  });
});

describe('a service that has no time', () => {
  it('slows the run down, and it finishes', async () => {
    const shop = await warehouse(stock);
    await shop.file('stock.csv', rows);
    const relay = await startRelay(shop.baseUrl, (_, before) =>
      before % 3 === 0 && before < 30
        ? { instead: json(429, { error: 'Too many requests.' }, { 'retry-after': '0' }) }
        : undefined,
    );
    const [exitCode, reports] = await shop.reports('inventory set --from stock.csv', {
      env: { ...shop.env, RESALE_BASE_URL: relay.url },
    });
    expect([exitCode, counted(reports), await shop.stock()]).toEqual([0, { applied: 30 }, allDone]);
    expect(relay.changes()).toBe(40);
  });

  it('is reported once, with the time that rows wait', async () => {
    const shop = await stocked((before) => (before < 3 ? tooMany('1.1') : undefined));
    const { exitCode, stderr } = await shop.resale('inventory set --from stock.csv');
    expect([exitCode, stderr.match(/The service asks.*/g)]).toEqual([
      0,
      [
        expect.stringMatching(
          /^The service asks for fewer requests: Too many requests\. Trying again in [12]\.\d s…$/,
        ),
      ],
    ]);
  });

  it('and says to come back later than anybody waits for stops the run with code 7', async () => {
    const shop = await stocked((before) => (before >= 5 ? tooMany('86400') : undefined));
    const [exitCode, reports] = await shop.reports('inventory set --from stock.csv --concurrency 1');
    expect([exitCode, counted(reports)]).toEqual([7, { applied: 5, unsent: 25 }]);
  });
});

describe('somebody who asks it to stop', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'with %s gets what is under way finished, the rest left, and exit code %i',
    async (signal, code) => {
      const { interruption, press } = stopping(signal);
      const shop = await stocked((before) => (before === 9 ? { first: press } : undefined));
      const screen = await shop.resale('inventory set --from stock.csv --concurrency 4', { interruption });
      const { applied = 0, unsent = 0, ...others } = counted(JSON.parse(screen.stdout));
      expect([screen.exitCode, applied + unsent, others]).toEqual([code, 30, {}]);
      expect(applied).toBe(shop.relay.changes());
      expect(applied).toBeLessThan(30);
      expect(lastError(screen.stderr).hint).toContain('resale runs resume');

      const [exitCode, reports] = await shop.reports('runs resume');
      expect([exitCode, counted(reports)]).toEqual([0, { applied: unsent }]);
      expect([await shop.stock(), shop.relay.changes()]).toEqual([allDone, 30]);
    },
  );

  it('gets the same counts at the end, of runs show, and of whoever goes on', async () => {
    const { interruption, press } = stopping('SIGINT');
    const changes = [neverCame, { ...neverCame, first: press }];
    const shop = await behind({ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6 }, () => changes.shift());
    await shop.file('stock.csv', 'sku,quantity\nA,1\nB,7\nC,7\nD,7\nE,7\nF,6\n');
    const line = 'inventory set --from stock.csv --concurrency 1 --settle 0 --max-retries 0';
    const stopped = lastError((await shop.resale(line, { interruption })).stderr);
    expect(stopped.message).toMatch(/: 2 unchanged, 2 unsent, 2 unknown\.$/);
    expect(stopped.details).toEqual(['1 in doubt: row 2']);
    expect(stopped.hint).toMatch(/^To go on: /);
    const counts = async () => JSON.parse((await shop.resale('runs list')).stdout)[0].counts;
    expect(await counts()).toMatchObject({ unchanged: 2, unsent: 2, unknown: 2, applied: 0 });
    const resumed = await shop.resale('runs resume --settle 0');
    expect(resumed.stderr).toContain(
      ': 3 of 6 rows left, of which 1 may have been sent and is only looked up.\n',
    );
    expect(lastError(resumed.stderr).message).toMatch(/: 2 applied, 2 unchanged, 2 unknown\.$/);
    expect(await counts()).toMatchObject({ unchanged: 2, unsent: 0, unknown: 2, applied: 2 });
  });

  it('gets no more read either, to explain a refusal: the resumed run looks, and believes it', async () => {
    const { interruption, press } = stopping('SIGINT');
    const refusal = { first: press, instead: json(409, { error: 'No.' }) };
    const shop = await behind({ A: 1 }, (before) => (before === 0 ? refusal : undefined));
    await shop.file('stock.csv', 'sku,quantity\nA,2\n');
    const [exitCode, reports] = await shop.reports('inventory set --from stock.csv', { interruption });
    expect([exitCode, counted(reports), shop.relay.lines.at(-1)]).toEqual([
      130,
      { unknown: 1 },
      expect.stringContaining('PUT'),
    ]);
    const [code, rows] = await shop.reports('runs resume --settle 0');
    expect([code, counted(rows)]).toEqual([6, { refused: 1 }]);
    expect(await shop.stock()).toEqual({ A: 1 });
  });

  const busy = json(429, { error: 'Busy.' }, { 'retry-after': '50' });
  test.each<[what: string, meddling: Meddling, flags: string, shown: string]>([
    ['the service asked to wait', { instead: busy }, '--concurrency 1', 'Trying again in 5'],
    ['a row waits for its turn', {}, '--rate 40/min --concurrency 1', '"outcome":"applied"'],
    [
      'a row waits to be checked',
      { instead: hangUp },
      '--settle 50 --max-retries 0 --concurrency 1',
      'checked after 50 s',
    ],
  ])('while %s: it just ends, and nothing more is asked', async (_, meddling, flags, shown) => {
    const { relay, ...shop } = await behind({ A: 1, B: 1 }, () => meddling);
    const { interruption, press } = stopping('SIGINT');
    let asked: number | undefined;
    const onShown = (text: string) => {
      if (asked !== undefined || !text.includes(shown)) return;
      asked = relay.lines.length;
      press();
    };
    const { exitCode, stderr } = await shop.resale(`inventory set --from - -o ndjson ${flags}`, {
      stdin: 'sku,quantity\nA,2\nB,2\n',
      interruption,
      onStdout: onShown,
      onStderr: onShown,
    });
    expect([exitCode, relay.lines.length]).toEqual([130, asked]);
    expect(lastError(stderr).hint).toMatch(/^To go on: resale runs resume /);
  });

  test.each([
    ['at the question of a resumed run', ''],
    ['while a resumed run lists the shop', '--yes'],
  ])('%s: the run is as it was, and is named', async (_, flags) => {
    const { interruption, press } = stopping('SIGINT');
    const shop = await stocked((before) => (before >= 8 ? wrongKeys : undefined));
    await shop.resale('inventory set --from stock.csv --concurrency 1');
    if (flags !== '') shop.weather.reads = () => ({ first: press });
    const { exitCode, stderr } = await shop.resale(`runs resume ${flags}`, {
      ...{ interruption, terminal: 100, replies: [['never asked', '']] },
      onStderr: (text) => {
        if (text.includes('(y/N)')) press();
      },
    });
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(
      /^Stopped\. 8 of 30 done, 22 not sent\. To go on:\n {2}resale runs resume [0-9a-f]{4}\n/m,
    );
  });

  it('while a file is read: it just ends', async () => {
    const shop = await warehouse();
    execFileSync('mkfifo', [join(shop.cwd, 'pipe')]);
    const { interruption, press } = stopping('SIGINT');
    const reading = shop.resale('inventory set --from pipe --yes', { interruption });
    // Reading takes until the other end is closed.
    const writing = await open(join(shop.cwd, 'pipe'), 'w');
    onTestFinished(() => writing.close());
    press();
    expect((await reading).exitCode).toBe(130);
  });

  it('while the list is read gets nothing sent, and no run', async () => {
    const shop = await warehouse({}, { listings: 2000 });
    const stop = new AbortController();
    const relay = await startRelay(shop.baseUrl, (_, before) =>
      before === 2 ? { first: () => stop.abort(new Interrupted('SIGINT')) } : undefined,
    );
    const { exitCode } = await shop.resale('inventory set --from -', {
      stdin: 'sku,quantity\nNONE,2\n',
      env: { ...shop.env, RESALE_BASE_URL: relay.url },
      interruption: stop.signal,
    });
    expect([exitCode, relay.lines.length]).toEqual([130, 3]);
    expect(JSON.parse((await shop.resale('runs list')).stdout)).toEqual([]);
  });
});

describe('--shard', () => {
  it('three of three are the whole, and no listing is in two', async () => {
    const shop = await warehouse(stock);
    await shop.file('stock.csv', rows);
    const parts: Report[][] = [];
    for (const shard of ['1/3', '2/3', '3/3']) {
      const [exitCode, reports] = await shop.reports(`inventory set --from stock.csv --shard ${shard}`);
      expect([exitCode, counted(reports)]).toEqual([0, { applied: reports.length }]);
      parts.push(reports);
    }
    const lines = parts.flat().map(({ line }) => line);
    expect(lines.sort((one, other) => one - other)).toEqual(names.map((_, at) => at + 2));
    expect(parts.map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect([await shop.stock(), shop.changes().length]).toEqual([allDone, 30]);
  });

  it('is the same for a listing by whichever name', async () => {
    const shop = await warehouse(stock);
    const linesOf = async (stdin: string) =>
      (await shop.reports('inventory set --from - -n --shard 2/3', { stdin }))[1].map(({ line }) => line);
    const bySku = await linesOf(rows);
    const byId = await linesOf(['id,quantity', ...names.map((name) => `${shop.ids[name]},2`)].join('\n'));
    expect(byId).toEqual(bySku);
  });

  it('says once what belongs to no listing', async () => {
    const shop = await warehouse();
    const said = [];
    for (const shard of ['1/3', '2/3', '3/3'])
      said.push(
        ...(
          await shop.reports(`inventory set --from - -n --skip-invalid --shard ${shard}`, {
            stdin: 'sku,quantity\nZ,2\nA,many\n',
          })
        )[1],
      );
    expect(said.map(({ line }) => line).sort()).toEqual([2, 3]);
  });

  test.each(['0/3', '4/3', '1', 'a/b'])('%s is none', async (shard) => {
    const shop = await warehouse();
    const screen = await shop.resale(`inventory set --from stock.csv --shard ${shard}`);
    expect([screen.exitCode, screen.stderr]).toEqual([2, expect.stringContaining('--shard')]);
  });
});
