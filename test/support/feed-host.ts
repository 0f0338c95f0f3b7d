import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Answers a request in any way, right or wrong. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A host on loopback that answers each path in its own way, and keeps the headers of requests. */
export interface FeedHost {
  url: string;
  headers: IncomingHttpHeaders[];
  /** Resolves when no connection is open any more. */
  idle: () => Promise<void>;
  close: () => Promise<void>;
}

export const startFeedHost = async (
  answers: Readonly<Record<string, Answer>>,
  otherwise: Answer = (response) => response.writeHead(404).end(),
): Promise<FeedHost> => {
  const headers: IncomingHttpHeaders[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    headers.push(request.headers);
    const answer = answers[request.url?.split('?')[0] ?? ''] ?? otherwise;
    answer(response, request);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    headers,
    idle: async () => {
      while (sockets.size > 0) await Promise.all([...sockets].map(closed));
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

export const serve =
  (bytes: Uint8Array | string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'content-length': Buffer.byteLength(bytes), ...headers }).end(bytes);

/** Sends some bytes, then breaks the connection. */
export const breakOff =
  (
    bytes: Uint8Array | string,
    how: 'fin' | 'reset',
    headers: Readonly<Record<string, string>> = {},
  ): Answer =>
  (response) => {
    response.writeHead(200, headers).flushHeaders();
    response.write(bytes, () => {
      if (how === 'fin') response.socket?.end();
      else response.socket?.resetAndDestroy();
    });
  };

/** Sends a few bytes at a time, for ever. */
export const drip =
  (bytes: string, everyMs: number): Answer =>
  (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(bytes), everyMs);
    response.on('close', () => clearInterval(timer));
  };

export const redirect =
  (location: string, status = 302): Answer =>
  (response) =>
    response.writeHead(status, { location }).end('elsewhere');
