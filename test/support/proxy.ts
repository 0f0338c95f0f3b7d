import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Identity } from './certificates.ts';
import { listenForTest } from './on-loopback.ts';

/** What a proxy does when it is asked to connect. */
export type ProxyConduct = (socket: Socket, request: IncomingMessage) => void;

/** A proxy on loopback that can only connect, and remembers for whom it was to. */
interface TestProxy {
  port: number;
  /** The targets that were asked for, and what else was said to the proxy. */
  asked: { target: string; authorization: string | undefined; headers: string }[];
}

/** Starts a proxy for one test; with an identity it speaks TLS itself. */
export const startProxy = async (conduct: ProxyConduct, identity?: Identity): Promise<TestProxy> => {
  const asked: TestProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const server = identity ? createSecureServer(identity) : createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    asked.push({
      target: request.url ?? '',
      authorization: request.headers['proxy-authorization'],
      headers: request.rawHeaders.join('\n'),
    });
    conduct(socket, request);
  });
  return { port: await listenForTest(server, sockets), asked };
};

/** Connects to a port of this machine, whatever the requested host. */
export const connectTo =
  (port: number): ProxyConduct =>
  (socket) => {
    const inner = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(inner).pipe(socket);
    });
    inner.on('error', () => socket.destroy());
    inner.on('close', () => socket.destroy());
    socket.on('close', () => inner.destroy());
  };

export const refuseWith =
  (status: string): ProxyConduct =>
  (socket) =>
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 4\r\n\r\nnope`);

export const breakOff: ProxyConduct = (socket) =>
  (socket as Socket & { resetAndDestroy(): void }).resetAndDestroy();

/** Says that it is connected, and breaks off as soon as the handshake begins. */
export const breakOffInTunnel: ProxyConduct = (socket) => {
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  socket.once('data', () => socket.destroy());
};

export const stayMute: ProxyConduct = () => {};
