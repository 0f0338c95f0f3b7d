import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
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
