import { Agent, type Dispatcher, request } from 'undici';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedLinkRefused, FeedTooSlow } from './errors.ts';
import { inflated } from './inflate.ts';
import { judgedLink } from './link.ts';
import { atLeastSpeed, type LeastSpeed } from './speed.ts';

export interface FeedRequest {
  url: string;
  /** Whether the service itself is on loopback; only then the file may be there, or come by plain http. */
  allowLoopback: boolean;
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  userAgent: string;
  /** Ends the download at once, with the signal's reason. */
  signal: AbortSignal;
  /** 1,000 bytes a second over 30 s where not given. */
  leastSpeed?: LeastSpeed;
  /** Sends in place of an agent of our own, and is left open; then `connectTimeoutMs` is its own affair. */
  dispatcher?: Dispatcher;
}

export interface FeedDownload {
  /** The file, decompressed. To be read once, or given up with `close`. */
  bytes: AsyncIterable<Uint8Array>;
  /** How many bytes the host said that it sends, and how many of them came: both before decompression. */
  contentLength: number | undefined;
  received: () => number;
  etag: string | undefined;
  /** Scheme and host that the file comes from, behind all redirects. */
  host: string;
  close: () => Promise<void>;
}

const maxRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
const usualLeastSpeed: LeastSpeed = { bytesPerSecond: 1000, windowMs: 30_000 };

/**
 * Asks the file's host for the feed; it is given a link and no credential. Fails with `FeedLinkRefused`,
 * `FeedHostUnreachable` or `FeedHostRefused`; the bytes, while they are read, with `FeedCut` or `FeedTooSlow`.
 */
export const downloadFeed = async (wanted: FeedRequest): Promise<FeedDownload> => {
  const { signal } = wanted;
  signal.throwIfAborted();
  const first = judgedLink(wanted.url, wanted.allowLoopback);
  const agent =
    wanted.dispatcher ?? new Agent({ connect: { timeout: wanted.connectTimeoutMs, autoSelectFamily: true } });
  const release = async () => {
    if (!wanted.dispatcher) await agent.destroy();
  };
  try {
    const { url, answer } = await followed(first, wanted, agent);
    const tally = { received: 0 };
    const close = async () => {
      answer.body.destroy();
      await release();
    };
    const body = whole(answer.body, wanted.leastSpeed ?? usualLeastSpeed, tally);
    return {
      bytes: closing(inflated(body, text(answer.headers['content-encoding']) ?? ''), signal, close),
      contentLength: length(text(answer.headers['content-length'])),
      received: () => tally.received,
      etag: text(answer.headers.etag),
      host: url.origin,
      close,
    };
  } catch (error) {
    await release();
    signal.throwIfAborted();
    throw error;
  }
};

/** Follows redirects by hand, judging each: a library would not refuse the ones that must be refused. */
const followed = async (first: URL, wanted: FeedRequest, agent: Dispatcher) => {
  let url = first;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const answer = await asked(url, wanted, agent);
    if (answer.statusCode === 200) return { url, answer };
    answer.body.destroy();
    const location = text(answer.headers.location);
    if (!redirects.includes(answer.statusCode) || location === undefined)
      throw new FeedHostRefused(answer.statusCode, url.origin);
    url = judgedLink(location, wanted.allowLoopback, url);
  }
  throw new FeedLinkRefused(`it was redirected more than ${maxRedirects} times`, first.origin);
};

const asked = async (url: URL, wanted: FeedRequest, dispatcher: Dispatcher) => {
  try {
    const answer = await request(url, {
      dispatcher,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': wanted.userAgent },
      headersTimeout: wanted.headersTimeoutMs,
      // The least speed bounds the body.
      bodyTimeout: 0,
      signal: wanted.signal,
    });
    // A body that breaks while nobody reads it must not end the process; whoever reads it is told.
    answer.body.on('error', () => {});
    return answer;
  } catch (error) {
    wanted.signal.throwIfAborted();
    throw new FeedHostUnreachable(url.origin, codeOf(error));
  }
};

async function* whole(
  body: Dispatcher.ResponseData['body'],
  least: LeastSpeed,
  tally: { received: number },
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of atLeastSpeed(body, least)) {
      tally.received += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FeedTooSlow) throw error;
    throw new FeedCut('the connection was lost', tally.received);
  }
}

/** Passes bytes on, and closes the connection when they end in whatever way. */
async function* closing(
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal,
  close: () => Promise<void>,
): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await close();
  }
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header);

const length = (header: string | undefined) =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'unknown';
};
