import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { Interrupted } from '../../../src/failure/failure.ts';
import { FeedCache } from '../../../src/feed/cache.ts';
import { built, inShell, machine } from '../../support/built.ts';
import { noFeedIsDue, startFeedServices } from '../../support/feed-service.ts';
import { resale } from '../../support/resale.ts';

const bytes = Buffer.from(
  JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id, title: `Coat ${id * 7919}` }))),
);
const file = { bytes, etag: '"one"' };

/** A service, and a machine that keeps feeds. */
const setUp = async (behaviour: Parameters<Awaited<ReturnType<typeof startFeedServices>>>[0] = {}) => {
  const service = (await startFeedServices())({ file, ...behaviour });
  const on = machine();
  const env = {
    RESALE_BASE_URL: service.baseUrl,
    RESALE_CLIENT_ID: 'canary-client',
    RESALE_API_KEY: 'canary-key-of-some-length',
  };
  const cache = new FeedCache(join(on.home, '.cache', 'resale'), service.baseUrl, env.RESALE_CLIENT_ID);
  return { service, on, env, cache };
};

test('several processes at once: each prints the whole, and one whole file is kept', async () => {
  const { on, env, cache } = await setUp();
  const screens = await Promise.all([1, 2].map(() => built('feed fetch', { env, on })));
  for (const { exitCode, stdout, stderr } of screens)
    expect([exitCode, stdout === String(bytes), stderr]).toEqual([0, true, '']);
  const [newest, ...others] = await cache.all();
  expect([(await readFile(`${newest?.path}`)).equals(bytes), others]).toEqual([true, []]);
});

/** How much of a feed has arrived on a machine. */
const arrived = async ({ folder }: FeedCache): Promise<number> => {
  const parts = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('part-'));
  return parts.length > 0 ? (await stat(join(folder, `${parts[0]}`))).size : 0;
};

test.each(['SIGKILL', 'SIGINT'] as const)(
  'what %s stops in the middle of a download has printed nothing, and is continued',
  async (signal) => {
    const { service, on, env, cache } = await setUp({ cuts: [1_500_000], cut: 'stall' });
    const stopped = built('feed fetch', { env, on });
    await expect.poll(() => arrived(cache)).toBe(1_500_000);
    stopped.kill(signal);
    const { stdout, signal: died } = await stopped;
    expect([stdout, died, await cache.all()]).toEqual(['', signal, []]);
    expect((await resale('feed fetch', { env: { ...on.env, ...env } })).stdout === String(bytes)).toBe(true);
    expect(service.files.map(({ range }) => range)).toEqual([undefined, 'bytes=1500000-']);
  },
);

test('--out is a file of its own, whole, with the mode that the umask leaves', async () => {
  const { on, env, cache } = await setUp();
  const feed = join(on.home, 'feed.json');
  for (const _ of ['from the host', 'from the cache']) {
    await inShell('umask 027; resale feed fetch --out "$HOME/feed.json"', { env, on });
    expect((await readFile(feed)).equals(bytes)).toBe(true);
    expect((await stat(feed)).mode & 0o777).toBe(0o640);
    await writeFile(feed, 'changed');
    expect((await readFile(`${(await cache.newest())?.path}`)).equals(bytes)).toBe(true);
    await rm(feed);
  }
});

test('a watch tells of a feed that somebody else has fetched meanwhile', async () => {
  const products = (price: number) => ({ bytes: Buffer.from(`[{"productID":"a","price":${price}}]`) });
  const { service, on, env } = await setUp({ file: products(1), expired: true });
  const here = { env: { ...on.env, ...env } };
  const stop = new AbortController();
  const onStdout = () => stop.abort(new Interrupted('SIGINT'));
  const watch = resale('feed watch', { ...here, clock: systemClock, interruption: stop.signal, onStdout });
  await expect.poll(() => service.files.length).toBe(1);
  service.behaviour.file = products(2);
  await resale('feed fetch --refresh', here);
  expect(JSON.parse((await watch).stdout)).toMatchObject({ productID: 'a', change: 'changed' });
});

test('head leaves early, and that is quiet', async () => {
  const { on, env } = await setUp();
  const { exitCode, stdout, stderr } = await inShell(
    'set -o pipefail; resale feed fetch -o ndjson | head -1',
    { env, on },
  );
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: '{"id":0,"title":"Coat 0"}\n',
    stderr: '',
  });
});

test('a sandbox that starts drops the feed of the one before on its port', async () => {
  await noFeedIsDue();
  const on = machine();
  const feedOf = async (products: number, port: string) => {
    const controller = new AbortController();
    let ended = Promise.resolve({ stderr: '' });
    const first = await new Promise<string>((onStdout) => {
      const interruption = controller.signal;
      const line = `sandbox start --port ${port} --products ${products}`;
      ended = resale(line, { env: on.env, interruption, onStdout });
    });
    const { baseUrl } = JSON.parse(first) as { baseUrl: string };
    const line = `--profile sandbox --base-url ${baseUrl} feed fetch`;
    const [one, again] = [await resale(line, { env: on.env }), await resale(line, { env: on.env })];
    controller.abort(new Interrupted('SIGINT'));
    expect((await ended).stderr.match(/GET +\/product-feed/g)?.length).toBe(1);
    expect(again.stdout).toBe(one.stdout);
    return JSON.parse(one.stdout).length;
  };
  // Below those that systems hand out: nobody takes it between the two.
  const port = `${20_000 + 2 * (process.pid % 5000)}`;
  expect([await feedOf(3, port), await feedOf(5, port)]).toEqual([3, 5]);
});
