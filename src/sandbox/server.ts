import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
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
  keepRoom(server);
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

const mostConnections = 256;

/**
 * Keeps anybody from taking all connections with requests that never end: a new connection beyond the limit replaces the one that
 * has been idle longest, those that never sent a whole request first. It is dropped only if all others are being answered.
 */
const keepRoom = (server: Server): void => {
  const open = new Map<Socket, { request?: IncomingMessage | undefined; wasAnswered: boolean }>();
  server.on('connection', (socket: Socket) => {
    if (open.size >= mostConnections) {
      const idle = [...open].filter(([, { request }]) => !request?.complete);
      const [oldest] = idle.find(([, { wasAnswered }]) => !wasAnswered) ?? idle[0] ?? [socket];
      open.delete(oldest);
      oldest.destroy();
    }
    if (socket.destroyed) return;
    open.set(socket, { wasAnswered: false });
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const { socket } = request;
    const state = open.get(socket);
    if (!state) return;
    state.request = request;
    answer.once('close', () => {
      // Moved behind the others: it has been idle only from now on.
      if (open.delete(socket) && !socket.destroyed) open.set(socket, { wasAnswered: true });
    });
  });
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
