import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher, errors } from 'undici';
import { retryAfterMs } from '../../client/retry.ts';
import type { Clock } from '../../clock.ts';
import { codeOf } from '../../network/connection-failure.ts';
import { createConnector } from '../../network/connector.ts';
import { NoConnection } from '../../network/errors.ts';
import { type Network, plainNetwork } from '../../network/network.ts';
import { type Reach, reachOf } from '../../network/reach.ts';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedTooSlow, linkRefused } from '../errors.ts';
import type { FeedEvent } from '../events.ts';
import { checkedLink, nearnessProblem } from '../link.ts';

export interface HostOptions {
  /** Where the service itself is: the file may be there, or farther away. Asked for before each request. */
  serviceReach: () => Promise<Reach>;
  connectTimeoutMs: number;
  /** Proxies and authorities; only Node's own authorities if left out. */
  network?: Network;
  headersTimeoutMs: number;
  clock: Clock;
  userAgent: string;
  signal: AbortSignal;
  observe: (event: FeedEvent) => void;
  leastSpeed?: LeastSpeed;
}

/** The rest of a file whose beginning has arrived. The host sends it only if it still has exactly the same file. */
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
/** Less than this is a small piece: TLS has 16 KiB at a time. */
const smallBytes = 128 * 1024;
const usualLeastSpeed: LeastSpeed = { bytesPerSecond: 1000, windowMs: 30_000 };

/** The host's name leads where no link may lead. */
class RefusedAddress extends Error {}

/**
 * Asks the file's host for the feed once. The host gets the link, but no credentials. Fails with `linkRefused`,
 * `FeedHostUnreachable` or `FeedHostRefused`; reading the bytes fails with `FeedCut` or `FeedTooSlow`.
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
  const connector = createConnector({ network, timeoutMs: options.connectTimeoutMs, refuse });
  const agent = new Agent({ connect: connector.connect });
  const close = () => connector.close(agent);
  const began = performance.now();
  const wanted = rest ? [200, 206, 416] : [200];
  try {
    // A library that follows redirects would not refuse those that must be refused.
    for (let hops = 0; hops <= maxRedirects; hops++) {
      connector.readOn();
      const { status, headers, body } = await requestFile(url, agent, options, rest);
      const host = url.origin;
      if (wanted.includes(status)) {
        const end = async (bytes: number) => {
          observe({ kind: 'host-end', host, bytes, milliseconds: performance.now() - began });
          await close();
        };
        const length = headers['content-length'] ?? '';
        return {
          /** 206 and 416 only if the rest of a file was asked for. */
          status,
          /** The bytes as they are sent, perhaps compressed. To be read once, or given up with `close`. A piece is overwritten later on. */
          body: bodyBytes(body, leastSpeed, signal, end, connector.readOn),
          contentLength: /^\d+$/.test(length) ? Number(length) : undefined,
          contentRange: headers['content-range'],
          encoding: headers['content-encoding'] ?? '',
          etag: headers.etag,
          async close(): Promise<void> {
            body.destroy();
            await close();
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
    await close();
    signal.throwIfAborted();
    throw error;
  }
};

interface Answered {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: Readable;
}

const requestFile = async (
  url: URL,
  agent: Dispatcher,
  { observe, userAgent, headersTimeoutMs, signal }: HostOptions,
  rest: Rest | undefined,
): Promise<Answered> => {
  const { origin, pathname, search } = url;
  const headers = {
    accept: 'application/json',
    // A range counts the bytes as they are sent, so the rest must come in the encoding of the beginning.
    'accept-encoding': rest ? rest.encoding || 'identity' : 'gzip, br',
    'user-agent': userAgent,
    ...(rest ? { range: `bytes=${rest.from}-`, 'if-range': rest.etag } : {}),
  };
  const shown = `${origin}${pathname}${search ? '?***' : ''}`;
  observe({ kind: 'host-request', request: { method: 'GET', url: shown, headers, body: null } });
  const began = performance.now();
  try {
    const {
      statusCode,
      headers: answered,
      body,
    } = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'GET',
      headers,
      headersTimeout: headersTimeoutMs,
      // The body must keep up a least speed instead.
      bodyTimeout: 0,
      // The connection is held back in place of the body, which would pause undici's parser.
      highWaterMark: Number.MAX_SAFE_INTEGER,
      signal,
    });
    // A body that breaks while nobody reads it must not end the process; its reader gets the error all the same.
    body.on('error', () => {});
    const answer = {
      status: statusCode,
      headers: Object.fromEntries(
        Object.entries(answered).map(([name, value]) => [name, [value].flat().join(', ')]),
      ),
    };
    observe({ kind: 'host-answer', host: origin, ...answer, milliseconds: performance.now() - began });
    return { ...answer, body };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoConnection && error.cause instanceof RefusedAddress)
      throw linkRefused(error.cause.message, origin);
    if (error instanceof NoConnection) throw new FeedHostUnreachable(origin, error.facts);
    const code = codeOf(error);
    const isLate = error instanceof errors.HeadersTimeoutError;
    const detail = isLate ? 'none came within --timeout' : `the connection ended without one (${code})`;
    throw new FeedHostUnreachable(origin, { obstacle: 'unreachable', detail, code });
  }
};

/**
 * The bytes of a body, as long as enough of them arrive in each window: only time spent waiting for them counts, not time in which
 * their reader is busy. Fails with `FeedTooSlow`, `FeedCut` or the signal's reason. However they end, the body is destroyed, and
 * then `end` is called with their number. `readOn` is called whenever more is wanted.
 */
export async function* bodyBytes(
  body: Readable,
  { bytesPerSecond, windowMs }: LeastSpeed,
  signal: AbortSignal,
  end: (bytes: number) => Promise<void>,
  readOn = () => {},
): AsyncGenerator<Buffer> {
  const due = (bytesPerSecond * windowMs) / 1000;
  const giveUp = () => body.destroy(new FeedTooSlow(bytesPerSecond, windowMs / 1000));
  const chunks = body[Symbol.asyncIterator]();
  let received = 0;
  let inWindow = 0;
  let waited = 0;
  let isSmall = false;
  try {
    for (;;) {
      // What arrives in the same turn of the event loop becomes one piece.
      readOn();
      if (isSmall) await setImmediate();
      const begun = performance.now();
      const timer = setTimeout(giveUp, windowMs - waited);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      waited += performance.now() - begun;
      isSmall = next.value.length < smallBytes;
      received += next.value.length;
      inWindow += next.value.length;
      if (inWindow >= due) inWindow = waited = 0;
      yield next.value;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FeedTooSlow) throw error;
    throw new FeedCut('the connection was lost', received);
  } finally {
    body.destroy();
    await end(received);
  }
}
