import { Agent, type Dispatcher } from 'undici';
import { retryAfterMs } from '../client/retry.ts';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedLinkRefused, FeedTooSlow } from './errors.ts';
import { judgedLink } from './link.ts';
import { atLeastSpeed, type LeastSpeed } from './speed.ts';

/** How the file's host is asked, whichever link leads there. */
export interface HostOptions {
  /** Whether the service itself is on loopback; only then the file may be there, or come by plain http. */
  allowLoopback: boolean;
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  userAgent: string;
  /** Ends the download at once, with the signal's reason. */
  signal: AbortSignal;
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
  const agent = new Agent({ connect: { timeout: options.connectTimeoutMs, autoSelectFamily: true } });
  try {
    const { url, answer } = await followed(first, options, rest, agent);
    const close = async () => {
      answer.body.destroy();
      await agent.destroy();
    };
    return {
      status: answer.statusCode as HostAnswer['status'],
      body: bytesOf(answer.body, options.leastSpeed ?? usualLeastSpeed, signal, close),
      contentLength: length(text(answer.headers['content-length'])),
      contentRange: text(answer.headers['content-range']),
      encoding: text(answer.headers['content-encoding']) ?? '',
      etag: text(answer.headers.etag),
      host: url.origin,
      close,
    };
  } catch (error) {
    await agent.destroy();
    signal.throwIfAborted();
    throw error;
  }
};

/** Follows redirects by hand, judging each: a library would not refuse the ones that must be refused. */
const followed = async (first: URL, options: HostOptions, rest: Rest | undefined, agent: Agent) => {
  const wanted = rest ? [200, 206, 416] : [200];
  let url = first;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const answer = await asked(url, options, rest, agent);
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

const asked = async (url: URL, options: HostOptions, rest: Rest | undefined, agent: Agent) => {
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: {
        accept: 'application/json',
        // A range is one of the bytes as they are sent, so the rest must come in the encoding of the part.
        'accept-encoding': rest ? rest.encoding || 'identity' : 'gzip, br',
        'user-agent': options.userAgent,
        ...(rest ? { range: `bytes=${rest.from}-`, 'if-range': rest.etag } : {}),
      },
      headersTimeout: options.headersTimeoutMs,
      // The least speed bounds the body.
      bodyTimeout: 0,
      signal: options.signal,
    });
    // A body that breaks while nobody reads it must not end the process; whoever reads it is told.
    answer.body.on('error', () => {});
    return answer;
  } catch (error) {
    options.signal.throwIfAborted();
    throw new FeedHostUnreachable(url.origin, codeOf(error));
  }
};

/** The bytes of a body; closes the connection when they end in whatever way. */
async function* bytesOf(
  body: Dispatcher.ResponseData['body'],
  least: LeastSpeed,
  signal: AbortSignal,
  close: () => Promise<void>,
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
