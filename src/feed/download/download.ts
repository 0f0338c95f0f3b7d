import { backoffMs, CallTime, type RetryPolicy } from '../../client/retry.ts';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedTooSlow, feedChanged } from '../errors.ts';
import { inflated } from '../inflate.ts';
import { askHost, type HostAnswer, type HostOptions, type Rest } from './host.ts';

export interface DownloadOptions extends HostOptions {
  retry: RetryPolicy;
  /** Asks the service for a new link, once the first has expired. */
  askLink: () => Promise<string>;
}

/**
 * Downloads a feed, over as many connections as it takes, and yields its bytes, decompressed. After a lost connection it goes on
 * where it was, as long as a strong ETag says that the host still has the same file. It fails with `feedChanged` if the host has
 * another one, with `FeedCut` if nothing tells, and otherwise as `askHost` does.
 */
export async function* download(link: string, options: DownloadOptions): AsyncGenerator<Buffer> {
  const { ask, afterFailure } = attempts(link, options);
  let answer = await ask();
  try {
    yield* inflated(wire(), answer.encoding);
  } finally {
    await answer.close();
  }

  async function* wire(): AsyncGenerator<Buffer> {
    const { encoding } = answer;
    let { etag = '', contentLength: total } = answer;
    let received = 0;
    for (let repeated: number | undefined = 0; repeated !== undefined; ) {
      try {
        for await (const chunk of without(repeated, answer.body)) {
          received += chunk.length;
          options.observe({ kind: 'progress', received, total });
          yield chunk;
        }
        if (total === undefined || received === total) return;
        throw new FeedCut('the connection was lost', received);
      } catch (failure) {
        if (received > 0 && !etag.startsWith('"')) throw failure;
        await afterFailure(failure);
      }
      const rest = { from: received, etag, encoding };
      answer = await ask(received > 0 ? rest : undefined);
      if (received > 0) repeated = repeatedBytes(answer, rest, total);
      else if (answer.encoding !== encoding) throw feedChanged(received);
      else ({ etag = '', contentLength: total } = answer);
    }
  }
}

/**
 * How many bytes at the beginning of an answer have already arrived; undefined if the file was complete. Fails with `feedChanged` if the answer is
 * not the rest of the same file.
 */
const repeatedBytes = (answer: HostAnswer, rest: Rest, total: number | undefined): number | undefined => {
  const { status, etag, contentLength, contentRange = '' } = answer;
  if (status === 416 && contentRange === `bytes */${rest.from}`) return undefined;
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(contentRange)?.slice(1).map(Number);
  const [first = 0, last = 0, whole = contentLength] = status === 206 ? (range ?? [-1]) : [];
  const isSame = etag === rest.etag && (total === undefined || whole === undefined || whole === total);
  if (isSame && status === 200) return rest.from;
  if (isSame && status === 206 && first === rest.from && last + 1 === whole) return 0;
  throw feedChanged(rest.from);
};

async function* without(repeated: number, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = repeated;
  for await (const chunk of body) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** The requests of one download, which share its retries. */
const attempts = (firstLink: string, options: DownloadOptions) => {
  const { retry, clock, signal, observe } = options;
  let link = firstLink;
  let isRenewed = false;
  let failures = 0;
  // Requests in a row without an answer share the time of one.
  let time = new CallTime(options.headersTimeoutMs);

  /** Waits before the next request; throws the failure if there is no retry. */
  const afterFailure = async (failure: unknown): Promise<void> => {
    failures += 1;
    const asked = failure instanceof FeedHostRefused ? (failure.retryAfterMs ?? 0) : 0;
    if (!mayTryAgain(failure) || failures > retry.maxRetries || asked > retry.maxWaitMs) throw failure;
    if (time.spareMs < 0) throw failure;
    const own = Math.min(backoffMs(failures, false, Math.random), retry.maxWaitMs, time.spareMs);
    const milliseconds = Math.max(asked, own);
    if (asked === 0) time.spend(milliseconds);
    observe({ kind: 'wait', milliseconds, why: (failure as Error).message });
    await clock.sleep(milliseconds, signal);
  };

  /** Asks until an answer comes: for the rest of a file, or for all of it. If the link has expired, it asks once with a new one. */
  const ask = async (rest?: Rest): Promise<HostAnswer> => {
    for (;;) {
      const began = performance.now();
      // Where there is no time left, undici would take 0 for endless.
      const headersTimeoutMs = Math.max(1, time.leftMs);
      const connectTimeoutMs = Math.min(headersTimeoutMs, options.connectTimeoutMs);
      try {
        const answer = await askHost(link, { ...options, headersTimeoutMs, connectTimeoutMs }, rest);
        time = new CallTime(options.headersTimeoutMs);
        return answer;
      } catch (failure) {
        time.spend(performance.now() - began);
        if (isExpiry(failure) && !isRenewed) {
          isRenewed = true;
          link = await options.askLink();
        } else await afterFailure(failure);
      }
    }
  };

  return { ask, afterFailure };
};

const isExpiry = (failure: unknown): boolean => failure instanceof FeedHostRefused && failure.mayBeExpiry;

const mayTryAgain = (failure: unknown): boolean => {
  if (failure instanceof FeedCut || failure instanceof FeedTooSlow) return true;
  if (failure instanceof FeedHostRefused) return failure.status >= 500 || [408, 429].includes(failure.status);
  return failure instanceof FeedHostUnreachable && failure.facts.obstacle === 'unreachable';
};
