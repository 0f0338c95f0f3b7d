import { Agent, type Dispatcher } from 'undici';
import { retryAfterMs } from '../client/retry.ts';
import { codeOf } from '../network/connection-failure.ts';
import type { ConnectionTimes } from '../network/connection-times.ts';
import { createConnector } from '../network/connector.ts';
import { NoConnection } from '../network/errors.ts';
import { type Network, plainNetwork } from '../network/network.ts';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedLinkRefused, FeedTooSlow } from './errors.ts';
import type { FeedEvent } from './feed-events.ts';
import { judgedLink } from './link.ts';
import { atLeastSpeed, type LeastSpeed } from './speed.ts';

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

/** What the host answered. */
export interface HostAnswer {
  /** 206 and 416 only where the rest of a file was asked for. */
  status: 200 | 206 | 416;
  /** The bytes as they are sent, compressed ones too. To be read once, or given up with `close`. */
  body: AsyncIterable<Buffer>;
  /** How many bytes the host said that it sends. */
  contentLength: number | undefined;
  contentRange: string | undefined;
  encoding: string;
  etag: string | undefined;
  /** Scheme and host that the file comes from, behind all redirects. */
  host: string;
  close: () => Promise<void>;
}

const maxRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
const usualLeastSpeed: LeastSpeed = { bytesPerSecond: 1000, windowMs: 30_000 };

/**
 * Asks the file's host for the feed once; it is given a link and no credential. Fails with `FeedLinkRefused`,
 * `FeedHostUnreachable` or `FeedHostRefused`; the bytes, while they are read, with `FeedCut` or `FeedTooSlow`.
 */
export const askHost = async (link: string, options: HostOptions, rest?: Rest): Promise<HostAnswer> => {
  const { signal } = options;
  signal.throwIfAborted();
  const first = judgedLink(link, options.allowLoopback);
  const way = wayTo(options);
  const began = performance.now();
  try {
    const { url, answer } = await followed(first, options, rest, way);
    const close = async () => {
      answer.body.destroy();
      await way.close();
    };
    const host = url.origin;
    const ended = (bytes: number) =>
      options.observe({ kind: 'host-end', host, bytes, milliseconds: performance.now() - began });
    return {
      status: answer.statusCode as HostAnswer['status'],
      body: bytesOf(answer.body, options.leastSpeed ?? usualLeastSpeed, signal, close, ended),
      contentLength: length(text(answer.headers['content-length'])),
      contentRange: text(answer.headers['content-range']),
      encoding: text(answer.headers['content-encoding']) ?? '',
      etag: text(answer.headers.etag),
      host,
      close,
    };
  } catch (error) {
    await way.close();
    signal.throwIfAborted();
    throw error;
  }
};

/** The connections of one request, redirects included. */
interface Way {
  dispatcher: Agent;
  /** The times of the connection that was made last, where they are measured. */
  connection: () => ConnectionTimes | undefined;
  close: () => Promise<void>;
}

const wayTo = ({ network = plainNetwork, connectTimeoutMs: timeoutMs, timed = false }: HostOptions): Way => {
  let connection: ConnectionTimes | undefined;
  const onConnected = (_: unknown, times: ConnectionTimes) => {
    connection = times;
  };
  const connector = createConnector({ network, timeoutMs, onConnected: timed ? onConnected : undefined });
  const dispatcher = new Agent({ connect: connector.connect });
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

/** Follows redirects by hand, judging each: a library would not refuse the ones that must be refused. */
const followed = async (first: URL, options: HostOptions, rest: Rest | undefined, way: Way) => {
  const wanted = rest ? [200, 206, 416] : [200];
  let url = first;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const answer = await asked(url, options, rest, way);
    const { statusCode: status, headers } = answer;
    if (wanted.includes(status)) return { url, answer };
    answer.body.destroy();
    const location = text(headers.location);
    if (!redirects.includes(status) || location === undefined)
      throw new FeedHostRefused(
        status,
        url.origin,
        retryAfterMs(text(headers['retry-after']), text(headers.date), Date.now()),
      );
    url = judgedLink(location, options.allowLoopback, url);
  }
  throw new FeedLinkRefused(`it was redirected more than ${maxRedirects} times`, first.origin);
};

const asked = async (url: URL, options: HostOptions, rest: Rest | undefined, way: Way) => {
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
    const answer = await way.dispatcher.request({
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
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, text(value)])),
      milliseconds: performance.now() - began,
      connection: way.connection(),
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

/** The bytes of a body; closes the connection when they end in whatever way. */
async function* bytesOf(
  body: Dispatcher.ResponseData['body'],
  least: LeastSpeed,
  signal: AbortSignal,
  close: () => Promise<void>,
  ended: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of atLeastSpeed(body, least)) {
      received += chunk.length;
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FeedTooSlow) throw error;
    throw new FeedCut('the connection was lost', received);
  } finally {
    ended(received);
    await close();
  }
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header);

const length = (header: string | undefined) =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
