import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestLogEntry } from '../../src/sandbox/host-guard.ts';
import { ask, keys, sandboxWith, sendRaw } from './running.ts';

const request = (lines: readonly string[]) =>
  ['GET /v1/listings HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n');
const given = Object.entries(keys).map(([name, value]) => `${name}: ${value}`);

test.each([
  ['Host: 127.0.0.1', 200],
  ['Host: 127.0.0.1:8080', 200],
  ['Host: 127.1.2.3', 200],
  ['Host: localhost:1', 200],
  ['Host: LOCALHOST', 200],
  ['Host: [::1]:80', 200],
  ['Host: evil.example', 403],
  ['Host: localhost.evil.example', 403],
  ['Host: 127.0.0.1.evil.example', 403],
  ['Host: evil.example:127', 403],
  ['Host: 0.0.0.0', 403],
  ['Host: ', 403],
  ['Host: localhost, Origin: http://localhost', 200],
  ['Host: localhost, Origin: https://evil.example', 403],
  ['Host: localhost, Origin: http://localhost:3000', 403],
  ['Host: localhost, Origin: null', 403],
])('%s → %i', async (header, status) => {
  const sandbox = await sandboxWith();
  const lines = header.split(', ');
  for (const origin of [sandbox.baseUrl, sandbox.feedOrigin]) {
    const answer = await sendRaw(origin, request(origin === sandbox.baseUrl ? [...lines, ...given] : lines));
    const expected = origin === sandbox.feedOrigin && status === 200 ? 404 : status;
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${expected} `));
    if (expected !== 200)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ error: expect.any(String) });
    expect(answer).not.toMatch(/access-control/i);
  }
});

/** Addresses of this machine that a server on every interface would answer at. */
const elsewhere = () => [
  ...Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ internal, family, address }) =>
      internal || family !== 'IPv4' ? [] : [address],
    ),
  ),
  ...(process.platform === 'linux' ? ['127.0.0.2'] : []),
];

test('it listens on 127.0.0.1 and nowhere else', async () => {
  const sandbox = await sandboxWith();
  for (const origin of [sandbox.baseUrl, sandbox.feedOrigin])
    for (const address of elsewhere())
      await expect(fetch(origin.replace('127.0.0.1', address))).rejects.toThrow('fetch failed');
});

test('every answer has an identifier and is not to be stored', async () => {
  const sandbox = await sandboxWith();
  const [one, two] = [await ask(sandbox, 'GET /v1/listings'), await ask(sandbox, 'GET /nowhere')];
  for (const { headers } of [one, two]) {
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('date')).toMatch(/GMT$/);
  }
  expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
});

test('the files are served on the port after the one that was asked for', async () => {
  const { baseUrl } = await sandboxWith();
  // Far from the ports that the system gives away by itself.
  const port = 20_000 + (Number(new URL(baseUrl).port) % 5_000) * 2;
  const sandbox = await sandboxWith({ port });
  expect([sandbox.baseUrl, sandbox.feedOrigin]).toEqual([
    `http://127.0.0.1:${port}`,
    `http://127.0.0.1:${port + 1}`,
  ]);
  const { url } = (await ask(sandbox, 'GET /product-feed')).body;
  expect((await fetch(url)).status).toBe(200);
});

test('the log contains no key and no query', async () => {
  const log: RequestLogEntry[] = [];
  const sandbox = await sandboxWith({ onRequest: (entry) => log.push(entry) });
  const { url } = (await ask(sandbox, 'GET /product-feed')).body;
  await (await fetch(url)).text();
  await ask(sandbox, 'GET /v1/listings?limit=x');
  await sandbox.close();
  expect(log.map(({ method, status }) => [method, status])).toEqual([
    ['GET', 200],
    ['GET', 200],
    ['GET', 400],
  ]);
  expect(JSON.stringify(log)).not.toMatch(/sandbox-(key|client)|signature|limit/);
});

test('closing ends open connections, and may be asked for twice', async () => {
  const sandbox = await sandboxWith();
  const open = sendRaw(
    sandbox.baseUrl,
    'GET /v1/listings HTTP/1.1\r\nHost: localhost\r\n\r\nGET /unfinished',
  );
  await ask(sandbox, 'GET /v1/listings');
  await Promise.all([sandbox.close(), sandbox.close()]);
  expect(await open).toMatch(/^HTTP\/1\.1 403 /);
  await expect(ask(sandbox, 'GET /v1/listings')).rejects.toThrow('fetch failed');
});

const half = {
  nothing: '',
  'half a header': 'GET /v1/listings HTTP/1.1\r\nHost: localhost\r\nX-Half: ',
  'half a body': `POST /v1/listings HTTP/1.1\r\nHost: localhost\r\n${given.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
};

test.each(Object.entries(half))('150 connections that send %s keep nobody out', async (_, text) => {
  const sandbox = await sandboxWith();
  const origins = [sandbox.baseUrl, sandbox.feedOrigin];
  const sockets = origins.flatMap((origin) => Array.from({ length: 150 }, () => sitting(origin, text)));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (let times = 0; times < 3; times++) {
    const { url } = (await ask(sandbox, 'GET /product-feed')).body;
    expect((await fetch(url)).status).toBe(200);
    await setTimeout(50);
  }
});

test('60 pages that hear events keep nobody out: the oldest is cut', async () => {
  const { baseUrl } = await sandboxWith();
  const request = 'GET /operator/events HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const sockets = Array.from({ length: 60 }, () => sitting(baseUrl, request));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const last = sitting(baseUrl, request);
  sockets.push(last);
  await once(last, 'data');
  const news = once(last, 'data');
  expect((await ask({ baseUrl }, 'GET /v1/listings')).status).toBe(200);
  expect((await fetch(`${baseUrl}/operator`)).status).toBe(200);
  expect(String(await news)).toContain('/v1/listings');
  await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(32);
});

test('connections that sit are dropped sooner than by Node itself', async () => {
  const { baseUrl } = await sandboxWith();
  const bare = createServer();
  await once(bare.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void bare.close());
  const kept = sitting(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`, half['half a header']);
  onTestFinished(() => void kept.destroy());
  const sockets = [half.nothing, half['half a header']].map((text) => sitting(baseUrl, text));
  await Promise.all(sockets.map((socket) => once(socket, 'close')));
  expect(kept.closed).toBe(false);
});

/** A connection on which something was said, and no more. */
const sitting = (origin: string, text: string): Socket => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text));
  // Some of them are to be dropped.
  socket.on('error', () => {});
  return socket.resume();
};

test.each([{ products: -1 }, { products: 1_000_001 }, { products: 0.5 }, { listings: -1 }])(
  '%o is no sandbox',
  async (options) => {
    await expect(sandboxWith(options)).rejects.toThrow(RangeError);
  },
);

test('latency delays answers and changes nothing else', async () => {
  const sandbox = await sandboxWith({ latencyMs: 30 });
  const { url } = (await ask(sandbox, 'GET /product-feed')).body;
  expect((await fetch(url)).status).toBe(200);
});
