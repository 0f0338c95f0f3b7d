import { Agent } from 'undici';
import { codeOf } from '../../network/connection-failure.ts';
import type { ConnectionTimes } from '../../network/connector.ts';
import { createConnector } from '../../network/connector.ts';
import { NoConnection } from '../../network/errors.ts';
import { maxHeaderBytes, type Network, plainNetwork } from '../../network/network.ts';
import { FeedHostUnreachable } from '../errors.ts';
import type { FeedEvent } from '../events.ts';
import type { LeastSpeed } from '../speed.ts';

/** How the file's host is asked, whichever link leads there. */
export interface HostOptions {
  /** Whether the service itself is on loopback; only then the file may be there, or come by plain http. */
  allowLoopback: boolean;
  connectTimeoutMs: number;
  /** Proxies and authorities; none but Node's own where left out. */
  network?: Network;
  headersTimeoutMs: number;
  userAgent: string;
  /** Ends the download at once, with the signal's reason. */
  signal: AbortSignal;
  /** Told of requests and answers. */
  observe: (event: FeedEvent) => void;
  /** Whether the times of connections are measured for it. */
  timed?: boolean;
  /** 1,000 bytes a second over 30 s where not given. */
  leastSpeed?: LeastSpeed | undefined;
}

/** The rest of a file that is there in part: it is sent only where the host still has the very same bytes. */
export interface Rest {
  from: number;
  /** A strong ETag. */
  etag: string;
  /** The Content-Encoding in which the part was sent, empty for none. */
  encoding: string;
}

/** The connections of one request, redirects included. */
export interface HostConnections {
  dispatcher: Agent;
  /** The times of the connection that was made last, where they are measured. */
  connection: () => ConnectionTimes | undefined;
  close: () => Promise<void>;
}

/** Opened with the first request. */
export const hostConnections = ({
  network = plainNetwork,
  connectTimeoutMs: timeoutMs,
  timed = false,
}: HostOptions): HostConnections => {
  let connection: ConnectionTimes | undefined;
  const onConnected = (_: unknown, times: ConnectionTimes) => {
    connection = times;
  };
  const connector = createConnector({ network, timeoutMs, onConnected: timed ? onConnected : undefined });
  const dispatcher = new Agent({ connect: connector.connect, maxHeaderSize: maxHeaderBytes });
  return {
    dispatcher,
    connection: () => connection,
    async close() {
      const destroyed = dispatcher.destroy();
      connector.close();
      await destroyed;
    },
  };
};

/** Sends one request to a host, without following anywhere. Fails with `FeedHostUnreachable`, or the signal's reason. */
export const requestFile = async (
  url: URL,
  options: HostOptions,
  rest: Rest | undefined,
  connections: HostConnections,
) => {
  const { observe, userAgent, headersTimeoutMs, signal } = options;
  const headers = {
    accept: 'application/json',
    // A range is one of the bytes as they are sent, so the rest must come in the encoding of the part.
    'accept-encoding': rest ? rest.encoding || 'identity' : 'gzip, br',
    'user-agent': userAgent,
    ...(rest ? { range: `bytes=${rest.from}-`, 'if-range': rest.etag } : {}),
  };
  observe({ kind: 'host-request', request: { method: 'GET', url: withoutQuery(url), headers, body: null } });
  const began = performance.now();
  try {
    const answer = await connections.dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers,
      headersTimeout: headersTimeoutMs,
      // The least speed bounds the body.
      bodyTimeout: 0,
      signal,
    });
    // A body that breaks while nobody reads it must not end the process; whoever reads it is told.
    answer.body.on('error', () => {});
    observe({
      kind: 'host-answer',
      host: url.origin,
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, headerText(value)]),
      ),
      milliseconds: performance.now() - began,
      connection: connections.connection(),
    });
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoConnection) throw new FeedHostUnreachable(url.origin, error.facts);
    const code = codeOf(error);
    const detail = `the connection ended without one (${code})`;
    throw new FeedHostUnreachable(url.origin, { obstacle: 'unreachable', detail, code });
  }
};

const withoutQuery = (url: URL): string => `${url.origin}${url.pathname}${url.search ? '?***' : ''}`;

/** The values of a header as one text. */
export const headerText = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(', ') : header;
