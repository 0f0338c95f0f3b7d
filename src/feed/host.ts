import { type IncomingMessage, request } from 'node:http';
import { type Clock, systemClock } from '../clock.ts';
import { NoConnection } from '../http/connection/connection-error.ts';
import { codeOf } from '../http/connection/connection-failure.ts';
import { type Connector, createConnector, through } from '../http/connection/connector.ts';
import { type Network, plainNetwork } from '../http/connection/network.ts';
import { type Reach, reachOf } from '../http/connection/reach.ts';
import { retryAfterMs } from '../http/retry.ts';
import { joined } from '../http/sending.ts';
import type { FeedEvent } from './events.ts';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedTooSlow, linkRefused } from './feed-errors.ts';
import { checkedLink, lookupUnless, nearnessProblem } from './feed-link.ts';

export interface HostOptions {
  /** Where the service itself is: the file may be there, or farther away. Asked for before each request. */
  serviceReach: () => Promise<Reach>;
  /** Proxies and authorities; only Node's own authorities if left out. */
  network?: Network;
  headersTimeoutMs: number;
  clock: Clock;
  userAgent: string;
  signal: AbortSignal;
  observe: (event: FeedEvent) => void;
  leastSpeed?: LeastSpeed;
}

/** A range request for the rest of a file. The host answers it only if it still has exactly the same file. */
export interface Rest {
  from: number;
  etag: string;
  /** The Content-Encoding of the beginning, empty for none. */
  encoding: string;
}

export type HostAnswer = Awaited<ReturnType<typeof askHost>>;

/** In bytes per second, measured over windows of so many milliseconds. */
interface LeastSpeed {
  bytesPerSecond: number;
  windowMs: number;
}

const maxRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
const usualLeastSpeed: LeastSpeed = { bytesPerSecond: 1000, windowMs: 30_000 };

/** The host's name leads where no link may lead. */
class RefusedAddress extends Error {}

/**
 * Requests the feed from its host once, without credentials. Fails with `linkRefused`, `FeedHostUnreachable` or
 * `FeedHostRefused`; reading the bytes fails with `FeedCut` or `FeedTooSlow`.
 */
export const askHost = async (link: string, options: HostOptions, rest?: Rest) => {
  const { network = plainNetwork, signal, observe, leastSpeed = usualLeastSpeed } = options;
  signal.throwIfAborted();
  const service = await options.serviceReach();
  let url = checkedLink(link, service);
  // A name may lead anywhere, and elsewhere each time it is looked up, so the very address is checked that is connected to.
  const refuse = (address: string): Error | undefined => {
    const problem = nearnessProblem(reachOf(address), service);
    return problem === undefined ? undefined : new RefusedAddress(problem);
  };
  const connector = createConnector({
    ...{ network, timeoutMs: options.headersTimeoutMs },
    lookup: lookupUnless(refuse),
  });
  const began = systemClock.ticks();
  const wanted = rest ? [200, 206, 416] : [200];
  try {
    // A library would follow redirects without checking their targets.
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const { status, headers, body } = await requestFile(url, connector, options, rest);
      const host = url.origin;
      if (wanted.includes(status)) {
        const end = async (bytes: number) => {
          observe({ kind: 'host-end', host, bytes, milliseconds: systemClock.ticks() - began });
          connector.close();
        };
        const length = headers['content-length'] ?? '';
        return {
          status,
          body: bodyBytes(body, leastSpeed, signal, end),
          contentLength: /^\d+$/.test(length) ? Number(length) : undefined,
          contentRange: headers['content-range'],
          encoding: headers['content-encoding'] ?? '',
          etag: headers.etag,
          async close(): Promise<void> {
            body.destroy();
            connector.close();
          },
        };
      }
      body.destroy();
      const { location } = headers;
      if (!redirects.includes(status) || location === undefined) {
        const retryAfter = retryAfterMs(headers['retry-after'], headers.date, options.clock.now());
        throw new FeedHostRefused(status, host, retryAfter);
      }
      url = checkedLink(location, service, url);
    }
    throw linkRefused(`it was redirected more than ${maxRedirects} times`, new URL(link).origin);
  } catch (error) {
    connector.close();
    signal.throwIfAborted();
    throw error;
  }
};

interface Answered {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: IncomingMessage;
}

/** One request on a connection of its own. */
const requestFile = async (
  url: URL,
  connector: Connector,
  { observe, userAgent, headersTimeoutMs, signal }: HostOptions,
  rest: Rest | undefined,
): Promise<Answered> => {
  const { origin, host, pathname, search } = url;
  const headers = {
    accept: 'application/json',
    // A range counts encoded bytes, so the rest needs the encoding of the beginning.
    'accept-encoding': rest ? rest.encoding || 'identity' : 'gzip, br',
    'user-agent': userAgent,
    ...(rest ? { range: `bytes=${rest.from}-`, 'if-range': rest.etag } : {}),
  };
  const shown = `${origin}${pathname}${search ? '?***' : ''}`;
  observe({ kind: 'host-request', request: { method: 'GET', url: shown, headers, body: null } });
  const began = systemClock.ticks();
  let timer: NodeJS.Timeout | undefined;
  try {
    const body = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request({
        path: `${pathname}${search}`,
        headers: { host, ...headers },
        signal,
        createConnection: through(() => connector.connect(url)),
      });
      // The connection, which has its own time limit, is established by then.
      call.once('socket', () => {
        timer = setTimeout(() => call.destroy(new LateAnswer()), headersTimeoutMs);
      });
      call.once('response', resolve);
      // The connection may still break after the headers; then the body reports the error.
      call.on('error', reject);
      call.once('close', () => reject(new Error('closed')));
      call.end();
    });
    const answer = { status: body.statusCode ?? 0, headers: joined(body.headers) };
    observe({ kind: 'host-answer', host: origin, ...answer, milliseconds: systemClock.ticks() - began });
    // A body that breaks before anyone reads it must not end the process; a later reader gets the error.
    body.on('error', () => {});
    return { ...answer, body };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoConnection && error.cause instanceof RefusedAddress)
      throw linkRefused(error.cause.message, origin);
    if (error instanceof NoConnection) throw new FeedHostUnreachable(origin, error.facts);
    const isLate = error instanceof LateAnswer;
    const code = isLate ? 'ETIMEDOUT' : codeOf(error);
    const detail = isLate ? 'none came within --timeout' : `the connection ended without one (${code})`;
    throw new FeedHostUnreachable(origin, { obstacle: 'unreachable', detail, code });
  } finally {
    clearTimeout(timer);
  }
};

/** No answer came in time. */
class LateAnswer extends Error {}

/**
 * The bytes of a body, while each window brings enough of them. Fails with `FeedTooSlow`, `FeedCut` or the signal's reason. At
 * the end, the body is destroyed, and `end` is called with the number of bytes.
 */
async function* bodyBytes(
  body: IncomingMessage,
  { bytesPerSecond, windowMs }: LeastSpeed,
  signal: AbortSignal,
  end: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const due = (bytesPerSecond * windowMs) / 1000;
  let received = 0;
  let before = 0;
  const timer = setInterval(() => {
    if (received - before < due) body.destroy(new FeedTooSlow(bytesPerSecond, windowMs / 1000));
    before = received;
  }, windowMs);
  try {
    for await (const chunk of body) {
      received += chunk.length;
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof FeedTooSlow ? error : new FeedCut('the connection was lost', received);
  } finally {
    clearInterval(timer);
    body.destroy();
    await end(received);
  }
}
