import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { leapingClock } from '../support/clock.ts';
import { startFeedServices } from '../support/feed-service.ts';
import { serveForTest } from '../support/on-loopback.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { broken, splitNamed } from '../support/schemas.ts';
import { canaryKeys } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Runs a watch on a sandbox where an hour passes with each request for the link, so that each look finds another feed,
 * and stops it once so many were asked for; with `untilShown`, not before something has come to stdout.
 */
const watched = async (
  line: string,
  links: number,
  { terminal, untilShown = false }: { terminal?: number; untilShown?: boolean } = {},
) => {
  const controller = new AbortController();
  let asked = 0;
  let isShown = !untilShown;
  const stopIfDone = () => {
    if (asked > links && isShown) controller.abort(new Interrupted('SIGINT'));
  };
  let time = Date.now();
  const { env } = await sandboxed({
    products: 300,
    now: () => new Date(time),
    onRequest: ({ path }) => {
      if (path !== '/product-feed') return;
      asked += 1;
      time += 3_600_000;
      stopIfDone();
    },
  });
  const directory = temporaryFolder();
  const cached = { ...env, RESALE_CACHE_DIR: join(directory, 'cache'), PATH: process.env.PATH ?? '' };
  const screen = await resale(line, {
    env: cached,
    cwd: directory,
    interruption: controller.signal,
    onStdout() {
      isShown = true;
      stopIfDone();
    },
    ...(terminal === undefined ? {} : { terminal }),
  });
  return { ...screen, directory };
};

describe('each new feed', () => {
  test('in a pipe: what changed, a line a change, with the time of the feed, as help --json says', async () => {
    const { exitCode, stdout } = await watched('feed watch --interval 4 --all-fields', 3);
    const changes = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(changes.length).toBeGreaterThan(0);
    const { answer } = JSON.parse((await resale('help feed watch --json')).stdout);
    for (const change of changes) {
      expect(broken(answer, change)).toEqual([]);
      expect(Object.keys(change).filter((name) => !splitNamed(answer)?.has(name))).toEqual([]);
      expect(change).toMatchObject({
        fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        change: 'changed',
      });
    }
    expect(new Set(changes.map(({ fetchedAt }) => fetchedAt)).size).toBe(2);
    expect(exitCode).toBe(130);
  });

  test.each([
    ['-o yaml --fields change,productID', /^(?:- change: changed\n {2}productID: .+\n)+$/],
    ['-o csv --fields fetchedAt,change', /^fetchedAt,change\n(?:\S+Z,changed\n)+$/],
    ["-q '.change'", /^(?:changed\n)+$/],
  ])('with %s', async (flags, screen) => {
    const { exitCode, stdout } = await watched(`feed watch --interval 4 ${flags}`, 2, { untilShown: true });
    expect(stdout).toMatch(screen);
    expect(exitCode).toBe(130);
  });

  test('on a terminal: a table each, and on stderr what happens', async () => {
    const { stdout, stderr } = await watched('feed watch --interval 4', 2, { terminal: 200 });
    expect(stdout).toMatch(/^CHANGE +TITLE +ID\n~ changed /);
    expect(stderr).toMatch(
      /^Watching for new feeds, compared by price, stock, availability, condition\. Ctrl-C stops it\.\n\d\d:\d\d:\d\d {2}\d+ of 300 products changed$/m,
    );
  });

  test('--exec runs a command with both files, and the changes on its stdin', async () => {
    const script =
      'wc -l > lines; jq length "$RESALE_FEED_OLD" "$RESALE_FEED_NEW" > lengths; echo seen; exit 3';
    const { stdout, stderr, directory } = await watched(
      `feed watch --interval 4 --exec '${script.replaceAll('jq length', 'grep -c productID')}'`,
      2,
    );
    expect(Number(await readFile(join(directory, 'lines'), 'utf8'))).toBe(stdout.split('\n').length - 1);
    expect((await readFile(join(directory, 'lengths'), 'utf8')).match(/:300\n/g)).toHaveLength(2);
    expect(stderr).toContain('seen\n');
    expect(stderr).toContain('The command for the new feed ended with exit code 3.\n');
  });
});

describe('what ends a watch, and what does not', () => {
  test('an attempt that fails is reported, and repeated', async () => {
    const controller = new AbortController();
    let asked = 0;
    const { env } = await sandboxed({
      faults: { '500': 1 },
      onRequest: () => {
        asked += 1;
        if (asked === 2) controller.abort(new Interrupted('SIGTERM'));
      },
    });
    const { exitCode, stderr } = await resale('feed watch --max-retries 0 --interval 4', {
      env: { ...env, RESALE_CACHE_DIR: temporaryFolder() },
      interruption: controller.signal,
      terminal: 200,
    });
    expect(stderr).toMatch(/^Could not get the feed: .*\. Next try at \d\d:\d\d:\d\d\.$/m);
    expect(exitCode).toBe(143);
  });

  test('fifteen times a minute at most, though each refused file has the link asked for again', async () => {
    const controller = new AbortController();
    const clock = leapingClock();
    const asked: number[] = [];
    const url = await serveForTest(
      createServer(({ url: path }, response) => {
        // Every other link has expired.
        if (/[13579]$/.test(path ?? '')) return response.writeHead(403).end();
        if (path !== '/product-feed') return response.end('[]');
        asked.push(clock.now());
        if (asked.length === 20) controller.abort(new Interrupted('SIGINT'));
        return response.end(JSON.stringify({ url: `${url}/file/${asked.length}` }));
      }),
    );
    await resale('feed watch --interval 4', {
      env: { ...canaryKeys, RESALE_BASE_URL: url, RESALE_CACHE_DIR: temporaryFolder() },
      interruption: controller.signal,
      clock,
    });
    expect(asked.length).toBeGreaterThanOrEqual(20);
    for (const [at, time] of asked.slice(15).entries())
      expect(time - (asked[at] ?? 0)).toBeGreaterThanOrEqual(60_000 - 10);
  });

  test('a feed that is none, or that can not be compared, is reported, and the next one is looked for', async () => {
    const controller = new AbortController();
    const feeds = [
      '[{"productID":"a","price":1}]',
      `[{"productID":"a","price":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`,
      '[1,2]',
      '[{"sku":"no identifier"}]',
      '[{"productID":"a","price":2}]',
      '[{"productID":"a","price":3}]',
    ];
    let looks = 0;
    const service = (await startFeedServices())({ expired: true });
    Object.defineProperty(service.behaviour, 'file', {
      get: () => {
        const text = feeds[looks++];
        if (looks > feeds.length) controller.abort(new Interrupted('SIGINT'));
        return { bytes: Buffer.from(text ?? '[]') };
      },
    });
    const { exitCode, stdout, stderr } = await resale('feed watch --interval 4', {
      env: {
        RESALE_BASE_URL: service.baseUrl,
        RESALE_CLIENT_ID: 'canary-client',
        RESALE_API_KEY: 'canary-key-of-some-length',
        RESALE_CACHE_DIR: temporaryFolder(),
      },
      interruption: controller.signal,
    });
    expect(stderr).toMatch(/Could not get the feed: .*entry 1 nests deeper than 100 levels/);
    expect(stderr).toMatch(/Could not get the feed: .*byte 2 does not belong there/);
    expect(
      stderr.match(/^The feed of \S+ can't be compared: no entry of the (newer|older) feed has/gm),
    ).toHaveLength(2);
    expect(JSON.parse(stdout).fields).toEqual({ price: { before: 2, after: 3 } });
    expect(exitCode).toBe(130);
  });
});
