import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  FeedCut,
  FeedHostRefused,
  FeedHostUnreachable,
  FeedTooSlow,
  NotAFeed,
} from '../../src/feed/feed-errors.ts';
import { askHost, type HostOptions } from '../../src/feed/host.ts';
import { inflated } from '../../src/feed/inflate.ts';
import { entryLines } from '../../src/feed/validate.ts';
import { createNetwork } from '../../src/http/connection/network.ts';
import { reachOfHost } from '../../src/http/connection/reach.ts';
import { authority, certificate, fileOf } from '../support/certificates.ts';
import { collected } from '../support/chunks.ts';
import {
  type Answer,
  breakOff,
  drip,
  type FeedHost,
  redirect,
  serve,
  startFeedHost,
} from '../support/feed-host.ts';
import { connectTo, startProxy } from '../support/proxy.ts';
import { startTlsHost } from '../support/tls-host.ts';
import { failureOf, feed, patience } from './getting.ts';

// Most machines know themselves by their name, as an address of their own or of their network.
const reach = await reachOfHost(hostname());

const host = async (answers: Readonly<Record<string, Answer>>): Promise<FeedHost> => {
  const started = await startFeedHost(answers);
  onTestFinished(started.close);
  return started;
};

const ask = async (url: string, more: Partial<HostOptions> = {}) => {
  const answer = await askHost(url, {
    ...patience(),
    observe: () => {},
    ...more,
  });
  return { ...answer, bytes: inflated(answer.body, answer.encoding) };
};

const download = async (url: string, more?: Partial<HostOptions>) => {
  const { bytes, close } = await ask(url, more);
  try {
    return String(await collected(bytes));
  } finally {
    await close();
  }
};

