import { lookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Agent, buildConnector, Client, errors } from 'undici';
import { type ConnectionFacts, NoConnection } from './connection-error.ts';
import { codeOf, noConnection } from './connection-failure.ts';
import type { HttpProxy, Network } from './network.ts';
import { type Certificate, certificateOf, safeTls } from './tls.ts';
import { portOf } from './url.ts';

interface ConnectorOptions {
  network: Network;
  /** How long each step may take, at most ten seconds: reaching a host, a proxy's answer, the handshake. */
  timeoutMs: number;
  /**
   * Says why an address that a name was resolved to must not be connected to. A proxy's own address is not asked about. Such
   * connections are for large files.
   */
  refuse?: (address: string) => Error | undefined;
}

type Place = Parameters<buildConnector.connector>[0];
type Connected = (error: NoConnection | null, socket: Socket | null) => void;

interface Way {
  whose: string;
  via?: string;
}

export type Connector = ReturnType<typeof createConnector>;

/** A limit for each step, even if the limit of the call is higher. */
const longestStepMs = 10_000;

export const createConnector = ({ network, timeoutMs: mostMs, refuse }: ConnectorOptions) => {
  const { secureContext } = network;
  const timeoutMs = Math.min(longestStepMs, mostMs);
  const options = {
    timeout: timeoutMs,
    autoSelectFamily: true,
    ...safeTls,
    ...(secureContext ? { secureContext } : {}),
  };
  const makeAnywhere = buildConnector(options);
  const makeWhereAllowed = refuse
    ? makeForLargeFiles({ ...options, lookup: lookupUnless(refuse) })
    : makeAnywhere;
  const sockets = new Set<Socket>();

  /** Opens one connection, directly or through a tunnel that is already open. */
  const open = (make: buildConnector.connector, place: Place, way: Way, connected: Connected) => {
    let certificate: Certificate | undefined;
    // It returns the socket, though its types do not say so.
    const socket = make(place, (error, made) => {
      if (error) return connected(noConnection(error, { ...way, certificate, timeoutMs }), null);
      connected(null, made as Socket);
    }) as unknown as Socket;
    sockets.add(socket);
    // A tunnel ends with the connection inside it; ending the tunnel first crashes Node 20.
    if (place.httpSocket) sockets.delete(place.httpSocket);
    socket.once('close', () => sockets.delete(socket));
    // After a rejected handshake the socket no longer knows the certificate.
    if (place.protocol === 'https:')
      socket.prependListener('secure', () => {
        certificate = certificateOf((socket as TLSSocket).getPeerCertificate());
      });
  };

  const connect = (place: Place, connected: Connected): void => {
    const url = new URL(`${place.protocol}//${place.host ?? place.hostname}`);
    const proxy = network.proxyFor(url);
    if (proxy === undefined) {
      open(makeWhereAllowed, place, { whose: 'the server' }, connected);
      return;
    }
    const toProxy = (itself: Place, made: Connected) =>
      open(makeAnywhere, itself, { whose: `the proxy ${proxy.host}` }, made);
    const target = `${url.hostname}:${portOf(url)}`;
    openTunnel(proxy, target, toProxy as buildConnector.connector, timeoutMs).then(
      (httpSocket) => {
        open(makeAnywhere, { ...place, httpSocket }, { whose: 'the server', via: proxy.host }, connected);
      },
      (error) => connected(error, null),
    );
  };

  return {
    /** Fails only with `NoConnection`. */
    connect: connect as buildConnector.connector,
    /** Ends an agent and every connection, also those that are still being made, for which undici would wait. */
    async close(agent?: Agent): Promise<void> {
      const destroyed = agent?.destroy();
      for (const socket of sockets) socket.destroy(new Error('the client was closed'));
      await destroyed;
    },
  };
};

/** Node's own 64 KiB are allocated for each read, which takes longer than all the rest of reading. */
const readBytes = 1024 * 1024;

/**
 * Makes connections that read into the same memory again and again. Node's HTTP parser copies what it passes on; but while it rests,
 * since nobody reads what it has passed on, the socket keeps what comes, and that must not be written over.
 */
const makeForLargeFiles = (options: buildConnector.BuildOptions): buildConnector.connector => {
  const make = (...[place, connected]: Parameters<buildConnector.connector>) => {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback(length: number, bytes: Uint8Array) {
        const piece = bytes.subarray(0, length);
        const isParsedAtOnce = socket.readableFlowing === true && socket.readableLength === 0;
        return socket.push(isParsedAtOnce ? piece : Buffer.from(piece));
      },
    };
    const socket = buildConnector({ ...options, onread })(place, connected) as unknown as Socket;
    return socket;
  };
  return make as buildConnector.connector;
};

/** Looks names up as Node does, and fails if any of the addresses is refused: Node chooses the one that it connects to. */
const lookupUnless =
  (refuse: (address: string) => Error | undefined): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : found?.map(({ address }) => address);
      const refusal = addresses?.map(refuse).find((problem) => problem !== undefined);
      callback(error ?? refusal ?? null, found, family);
    });

/**
 * Opens a connection through a proxy to `target`, a host and port; nothing has been sent on it yet. `connect` makes the
 * connection to the proxy itself. Fails with `NoConnection`: no byte of a request has left by then.
 */
const openTunnel = async (
  proxy: HttpProxy,
  target: string,
  connect: buildConnector.connector,
  timeoutMs: number,
): Promise<Socket> => {
  const client = new Client(proxy.origin, {
    connect,
    headersTimeout: timeoutMs,
  });
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      headers: {
        host: target,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    // Nobody needs the rest of the proxy's refusal.
    socket.on('error', () => {}).destroy();
    throw new NoConnection(refusal(statusCode, proxy, target));
  } catch (error) {
    throw proxyFailure(error, proxy, timeoutMs);
  } finally {
    // The tunnel was taken from the client, which has no other connection.
    void client.destroy();
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
  const late = error instanceof errors.HeadersTimeoutError;
  const what = late ? `did not answer within ${timeoutMs / 1000} s` : 'broke the connection off';
  const detail = `the proxy ${host} ${known ? `can't be reached: ${known.facts.detail}` : what}`;
  const { obstacle = 'unreachable', code = codeOf(error) } = known?.facts ?? {};
  return new NoConnection({ obstacle, detail, code, isProxys: true }, { cause: error });
};
