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
type Connected = (error: NoConnection | null, socket: Socket | null) => void;

/** What is known of a connection before it is made. */
interface Way {
  whose: string;
  via?: string;
  /** What of its time is over. */
  spent?: ConnectionTimes;
}

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
  const open = (place: Place, way: Way, connected: Connected) => {
    let times = (): ConnectionTimes => ({});
    let certificate: Certificate | undefined;
    // Its types do not say that it gives the socket back.
    const socket = make(place, (error, made) => {
      if (error)
        return connected(noConnection(error, { ...way, host: place.hostname, certificate, timeoutMs }), null);
      onConnected?.(made as Socket, { ...way.spent, ...times() });
      connected(null, made as Socket);
    }) as unknown as Socket;
    sockets.add(socket);
    // A tunnel ends with what goes through it; to end it first, and that right after, crashes Node 20.
    if (place.httpSocket) sockets.delete(place.httpSocket);
    socket.once('close', () => sockets.delete(socket));
    if (onConnected) times = measure(socket);
    // Once the handshake is judged and found bad, the socket does not tell any more whom it met.
    if (place.protocol === 'https:')
      socket.prependListener('secure', () => {
        certificate = certificateOf((socket as TLSSocket).getPeerCertificate());
      });
  };

  const connect = (place: Place, connected: Connected): void => {
    const url = new URL(`${place.protocol}//${place.host ?? place.hostname}`);
    const proxy = network.proxyFor(url);
    if (proxy === undefined) {
      open(place, { whose: 'the server' }, connected);
      return;
    }
    const began = performance.now();
    const toProxy = (itself: Place, made: Connected) =>
      open(itself, { whose: `the proxy ${proxy.host}` }, made);
    const target = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
    openTunnel(proxy, target, toProxy as buildConnector.connector, timeoutMs).then(
      (httpSocket) => {
        const spent = { proxyMs: performance.now() - began };
        open({ ...place, httpSocket }, { whose: 'the server', via: proxy.host, spent }, connected);
      },
      (error) => connected(error, null),
    );
  };

  return {
    connect: connect as buildConnector.connector,
    close() {
      for (const socket of sockets) socket.destroy(new Error('the client was closed'));
    },
  };
};
