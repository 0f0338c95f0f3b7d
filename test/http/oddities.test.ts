import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { say, sayAndReset, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf, good, read, readRaw } from './calling.ts';

/** An answer of these bytes; the connection is left open between each two pieces of it. */
const inBytes = async (status: number, ...pieces: readonly Buffer[]) => {
  const length = Buffer.concat(pieces).length;
  const { url } = await startRawHost(async (socket) => {
    socket.setNoDelay(true);
    socket.write(
      `HTTP/1.1 ${status} So\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    for (const piece of pieces) {
      await setTimeout(20);
      socket.write(piece);
    }
  });
  return clientFor(url);
};

describe('an answer is UTF-8', () => {
  const noted = good.replace('{', '{"note":"caf\u00e9",');

  test('with a byte order mark, and a character in two pieces', async () => {
    const bytes = Buffer.from(`\ufeff${noted}`);
    const within = bytes.indexOf(0xc3) + 1;
    const client = await inBytes(200, bytes.subarray(0, within), bytes.subarray(within));
    expect(await change(client)).toEqual(JSON.parse(noted));
    expect(await readRaw(client)).toMatchObject({ body: noted });
  });

  test('in another encoding it confirms nothing, and is not passed on', async () => {
    const client = await inBytes(200, Buffer.from(noted, 'latin1'));
    const detail = 'the answer is not UTF-8';
    expect(await failureOf(change(client))).toMatchObject({ attempt: 'ambiguous', facts: { detail } });
    for (const call of [read, readRaw])
      expect(await failureOf(call(client))).toMatchObject({ reason: 'bad-answer', facts: { detail } });
  });

  test('an error in another encoding is the error that it is', async () => {
    const client = await inBytes(422, Buffer.from('{"error":"no caf\u00e9"}', 'latin1'));
    expect(await failureOf(change(client))).toMatchObject({
      attempt: 'rejected',
      facts: { serviceMessage: 'no caf\ufffd' },
    });
  });
});

test('one connection serves several calls', async () => {
  let connections = 0;
  const known = new Set();
  const host = await startRawHost((socket) => {
    if (!known.has(socket)) connections++;
    known.add(socket);
    socket.write(wire(200, good));
  });
  const client = clientFor(host.url);
  await read(client);
  await change(client);
  expect([host.requests.length, connections]).toEqual([2, 1]);
});

test('a service that ends a connection soon behind its first answer is asked on new ones', async () => {
  const answered = new Set<Socket>();
  const host = await startRawHost((socket) => {
    if (answered.has(socket)) return void socket.destroy();
    answered.add(socket);
    socket.write(wire(200, good));
    globalThis.setTimeout(() => socket.end(), 5);
  });
  const client = clientFor(host.url);
  // On a busy machine, any of them may be noticed late.
  for (let count = 0; count < 5; count++) {
    await change(client);
    await setTimeout(40);
  }
  for (let count = 0; count < 5; count++) await change(client);
  expect([host.requests.length, answered.size]).toEqual([10, 10]);
});

test('a connection that is reset while nothing is under way is no error', async () => {
  const host = await startRawHost(sayAndReset(wire(200, good)));
  const client = clientFor(host.url);
  for (let count = 0; count < 3; count++) {
    await change(client);
    await setTimeout(40);
  }
  expect(host.requests).toHaveLength(3);
});

test('a service that has once ended a connection is asked on the next one again and again', async () => {
  const sockets = new Set<Socket>();
  const host = await startRawHost((socket) => {
    sockets.add(socket);
    if (host.requests.length === 3) socket.end(wire(200, good));
    else socket.write(wire(200, good));
  });
  const client = clientFor(host.url);
  for (let count = 0; count < 10; count++) {
    await change(client);
    await setTimeout(20);
  }
  expect([host.requests.length, sockets.size]).toEqual([10, 2]);
});

test('a connection on which something came unasked is not used again', async () => {
  const sockets = new Set<Socket>();
  const host = await startRawHost((socket) => {
    sockets.add(socket);
    socket.write(wire(200, good));
    globalThis.setTimeout(() => socket.write(wire(200, good.replace('3', '99'))), 20);
  });
  const client = clientFor(host.url);
  await change(client);
  await setTimeout(80);
  expect(await change(client)).toMatchObject({ availableInventory: 3 });
  expect([host.requests.length, sockets.size]).toEqual([2, 2]);
});

test('an answer that comes before the whole request ends the connection', async () => {
  const host = await startRawHost(
    (socket) => {
      socket.write(wire(400, '{"error":"too long"}'));
      setImmediate(() => socket.pause());
      globalThis.setTimeout(() => socket.resume(), 500);
    },
    { unread: true },
  );
  const long = { method: 'POST', path: '/v1/items/grade', body: `"${'x'.repeat(20_000_000)}"` };
  expect(await failureOf(clientFor(host.url).raw(long))).toMatchObject({ attempt: 'rejected' });
  await host.idle();
});

test.each([1, 8])(
  'a connection that the service closes behind an answer is not used again, with %i calls at a time',
  async (lanes) => {
    const host = await startRawHost(say(wire(200, good)));
    const client = clientFor(host.url);
    const lane = async () => {
      for (let count = 0; count < 20; count++) await change(client);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    expect(host.requests).toHaveLength(20 * lanes);
  },
);

test('a request carries the credentials, and asks for JSON that is not encoded', async () => {
  const host = await startRawHost(say(wire(200, good)));
  await change(clientFor(host.url));
  expect(host.requests[0]?.split('\r\n')).toEqual(
    expect.arrayContaining([
      'PUT /v1/listings/7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64/inventory HTTP/1.1',
      'X-Service-Client-Id: a client',
      'X-Service-Authentication-Key: a canary key',
      'accept: application/json',
      'accept-encoding: identity',
      'content-type: application/json',
      'user-agent: resale/test',
      '{"action":"ADJUST_INVENTORY","inventoryAdjustment":1}',
    ]),
  );
});

test('a path in the base URL stands before every path', async () => {
  const host = await startRawHost(say(wire(200, good)));
  await read(clientFor(`${host.url}/resale/api`));
  expect(host.requests[0]).toMatch(/^GET \/resale\/api\/v1\/listings\/7d0f5a32/);
});

test('of an error with a body of 100 MB no more than 64 KiB are read', async () => {
  const whole = 100 * 2 ** 20;
  let written = 0;
  const host = await startRawHost((socket) => {
    socket.write(`HTTP/1.1 400 Bad Request\r\nContent-Length: ${whole}\r\n\r\n`);
    const piece = Buffer.alloc(2 ** 16, 'x');
    const writeMore = () => {
      while (!socket.destroyed && written < whole) {
        written += piece.length;
        if (!socket.write(piece)) return void socket.once('drain', writeMore);
      }
    };
    writeMore();
  });
  const bodies: string[] = [];
  const client = clientFor(host.url, {
    observe: (event) => {
      if (event.kind === 'answer') bodies.push(event.answer.body);
    },
  });
  await expect(change(client)).rejects.toMatchObject({
    attempt: 'ambiguous',
    reason: 'not-the-service',
    facts: { status: 400 },
  });
  expect(bodies.map(({ length }) => length)).toEqual([2 ** 16]);
  await host.idle();
  expect(written).toBeLessThan(whole);
});
