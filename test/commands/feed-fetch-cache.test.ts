import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FeedBehaviour, noFeedIsDue, startFeedServices } from '../support/feed-service.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A sandbox, and an environment in which the tool meets it and keeps its feeds. */
const withCache = async () => {
  await noFeedIsDue();
  const { env, requests } = await sandboxed({ products: 30 });
  const cache = temporaryFolder();
  return { env: { ...env, RESALE_CACHE_DIR: cache }, requests, cache };
};

/** A service whose feed does as the test wants. */
const withFeed = async (behaviour: Partial<FeedBehaviour>) => {
  const service = (await startFeedServices())(behaviour);
  const env = {
    RESALE_BASE_URL: service.baseUrl,
    RESALE_CLIENT_ID: 'canary-client',
    RESALE_API_KEY: 'canary-key-of-some-length',
    RESALE_CACHE_DIR: temporaryFolder(),
  };
  return { service, env };
};

const link = 'GET /product-feed 200';
const file = expect.stringMatching(/^GET \/feeds\/products-.* 200$/);

describe('while a feed is fresh', () => {
  test('the service is asked for nothing', async () => {
    const { env, requests } = await withCache();
    const first = await resale('feed fetch', { env });
    expect(JSON.parse(first.stdout).length).toBe(30);
    expect(requests).toEqual([link, file]);
    expect(await resale('feed fetch', { env })).toEqual({ exitCode: 0, stdout: first.stdout, stderr: '' });
    for (const line of ['-o ndjson', '-o csv', '-o table', '--check', '--max-age 3600', '--offline'])
      expect((await resale(`feed fetch ${line}`, { env })).exitCode).toBe(0);
    expect(requests).toEqual([link, file]);
  });

  test('--max-age asks for the link, --refresh for the file as well, and --link for nothing else', async () => {
    const { env, requests } = await withCache();
    await resale('feed fetch', { env });
    const again = await resale('feed fetch --max-age 0', { env });
    expect(JSON.parse(again.stdout).length).toBe(30);
    expect(requests.splice(0)).toEqual([link, file, link]);
    await resale('feed fetch --refresh', { env });
    expect(requests.splice(0)).toEqual([link, file]);
    expect((await resale('feed fetch --link', { env })).stdout).toMatch(/^http:.*signature=\w+\n$/);
    expect(requests).toEqual([link]);
  });

  test('another client has another feed', async () => {
    const { env } = await withCache();
    await resale('feed fetch', { env });
    const other = { ...env, RESALE_CLIENT_ID: 'somebody-else' };
    expect((await resale('feed fetch --offline', { env: other })).exitCode).toBe(3);
  });
});

describe('--offline', () => {
  test('if nothing is cached, it says what to do', async () => {
    const { env, requests } = await withCache();
    const screen = await resale('feed fetch --offline', { env, terminal: 80 });
    expect(screen).toMatchObject({ exitCode: 3, stdout: '' });
    expect(screen.stderr).toBe(
      'Error: No feed is cached on this machine yet.\nRun `resale feed fetch` once without --offline: it keeps what it downloads.\n',
    );
    expect(requests).toEqual([]);
  });
});

test('--max-age soon: exit code 2', async () => {
  const { env, requests } = await withCache();
  const screen = await resale('feed fetch --max-age soon', { env });
  expect([screen.exitCode, errorOf(screen).message]).toEqual([
    2,
    "--max-age must be a number of seconds, not 'soon'.",
  ]);
  expect(requests).toEqual([]);
});

describe('a download that breaks', () => {
  test('is shown with --debug, without the link', async () => {
    const { service, env } = await withFeed({
      file: { bytes: Buffer.from('[{}]'), etag: '"one"' },
      cuts: [0],
    });
    const { stderr } = await resale('feed fetch --debug', { env });
    const host = new URL(service.baseUrl).origin;
    expect(stderr).toContain(`from ${host}, which holds the feed`);
    expect(stderr).not.toMatch(/canary/);
  });
});

describe('without a place to keep it in', () => {
  test.each([
    ['no home', { HOME: '' }],
    ['a home that is not there', { HOME: join(tmpdir(), 'resale-never-made') }],
    ['a home that is a file', { HOME: '/dev/null' }],
    ['a directory that can not be made', { RESALE_CACHE_DIR: '/dev/null/cache' }],
  ])('it comes all the same, silently: %s', async (_, more) => {
    const { env, requests } = await sandboxed({ products: 3 });
    for (let round = 1; round <= 2; round++) {
      const { exitCode, stdout, stderr } = await resale('feed fetch -o ndjson', { env: { ...env, ...more } });
      expect([exitCode, stdout.split('\n').length, stderr]).toEqual([0, 4, '']);
    }
    expect(requests).toEqual([link, file, link, file]);
  });

  test('a relative directory is a mistake', async () => {
    const { env } = await sandboxed();
    const screen = await resale('feed fetch', { env: { ...env, RESALE_CACHE_DIR: 'cache' } });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      2,
      'RESALE_CACHE_DIR must name an absolute path.',
    ]);
  });
});
