import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const listening = async (server: Server, end: () => void): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    end();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
};

/** Lets a server listen on a free port of loopback for one test, and gives the port. The sockets are those to end with it. */
export const listenForTest = (server: Server, sockets: ReadonlySet<Socket>): Promise<number> =>
  listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });

/** The same for a server of HTTP, whose URL it gives. */
export const serveForTest = async (server: HttpServer): Promise<string> =>
  `http://127.0.0.1:${await listening(server, () => server.closeAllConnections())}`;

/** Listens on a port of loopback; undefined where another program has it. */
export const listeningAt = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/**
 * A free port of loopback, behind which another free one follows. Both are below those that systems choose from: of these,
 * any connection of any program may be given one before a test has used it.
 */
export const freePort = async (): Promise<number> => {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const servers = [await listeningAt(port), await listeningAt(port + 1)];
  const closed = servers.map((server) => server && once(server.close(), 'close'));
  await Promise.all(closed);
  return closed.includes(undefined) ? freePort() : port;
};
