import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Listener } from './doorkeeper.ts';
import { PortInUse } from './errors.ts';

/** A server on 127.0.0.1, and the port it got. */
interface Listening {
  port: number;
  close: () => Promise<void>;
}

/** Listens on 127.0.0.1 only. Port 0 takes any free one. Throws PortInUse. */
export const listen = async (listener: Listener, port: number): Promise<Listening> => {
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      // The doorkeeper refuses a missing Host, in the documented form.
      requireHostHeader: false,
    },
    listener,
  );
  server.maxConnections = 256;
  server.on('clientError', refuseUnreadable);
  // An unknown expectation is ignored; Node would refuse it without a body.
  server.on('checkExpectation', listener);
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

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Refuses what is not an HTTP request, or comes too slowly. No listener ever sees it. */
const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ error: `The request could not be read: ${STATUS_CODES[status]}.` });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `Date: ${new Date().toUTCString()}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
};
