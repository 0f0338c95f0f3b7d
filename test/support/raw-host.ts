import { createServer, type Socket } from 'node:net';
import { listenForTest } from './on-loopback.ts';

/** What a host does with a connection on which a request has come. */
export type Conduct = (socket: Socket, request: string) => void;

/** A host on loopback that says what it likes in answer to a request, HTTP or not. */
export interface RawHost {
  url: string;
  /** Every request that came, whole, as it stood on the wire. */
  requests: string[];
  /** Resolves when no connection is open any more. */
  idle: () => Promise<void>;
}

/** Starts a host for one test. With `unread` it acts as soon as a request begins to come, without reading it. */
export const startRawHost = async (
  conduct: Conduct,
  { unread = false }: { unread?: boolean } = {},
): Promise<RawHost> => {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let text = '';
    if (unread) {
      socket.once('readable', () => {
        requests.push('(unread)');
        conduct(socket, '');
        // Only who reads learns that the other side has gone.
        socket.resume();
      });
      return;
    }
    socket.on('data', (data) => {
      text += data;
      if (!isWhole(text)) return;
      requests.push(text);
      conduct(socket, text);
      text = '';
    });
  });
  const port = await listenForTest(server, sockets);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    idle: async () => {
      while (sockets.size > 0) await Promise.all([...sockets].map(closed));
    },
  };
};

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

const isWhole = (text: string): boolean => {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  return text.length - end - 4 >= length;
};

export const say =
  (text: string): Conduct =>
  (socket) =>
    socket.end(text);

/** Says something, if anything, and then nothing more for ever. */
export const sayAndStall =
  (text = ''): Conduct =>
  (socket) => {
    if (text) socket.write(text);
  };

/** Says something and breaks the connection off with a reset. */
export const sayAndReset =
  (text: string): Conduct =>
  (socket) =>
    socket.write(text, () => socket.resetAndDestroy());

/** A whole answer as it is on the wire, its length included. */
export const wire = (
  status: number | string,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `HTTP/1.1 ${status}`,
    ...Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
