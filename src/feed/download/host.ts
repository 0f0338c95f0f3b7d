import { retryAfterMs } from '../../client/retry.ts';
import { FeedCut, FeedHostRefused, FeedLinkRefused, FeedTooSlow } from '../errors.ts';
import { checkedLink } from '../link.ts';
import {
  atLeastSpeed,
  type HostOptions,
  headerText,
  hostConnections,
  type LeastSpeed,
  type Rest,
  requestFile,
} from './host-request.ts';

export interface HostAnswer {
  /** 206 and 416 only if the rest of a file was asked for. */
  status: number;
  /** The bytes as they are sent, perhaps compressed. To be read once, or given up with `close`. */
  body: AsyncIterable<Buffer>;
  /** How many bytes the host said it would send. */
  contentLength: number | undefined;
  contentRange: string | undefined;
  encoding: string;
  etag: string | undefined;
  close: () => Promise<void>;
}

const maxRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
const usualLeastSpeed: LeastSpeed = { bytesPerSecond: 1000, windowMs: 30_000 };

/**
 * Asks the file's host for the feed once. The host gets the link, but no credentials. Fails with `FeedLinkRefused`,
 * `FeedHostUnreachable` or `FeedHostRefused`; reading the bytes fails with `FeedCut` or `FeedTooSlow`.
 */
export const askHost = async (link: string, options: HostOptions, rest?: Rest): Promise<HostAnswer> => {
  const { signal, observe } = options;
  signal.throwIfAborted();
  const service = await options.serviceReach();
  let url = checkedLink(link, service);
  const connections = hostConnections(options, service);
  const began = performance.now();
  const wanted = rest ? [200, 206, 416] : [200];
  try {
    // A library that follows redirects would not refuse those that must be refused.
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const answer = await requestFile(url, options, rest, connections);
      const { statusCode: status, body } = answer;
      const header = (name: string) => headerText(answer.headers[name]);
      const host = url.origin;
      if (wanted.includes(status)) {
        const close = async () => {
          body.destroy();
          await connections.close();
        };
        const end = async (bytes: number) => {
          observe({ kind: 'host-end', host, bytes, milliseconds: performance.now() - began });
          await close();
        };
        const length = header('content-length') ?? '';
        return {
          status,
          body: bytesOf(atLeastSpeed(body, options.leastSpeed ?? usualLeastSpeed), signal, end),
          contentLength: /^\d+$/.test(length) ? Number(length) : undefined,
          contentRange: header('content-range'),
          encoding: header('content-encoding') ?? '',
          etag: header('etag'),
          close,
        };
      }
      body.destroy();
      const location = header('location');
      if (!redirects.includes(status) || location === undefined)
        throw new FeedHostRefused(
          status,
          host,
          retryAfterMs(header('retry-after'), header('date'), options.clock.now()),
        );
      url = checkedLink(location, service, url);
    }
    throw new FeedLinkRefused(`it was redirected more than ${maxRedirects} times`, new URL(link).origin);
  } catch (error) {
    await connections.close();
    signal.throwIfAborted();
    throw error;
  }
};

/** The bytes of a body. However they end, the connection is closed then. */
async function* bytesOf(
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
  end: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.length;
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FeedTooSlow) throw error;
    throw new FeedCut('the connection was lost', received);
  } finally {
    await end(received);
  }
}
