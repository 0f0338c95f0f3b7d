import { once } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import { connect as connectPlainly, isIP, type LookupFunction, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type ConnectionFacts, NoConnection } from './connection-error.ts';
import { codeOf, LateConnection, noConnection } from './connection-failure.ts';
import type { HttpProxy, Network } from './network.ts';
import { type Certificate, certificateOf, safeTls } from './tls.ts';
import { bareHost, portOf } from './url.ts';

interface ConnectorOptions {
  network: Network;
  /** How long each step may take, at most ten seconds: reaching a host, a proxy's answer, the handshake. */
  timeoutMs: number;
  /** Looks up names, except for a proxy's own, which leads where somebody said. Connections with such a lookup are for large files. */
  lookup?: LookupFunction;
}

interface Way {
  whose: string;
  via?: string;
  tunnel?: Socket;
  lookup?: LookupFunction | undefined;
}

export type Connector = ReturnType<typeof createConnector>;

/** A limit for each step, even if the limit of the call is higher. */
const longestStepMs = 10_000;

export const createConnector = ({ network, timeoutMs: mostMs, lookup }: ConnectorOptions) => {
  const { secureContext } = network;
  const timeoutMs = Math.min(longestStepMs, mostMs);
  const sockets = new Set<Socket>();
  let isClosed = false;

  const begun = async (url: URL, { tunnel, lookup }: Way): Promise<Socket> => {
    const [host, port] = [bareHost(url), Number(portOf(url))];
    const options = {
      ...{ host, port, noDelay: true, keepAlive: true, autoSelectFamily: true },
      ...(lookup ? { lookup, onread: intoOneBuffer(() => socket) } : {}),
    };
    const tls = url.protocol === 'https:' ? await import('node:tls') : undefined;
    if (isClosed) throw closed();
    const servername = isIP(host) ? {} : { servername: host };
    const secure = { ...safeTls, ...servername, ALPNProtocols: ['http/1.1'], secureContext, socket: tunnel };
    const socket: Socket = tls ? tls.connect({ ...options, ...secure }) : connectPlainly(options);
    return socket;
  };

  /** Opens one connection, directly or through a tunnel that is already open. */
  const open = async (url: URL, way: Way): Promise<Socket> => {
    let certificate: Certificate | undefined;
    try {
      const socket = await begun(url, way);
      sockets.add(socket);
      // While nothing is under way on it, nobody else listens.
      socket.on('error', () => {});
      // A tunnel ends with the connection inside it; ending the tunnel first crashes Node 20.
      if (way.tunnel) sockets.delete(way.tunnel);
      socket.once('close', () => sockets.delete(socket));
      // After a rejected handshake the socket no longer knows the certificate.
      socket.prependListener('secure', () => {
        certificate = certificateOf((socket as TLSSocket).getPeerCertificate());
      });
      await established(socket, url.protocol === 'https:' ? 'secureConnect' : 'connect', timeoutMs);
      return socket;
    } catch (error) {
      throw noConnection(error, { ...way, certificate, timeoutMs });
    }
  };

  return {
    /** Connects to the host and port of a URL. Fails only with `NoConnection`. */
    async connect(url: URL): Promise<Socket> {
      const proxy = network.proxyFor(url);
      if (proxy === undefined) return open(url, { whose: 'the server', lookup });
      const target = `${url.hostname}:${portOf(url)}`;
      const toProxy = () => open(new URL(proxy.origin), { whose: `the proxy ${proxy.host}` });
      const tunnel = await openTunnel(proxy, target, toProxy, timeoutMs);
      return open(url, { whose: 'the server', via: proxy.host, tunnel });
    },
    /** Ends every connection, also those that are still being made. */
    close(): void {
      isClosed = true;
      for (const socket of sockets) socket.destroy(closed());
    },
  };
};

const closed = () => new Error('the client was closed');

/** Has Node's client wait for the connection of a request, in place of making one. */
export const through =
  (connection: () => Promise<Socket>): NonNullable<RequestOptions['createConnection']> =>
  (_, connected) => {
    connection().then((socket) => connected(null, socket), connected as (error: Error) => void);
    return undefined;
  };

/** Waits for an event that tells that a connection can be used. */
const established = async (socket: Socket, event: string, timeoutMs: number): Promise<void> => {
  const late = setTimeout(() => socket.destroy(new LateConnection()), timeoutMs);
  try {
    await once(socket, event);
  } finally {
    clearTimeout(late);
  }
};

/** Node's own 64 KiB are allocated for each read, which takes longer than all the rest of reading. */
const readBytes = 1024 * 1024;

/**
 * For a large file: to read into the same memory again and again. Node's HTTP parser copies what it passes on; but while it rests,
 * since nobody reads what it has passed on, the socket keeps what comes, and that must not be written over.
 */
const intoOneBuffer = (socketOf: () => Socket) => ({
  buffer: Buffer.allocUnsafeSlow(readBytes),
  callback(length: number, bytes: Uint8Array) {
    const socket = socketOf();
    const piece = bytes.subarray(0, length);
    const isParsedAtOnce = socket.readableFlowing === true && socket.readableLength === 0;
    return socket.push(isParsedAtOnce ? piece : Buffer.from(piece));
  },
});

/**
 * Opens a connection through a proxy to `target`, a host and port; nothing has been sent on it yet. `connect` makes the
 * connection to the proxy itself. Fails with `NoConnection`: no byte of a request has left by then.
 */
const openTunnel = async (
  proxy: HttpProxy,
  target: string,
  connect: () => Promise<Socket>,
  timeoutMs: number,
): Promise<Socket> => {
  const { authorization } = proxy;
  try {
    const connection = await connect();
    const late = setTimeout(() => connection.destroy(new LateConnection()), timeoutMs);
    const status = await new Promise<number>((resolve, reject) => {
      request({
        method: 'CONNECT',
        path: target,
        headers: {
          host: target,
          ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
        },
        createConnection: () => connection,
      })
        .once('connect', ({ statusCode = 0 }) => resolve(statusCode))
        .once('error', reject)
        .end();
    }).finally(() => clearTimeout(late));
    if (status >= 200 && status < 300) return connection;
    // Nobody needs the rest of the proxy's refusal.
    connection.destroy();
    throw new NoConnection(refusal(status, proxy, target));
  } catch (error) {
    throw proxyFailure(error, proxy, timeoutMs);
  }
};

const refusal = (status: number, { host }: HttpProxy, target: string): ConnectionFacts => ({
  obstacle: status >= 500 ? 'unreachable' : 'proxy',
  detail: `the proxy ${host} did not connect to ${target} (${status})`,
  code: `PROXY_${status}`,
});

const proxyFailure = (error: unknown, { host }: HttpProxy, timeoutMs: number): NoConnection => {
  const known = error instanceof NoConnection ? error : undefined;
  if (known?.facts.detail.includes(host)) return known;
  const late = error instanceof LateConnection;
  const what = late ? `did not answer within ${timeoutMs / 1000} s` : 'broke the connection off';
  const detail = `the proxy ${host} ${known ? `can't be reached: ${known.facts.detail}` : what}`;
  const { obstacle = 'unreachable', code = codeOf(error) } = known?.facts ?? {};
  return new NoConnection({ obstacle, detail, code, isProxys: true }, { cause: error });
};