/** The same host, behind an address of IPv6. */
const onIPv6 = async ({ port }: { port: number }): Promise<{ port: number }> => {
  const server = createServer((socket) => {
    const inner = connect(port, '127.0.0.1');
    // Either side may have gone when the other one still writes.
    for (const side of [socket, inner]) side.on('error', () => side.destroy());
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, '::1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server.address() as AddressInfo;
};

const failed = async (attempt: Promise<unknown>): Promise<unknown> => {
  const outcome = await failureOf(attempt);
  expect(outcome).toBeInstanceOf(Error);
  return outcome;
};

describe('a file arrives whole', () => {
  const gzipped = gzipSync(feed);
  const members = Buffer.concat([gzipSync(feed.slice(0, 1000)), gzipSync(feed.slice(1000))]);
  test.each<[string, Answer]>([
    ['as it is', serve(feed)],
    ['in chunks, without a length', (response) => response.writeHead(200).end(feed)],
    ['gzip by its header', serve(gzipped, { 'content-encoding': 'gzip' })],
    [
      'brotli by its header',
      serve(brotliCompressSync(feed, { params: { 1: 3 } }), { 'content-encoding': 'br' }),
    ],
    ['gzip by its first bytes', serve(gzipped, { 'content-type': 'application/octet-stream' })],
    ['gzip in gzip', serve(gzipSync(gzipped), { 'content-encoding': 'gzip' })],
    [
      'gzip in brotli',
      serve(brotliCompressSync(gzipped, { params: { 1: 3 } }), { 'content-encoding': 'br' }),
    ],
    ['gzip of two members', serve(members, { 'content-encoding': 'gzip' })],
    ['plain, though called gzip', serve(feed, { 'content-encoding': 'gzip' })],
    [
      'a byte at first',
      (response) => {
        response.writeHead(200).write(gzipped.subarray(0, 1), () => response.end(gzipped.subarray(1)));
      },
    ],
  ])('%s', async (_, answer) => {
    const { url } = await host({ '/feed': answer });
    expect((await download(`${url}/feed`)) === feed).toBe(true);
  });

  test.each([
    ['more than is read into the same memory', 2_000_000],
    ['one piece', 1_000],
  ])('%s, by a slow reader, also from a host that closes its connection', async (_, length) => {
    const long = Buffer.from(Uint32Array.from({ length }, (_, at) => at * 2_654_435_761).buffer);
    const closing = { connection: 'close' };
    const { url } = await host({
      '/feed': serve(long),
      '/chunked': (to) => void to.writeHead(200).end(long),
      '/closing': (to) => void to.writeHead(200, { ...closing, 'content-length': long.length }).end(long),
      '/ended': (to) => {
        to.useChunkedEncodingByDefault = false;
        to.writeHead(200, closing).end(long);
      },
    });
    for (const path of ['/feed', '/chunked', '/closing', '/ended']) {
      const { body, close } = await ask(`${url}${path}`);
      let at = 0;
      for await (const piece of body) {
        await wait(5);
        expect(piece.equals(long.subarray(at, at + piece.length))).toBe(true);
        at += piece.length;
      }
      expect(at).toBe(long.length);
      await close();
    }
  });

  test.each(['http', 'https'])('in many small pieces, by a reader that rests, over %s', async (protocol) => {
    const long = Buffer.from(Uint32Array.from({ length: 200_000 }, (_, at) => at * 2_654_435_761).buffer);
    const one = await host({
      async '/feed'(to) {
        to.writeHead(200, { 'content-length': long.length });
        for (let at = 0; at < long.length; at += 1_000) {
          to.write(long.subarray(at, at + 1_000));
          await wait();
        }
        to.end();
      },
    });
    const trusted = await authority();
    const { port } = await startTlsHost(await certificate({ by: trusted, names: ['localhost'] }), one.url);
    const network = await createNetwork({}, { path: fileOf(trusted.cert), source: '--ca-bundle' });
    const url = protocol === 'http' ? one.url : `https://localhost:${port}`;
    const { body, close } = await ask(`${url}/feed`, { network });
    const pieces: Buffer[] = [];
    for await (const piece of body) if (pieces.push(piece) % 50 === 1) await wait(100);
    expect(Buffer.concat(pieces).equals(long)).toBe(true);
    await close();
  });

  test.each(['localhost', '127.0.0.1', '[::1]'])('over TLS, from %s', async (name) => {
    const long = Buffer.from(Uint32Array.from({ length: 1_000_000 }, (_, at) => at * 2_654_435_761).buffer);
    const one = await host({ '/feed': serve(long) });
    const trusted = await authority();
    const names = ['localhost', '127.0.0.1', '::1'];
    const secure = await startTlsHost(await certificate({ by: trusted, names }), one.url);
    const { port } = name === '[::1]' ? await onIPv6(secure) : secure;
    const network = await createNetwork({}, { path: fileOf(trusted.cert), source: '--ca-bundle' });
    const { body, close } = await ask(`https://${name}:${port}/feed`, { network });
    expect((await collected(body)).equals(long)).toBe(true);
    await close();
  });

  test('empty', async () => {
    const { url } = await host({ '/feed': serve('') });
    expect(await download(`${url}/feed`)).toBe('');
  });

  test('with what the host says of it', async () => {
    const { url } = await host({ '/feed': serve('[1]', { etag: '"abc"' }), '/moved': redirect('/feed') });
    const got = await ask(`${url}/moved?signature=canary`);
    expect(got).toMatchObject({ contentLength: 3, etag: '"abc"' });
    await got.close();
  });

  test('and no connection stays open', async () => {
    const one = await host({ '/feed': serve(feed) });
    await download(`${one.url}/feed`);
    await one.idle();
    const unread = await ask(`${one.url}/feed`);
    await unread.close();
    await one.idle();
    for await (const _ of (await ask(`${one.url}/feed`)).bytes) break;
    await one.idle();
  });
});

test('the host is sent no header but these, on no hop', async () => {
  const second = await host({ '/feed': serve('[]') });
  const first = await host({ '/feed': redirect(`${second.url}/feed`) });
  await download(`${first.url}/feed`);
  for (const { url, headers } of [first, second])
    expect(headers).toEqual([
      {
        host: new URL(url).host,
        connection: 'close',
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        'user-agent': 'resale/test',
      },
    ]);
});

describe('a file that was cut', () => {
  const gzipped = gzipSync(feed);
  const wrongSum = Buffer.from(gzipped);
  wrongSum.writeUInt32LE(0, wrongSum.length - 8);
  const middle = Buffer.from(gzipped);
  middle.fill(0xff, 5000, 6000);
  const lost = 'the connection was lost';
  const broken = 'its compressed data is broken, or ends early';
  test.each<[string, string, Answer]>([
    ['before its length, by a FIN', lost, breakOff('[1,2', 'fin', { 'content-length': '100' })],
    ['between chunks, by a reset', lost, breakOff('[1,2', 'reset')],
    ['as gzip, by a FIN', lost, breakOff(gzipped.subarray(0, 9000), 'fin', { 'content-encoding': 'gzip' })],
    ['before it was compressed', broken, serve(gzipped.subarray(0, 9000), { 'content-encoding': 'gzip' })],
    ['in its gzip trailer', broken, serve(gzipped.subarray(0, -4), { 'content-encoding': 'gzip' })],
    ['gzip with a wrong sum', broken, serve(wrongSum, { 'content-encoding': 'gzip' })],
    ['gzip that is damaged', broken, serve(middle)],
    [
      'brotli that ends early',
      broken,
      serve(brotliCompressSync(feed, { params: { 1: 3 } }).subarray(0, -9), { 'content-encoding': 'br' }),
    ],
    ['brotli that is none', broken, serve('[1,2,3,4,5,6,7]', { 'content-encoding': 'br' })],
  ])('%s', async (_, reason, answer) => {
    const one = await host({ '/feed': answer });
    const error = await failed(download(`${one.url}/feed`));
    expect(error).toBeInstanceOf(FeedCut);
    expect(error).toMatchObject({ reason });
    await one.idle();
  });

  test('if only the end of the connection shows the end of the body, the array shows whether it is complete', async () => {
    const { url } = await host({
      '/feed': (response) => {
        response.useChunkedEncodingByDefault = false;
        response.writeHead(200, { connection: 'close' }).end('[{},{}');
      },
    });
    const { bytes } = await ask(`${url}/feed`);
    const error = await failed(collected(entryLines(bytes)));
    expect(error).toBeInstanceOf(FeedCut);
    expect(error).toMatchObject({ bytes: 6 });
  });
});

test('an encoding that was not asked for', async () => {
  const one = await host({ '/feed': serve('(µ/ý', { 'content-encoding': 'zstd' }) });
  expect(await failed(download(`${one.url}/feed`))).toBeInstanceOf(NotAFeed);
  await one.idle();
});

describe('redirects', () => {
  test('three are followed, of every kind', async () => {
    const { url } = await host({
      '/1': redirect('/2', 301),
      '/2': redirect('3', 307),
      '/3': redirect('/feed', 308),
      '/feed': serve('[1]'),
    });
    expect(await download(`${url}/1`)).toBe('[1]');
  });

  test.each([
    ['a loop', '/feed', 'it was redirected more than 3 times'],
    ['to plain http elsewhere', 'http://files.example.com/canary', 'it is not an https link'],
    ['to a file', 'file:///canary', 'file: is not a protocol that a feed comes by'],
  ])('%s: %s', async (_, location, problem) => {
    const one = await host({ '/feed': redirect(location) });
    const error = await failed(download(`${one.url}/feed?signature=canary`));
    expect(error).toMatchObject({ code: 'refused', message: expect.stringContaining(problem) });
    expect(inspect(error)).not.toContain('canary');
    await one.idle();
  });

  test('one that says not whereto is a refusal', async () => {
    const { url } = await host({ '/feed': (response) => response.writeHead(302).end() });
    expect(await failed(download(`${url}/feed`))).toMatchObject({ status: 302 });
  });
});

describe('a host that does not serve', () => {
  test.each([201, 206, 304, 403, 503])('status %i', async (status) => {
    const one = await host({ '/canary/feed': (response) => response.writeHead(status).end() });
    const error = await failed(download(`${one.url}/canary/feed?signature=canary`));
    expect(error).toBeInstanceOf(FeedHostRefused);
    expect(error).toMatchObject({ status, message: expect.stringContaining(`${one.url} `) });
    expect(inspect(error)).not.toContain('canary');
    await one.idle();
  });

  test('nobody listens', async () => {
    const url = 'http://127.0.0.1:1';
    const error = await failed(download(`${url}/canary?signature=canary`));
    expect(error).toBeInstanceOf(FeedHostUnreachable);
    expect(error).toMatchObject({ facts: { code: 'ECONNREFUSED' }, message: expect.stringContaining(url) });
    expect(inspect(error)).not.toContain('canary');
  });

  test('no answer comes', async () => {
    const one = await host({ '/feed': () => {} });
    expect(await failed(download(`${one.url}/feed`, { headersTimeoutMs: 100 }))).toMatchObject({
      name: 'FeedHostUnreachable',
      facts: { code: 'ETIMEDOUT' },
    });
    await one.idle();
  });

  test('it hangs up', async () => {
    const { url } = await host({ '/feed': (response) => response.socket?.destroy() });
    expect(await failed(download(`${url}/feed`))).toBeInstanceOf(FeedHostUnreachable);
  });

  test('nothing is requested if the link is refused', async () => {
    const one = await host({ '/feed': serve('[]') });
    const refused = await failed(download(`${one.url}/feed`, { serviceReach: async () => 'anywhere' }));
    expect(refused).toMatchObject({ code: 'refused' });
    expect(one.headers).toEqual([]);
  });

  test.each(['https://169.254.169.254/latest/', 'https://10.0.0.6/feed', 'https://localhost/feed'])(
    'nor is it if a redirect leads to %s, which only a proxy could reach',
    async (target) => {
      const one = await host({ '/feed': redirect(target) });
      const trusted = await authority();
      const { port } = await startTlsHost(await certificate({ by: trusted }), one.url);
      const proxy = await startProxy(connectTo(port));
      const bundle = { path: fileOf(trusted.cert), source: '--ca-bundle' };
      const network = await createNetwork({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }, bundle);
      const options = { network, serviceReach: async () => 'anywhere' as const };
      expect(await failed(download('https://shop.example/feed', options))).toMatchObject({
        code: 'refused',
        message: expect.stringContaining(new URL(target).origin),
      });
      expect(proxy.asked.map((asked) => asked.target)).toEqual(['shop.example:443']);
    },
  );

  test.skipIf(reach === 'anywhere')(
    `nor is it if a name turns out to lead ${reach === 'machine' ? 'to this machine' : 'too near'}`,
    async () => {
      const one = await host({ '/feed': serve('[]') });
      const { port } = new URL(one.url);
      const link = `https://${hostname()}:${port}/feed`;
      expect(await failed(download(link, { serviceReach: async () => 'anywhere' }))).toMatchObject({
        code: 'refused',
        message: expect.stringContaining(`https://${hostname()}:${port} `),
      });
      // From a service as near as that, it fails only since it is no secure host.
      expect(await failed(download(link))).toBeInstanceOf(FeedHostUnreachable);
    },
  );
});

describe('a least speed', () => {
  const leastSpeed = { bytesPerSecond: 100_000, windowMs: 100 };

  test('a drip is given up, though some of it comes in each window', async () => {
    const one = await host({ '/feed': drip('1', 5) });
    // No pause of the machine is as long as this window.
    const leastSpeed = { bytesPerSecond: 1000, windowMs: 1000 };
    expect(await failed(download(`${one.url}/feed`, { leastSpeed }))).toBeInstanceOf(FeedTooSlow);
    await one.idle();
  });

  test.each<[string, Answer]>([
    ['a stall', (response) => response.writeHead(200).write('[')],
    ['a stall in gzip', (response) => response.writeHead(200).write(gzipSync(feed).subarray(0, 500))],
  ])('%s is given up', async (_, answer) => {
    const one = await host({ '/feed': answer });
    expect(await failed(download(`${one.url}/feed`, { leastSpeed }))).toBeInstanceOf(FeedTooSlow);
    await one.idle();
  });

  test('what comes fast enough, for longer than a window, is not', async () => {
    const { url } = await host({ '/feed': drip('1'.repeat(5000), 5) });
    const { bytes } = await ask(`${url}/feed`, { leastSpeed: { bytesPerSecond: 1000, windowMs: 1000 } });
    let came = 0;
    for await (const chunk of bytes) {
      came += chunk.length;
      if (came > 1_500_000) break;
    }
    expect(came).toBeGreaterThan(1_500_000);
  });
});

describe('a signal ends it at once, with its reason', () => {
  const reason = new Error('stopped by SIGINT');

  test('before', async () => {
    const one = await host({ '/feed': serve('[]') });
    expect(await failed(download(`${one.url}/feed`, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(one.headers).toEqual([]);
  });

  test('while the answer is awaited', async () => {
    const controller = new AbortController();
    const one = await host({ '/feed': () => controller.abort(reason) });
    expect(await failed(download(`${one.url}/feed`, { signal: controller.signal }))).toBe(reason);
    await one.idle();
  });

  test.each<[string, Answer]>([
    ['plain', drip('[', 5)],
    ['gzip', (response) => response.writeHead(200).write(gzipSync(feed).subarray(0, 30_000))],
  ])('while the body comes: %s', async (_, answer) => {
    const controller = new AbortController();
    const one = await host({ '/feed': answer });
    const { bytes } = await ask(`${one.url}/feed`, { signal: controller.signal });
    const reading = async () => {
      for await (const _ of bytes) controller.abort(reason);
    };
    setTimeout(() => controller.abort(reason), 200);
    expect(await failed(reading())).toBe(reason);
    await one.idle();
  });
});
