import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { type Certificate, certificateOf } from './certificate.ts';
import { noConnection } from './connection-failure.ts';
import { type ConnectionTimes, measure } from './connection-times.ts';
import type { NoConnection } from './errors.ts';
import type { Network } from './network.ts';
import { openTunnel } from './tunnel.ts';

/** Makes connections, and ends them all when asked to. */
export interface Connector {
  /** Fails with `NoConnection` alone. */
  connect: buildConnector.connector;
  /** Ends every connection, those that are still being made, too: undici would wait for these. */
  close(): void;
}

export interface ConnectorOptions {
  network: Network;
  /** How long each step may take: reaching a host, a proxy's answer, the handshake. */
  timeoutMs: number;
  /** Told of each connection and its times. They are measured only for it. */
  onConnected?: ((socket: Socket, times: ConnectionTimes) => void) | undefined;
}

type Place = Parameters<buildConnector.connector>[0];

/** Connects to hosts, through a proxy where there is one on the way. */
export const createConnector = ({ network, timeoutMs, onConnected }: ConnectorOptions): Connector => {
  const { secureContext } = network;
  const make = buildConnector({
    timeout: timeoutMs,
    autoSelectFamily: true,
    ...(secureContext ? { secureContext } : {}),
  });
  const sockets = new Set<Socket>();

  /** One connection, directly or over a tunnel that is there. */
  const open = (
    place: Place,
    whose: string,
    connected: (error: NoConnection | null, socket: Socket | null) => void,
    proxyMs?: number,
  ) => {
    let times = (): ConnectionTimes => ({});
    let certificate: Certificate | undefined;
    // Its types do not say that it gives the socket back.
    const socket = make(place, (error, made) => {
      if (error) {
        const failure = noConnection(error, { whose, host: place.hostname, certificate, timeoutMs });
        return connected(failure, null);
      }
      onConnected?.(made as Socket, { ...(proxyMs === undefined ? {} : { proxyMs }), ...times() });
      connected(null, made as Socket);
    }) as unknown as Socket;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (onConnected) times = measure(socket);
    // Once the handshake is judged and found bad, the socket does not tell any more whom it met.
    if (place.protocol === 'https:')
      socket.prependListener('secure', () => {
        certificate = certificateOf((socket as TLSSocket).getPeerCertificate());
      });
  };

  const connect: buildConnector.connector = (place, callback) => {
    const done = (error: NoConnection | null, socket: Socket | null) =>
      error ? callback(error, null) : callback(null, socket as Socket);
    const url = new URL(`${place.protocol}//${place.host ?? place.hostname}`);
    const proxy = network.proxyFor(url);
    if (proxy === undefined) return open(place, 'the server', done);
    const began = performance.now();
    const toProxy: buildConnector.connector = (way, made) =>
      open(way, `the proxy ${proxy.host}`, (error, socket) =>
        error ? made(error, null) : made(null, socket as Socket),
      );
    const target = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
    openTunnel(proxy, target, toProxy, timeoutMs).then(
      (httpSocket) => {
        const whose = `the server (via the proxy ${proxy.host})`;
        open({ ...place, httpSocket }, whose, done, performance.now() - began);
      },
      (error) => done(error, null),
    );
  };

  return {
    connect,
    close() {
      for (const socket of sockets) socket.destroy(new Error('the client was closed'));
    },
  };
};
