import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PortInUse } from './errors.ts';
import type { Listener } from './host-guard.ts';

/** A server on 127.0.0.1, and the port it got. */
interface Listening {
  port: number;
  close: () => Promise<void>;
}

/** Listens on 127.0.0.1 only. Port 0 takes any free one. Throws PortInUse. */
export const listen = async (listener: Listener, port: number): Promise<Listening> => {
  // A connection on which nothing comes, or comes too slowly, is dropped soon: a browser's pages may open hundreds.
  const limits = { headersTimeout: 5_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, listener);
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortInUse(port) : error;
  }
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
};

const close = async (server: Server) => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
