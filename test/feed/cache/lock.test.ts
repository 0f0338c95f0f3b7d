import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../src/feed/cache/lock.ts';
import { readFeed } from '../../../src/feed/newest.ts';
import { failureOf, fetched, isFeed, setUp } from '../getting.ts';

test('a lock of a process that died is taken over', async () => {
  const { folder, options } = await setUp();
  await options().cache.prepare();
  await mkdir(join(folder, 'download.lock'));
  const waiting = options();
  isFeed(await fetched(waiting));
  expect(waiting.events).toContainEqual({ kind: 'other-process' });
});

test('a lock of the future, from before a clock was set back, is taken over', async () => {
  const { folder, options } = await setUp();
  await options().cache.prepare();
  for (const name of ['download.lock', 'link-requests.lock']) {
    await mkdir(join(folder, name));
    const tomorrow = new Date(Date.now() + 86_400_000);
    await utimes(join(folder, name), tomorrow, tomorrow);
  }
  isFeed(await fetched(options()));
});

test('a lock is waited for no longer than the tool is asked to stop', async () => {
  const { folder, options } = await setUp();
  await options().cache.prepare();
  const lock = await takeLock(join(folder, 'download.lock'));
  const reason = new Error('stopped by SIGINT');
  const controller = new AbortController();
  const observe = () => controller.abort(reason);
  expect(await failureOf(fetched(options({ signal: controller.signal, observe })))).toBe(reason);
  await lock?.release();
});

test.each([
  ['before the download begins', 0],
  ['while the host is asked', 1],
])('a lock that was lost %s leaves the files to whoever took it', async (_, staleLinks) => {
  const { service, folder, options } = await setUp({ expired: true });
  const late = options();
  const theirs = { part: 'their part', 'inflated-theirs': 'their feed' };
  let links = 0;
  const takeOver = async () => {
    const lock = join(folder, 'download.lock');
    await rm(lock, { recursive: true });
    await mkdir(lock);
    for (const [name, content] of Object.entries(theirs)) await writeFile(join(folder, name), content);
    return options().ask(async () => {});
  };
  late.ask = async () =>
    links++ < staleLinks ? { answer: { url: `${service.baseUrl}/file/stale` }, date: undefined } : takeOver();
  isFeed(await fetched(late));
  const reason = expect.stringContaining('another process took over');
  expect(late.events).toContainEqual({ kind: 'not-kept', reason });
  for (const [name, content] of Object.entries(theirs))
    expect(await readFile(join(folder, name), 'utf8')).toBe(content);
});

test('a lock is free again however a download ended', async () => {
  const { folder, options } = await setUp({ cuts: [9] });
  await failureOf(fetched(options({ retry: { maxRetries: 0, maxWaitMs: 0 } })));
  for await (const _ of readFeed(options(), 'judged')) break;
  const refused = new Error('no link');
  const ask = () => Promise.reject(refused);
  expect(await failureOf(fetched(options({ freshness: 'refresh', ask })))).toBe(refused);
  const lock = await takeLock(join(folder, 'download.lock'));
  expect(lock).toBeDefined();
  await lock?.release();
});
