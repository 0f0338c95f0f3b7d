import type { Dispatcher } from 'undici';
import { retryAfterMs } from '../../client/retry.ts';
import type { Reach } from '../../network/reach.ts';
import { FeedCut, FeedHostRefused, FeedLinkRefused, FeedTooSlow } from '../errors.ts';
import { checkedLink } from '../link.ts';
import {
  type HostConnections,
  type HostOptions,
  headerText,
  hostConnections,
  type Rest,
  requestFile,
} from './host-request.ts';
import { atLeastSpeed, type LeastSpeed } from './least-speed.ts';

export interface HostAnswer {
  /** 206 and 416 only if the rest of a file was asked for. */
  status: 200 | 206 | 416;
  /** The bytes as they are sent, perhaps compressed. To be read once, or given up with `close`. */
  body: AsyncIterable<Buffer>;
  /** How many bytes the host said it would send. */
  contentLength: number | undefined;
  contentRange: string | undefined;
  encoding: string;
  etag: string | undefined;
  /** Scheme and host that the file comes from, after all redirects. */
  host: string;
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
  const { signal } = options;
  signal.throwIfAborted();
  const service = await options.serviceReach();
  const first = checkedLink(link, service);
  const connections = hostConnections(options, service);
  const began = performance.now();
  try {
    const { url, answer } = await followed(first, { ...options, service }, rest, connections);
    const close = async () => {
      answer.body.destroy();
      await connections.close();
    };
    const host = url.origin;
    const ended = (bytes: number) =>
      options.observe({ kind: 'host-end', host, bytes, milliseconds: performance.now() - began });
    return {
      status: answer.statusCode as HostAnswer['status'],
      body: bytesOf(answer.body, options.leastSpeed ?? usualLeastSpeed, signal, close, ended),
      contentLength: length(headerText(answer.headers['content-length'])),
      contentRange: headerText(answer.headers['content-range']),
      encoding: headerText(answer.headers['content-encoding']) ?? '',
      etag: headerText(answer.headers.etag),
      host,
      close,
    };
  } catch (error) {
    await connections.close();
    signal.throwIfAborted();
    throw error;
  }
};

/** Follows redirects one by one: a library would not refuse those that must be refused. */
const followed = async (
  first: URL,
  options: HostOptions & { service: Reach },
  rest: Rest | undefined,
  connections: HostConnections,
) => {
  const wanted = rest ? [200, 206, 416] : [200];
  let url = first;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const answer = await requestFile(url, options, rest, connections);
    const { statusCode: status, headers } = answer;
    if (wanted.includes(status)) return { url, answer };
    answer.body.destroy();
    const location = headerText(headers.location);
    if (!redirects.includes(status) || location === undefined)
      throw new FeedHostRefused(
        status,
        url.origin,
        retryAfterMs(headerText(headers['retry-after']), headerText(headers.date), options.clock.now()),
      );
    url = checkedLink(location, options.service, url);
  }
  throw new FeedLinkRefused(`it was redirected more than ${maxRedirects} times`, first.origin);
};

/** The bytes of a body. However they end, the connection is closed then. */
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

const length = (header: string | undefined) =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
