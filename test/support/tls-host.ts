import { connect, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { listenForTest } from './on-loopback.ts';

/** A host that speaks TLS and passes on plain text. */
interface TlsHost {
  port: number;
  /** How many handshakes succeeded. */
  handshakes: () => number;
}

/** Starts a host for one test, in front of one that speaks plain http. */
export const startTlsHost = async (options: TlsOptions, behind: string): Promise<TlsHost> => {
  const { hostname, port } = new URL(behind);
  const sockets = new Set<Socket>();
  let handshakes = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer(options, (socket) => {
    handshakes += 1;
    const inner = connect(Number(port), hostname);
    for (const one of [socket, inner]) keep(one);
    // Where one side breaks off, so does the other.
    inner.on('close', () => socket.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  server.on('connection', keep);
  server.on('tlsClientError', () => {});
  return { port: await listenForTest(server, sockets), handshakes: () => handshakes };
};
