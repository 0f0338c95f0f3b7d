import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { lookupUnless } from '../../../src/feed/feed-link.ts';
import { createConnector } from '../../../src/http/connection/connector.ts';
import { createNetwork, type Network, plainNetwork } from '../../../src/http/connection/network.ts';
import { listenForTest } from '../../support/on-loopback.ts';
import { connectTo, startProxy } from '../../support/proxy.ts';

/** A server that counts who connects. */
const counting = async () => {
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  return { port: await listenForTest(server, sockets), sockets };
};

type Refuse = (address: string) => Error | undefined;

/** Connects to a place, and returns the socket or why there is none. */
const connected = (place: string, refuse: Refuse, network: Network = plainNetwork): Promise<unknown> =>
  createConnector({ network, timeoutMs: 60_000, lookup: lookupUnless(refuse) })
    .connect(new URL(place))
    .catch((error) => error);

test('an address that a name has is asked about, and not connected to if it is refused', async () => {
  const { port, sockets } = await counting();
  const asked: string[] = [];
  const refusal = new Error('not there');
  const failure = await connected(`http://localhost:${port}`, (address) => {
    asked.push(address);
    return refusal;
  });
  expect(failure).toMatchObject({ name: 'NoConnection', cause: refusal });
  expect(asked.filter((address) => !['127.0.0.1', '::1'].includes(address))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
  expect(sockets.size).toBe(0);
});

test('one that is allowed is connected to', async () => {
  const { port } = await counting();
  const socket = (await connected(`http://localhost:${port}`, () => undefined)) as Socket;
  expect(socket.remotePort).toBe(port);
  socket.destroy();
});

test("a proxy's own address is not asked about, nor what a name is to the proxy", async () => {
  const { port, sockets } = await counting();
  const proxy = await startProxy(connectTo(port));
  const network = await createNetwork({ HTTPS_PROXY: `http://localhost:${proxy.port}` }, undefined);
  const refuse = () => new Error('not there');
  void connected('https://files.example', refuse, network);
  await expect.poll(() => sockets.size).toBe(1);
  expect(proxy.asked).toMatchObject([{ target: 'files.example:443' }]);
});
