import { systemClock } from '../clock.ts';
import { backoffMs, CallTime, type RetryPolicy } from '../http/retry.ts';
import { feedBytes } from './cache.ts';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedTooSlow } from './feed-errors.ts';
import { askHost, type HostAnswer, type HostOptions, type Rest } from './host.ts';
import { appended, type FeedPart, lengthOf, newPart, partLeftOver, removePart } from './part.ts';

export interface DownloadOptions extends HostOptions {
  retry: RetryPolicy;
  /** Requests a new link after the first has expired. */
  askLink: () => Promise<string>;
}

/** The host's answer is not the rest of the part. */
class OtherFile extends Error {}

/**
 * Downloads the file behind a link into a part in a prepared folder, and passes its bytes to `take`. Resumes after a broken
 * connection, also one of an earlier process, as long as a strong ETag shows that the host still has the same file; otherwise it
 * starts over, with another call of `take`. Fails like `take` and `askHost`, and with `FeedCacheUnusable`. A part that can be
 * resumed is kept.
 */
export const download = async <Result>(
  link: string,
  folder: string,
  options: DownloadOptions,
  take: (part: FeedPart, bytes: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> => {
  const { ask, afterFailure } = attempts(link, options);
  let part = await partLeftOver(folder);
  let answer: HostAnswer | undefined;
  let isBroken = false;
  const drop = async (): Promise<void> => {
    await answer?.close();
    answer = undefined;
  };

  /** All bytes of a part: the stored ones, then the rest, which is appended to the file. */
  async function* bytesOf(one: FeedPart, first: HostAnswer): AsyncGenerator<Buffer> {
    let received = await lengthOf(one);
    let total = lengthIn(first);
    if (received > 0) yield* feedBytes(one.path, options.signal);
    async function* rest(): AsyncGenerator<Buffer> {
      for (let now = first; !isEnd(now, received); ) {
        try {
          for await (const chunk of now.body) {
            received += chunk.length;
            options.observe({ kind: 'progress', received, total });
            yield chunk;
          }
          if (total === undefined || received === total) return;
          throw new FeedCut('the connection was lost', received);
        } catch (failure) {
          isBroken = true;
          await afterFailure(failure);
        }
        await drop();
        const missing = restAt(one, received);
        if (missing) answer = now = await ask(missing);
        total = lengthIn(now);
        isBroken = false;
        if (!missing || !isRest(now, one, received)) throw new OtherFile();
      }
    }
    yield* appended(one.path, rest(), () => (total ?? received) - received);
  }

  try {
    for (;;) {
      const length = part ? await lengthOf(part) : 0;
      if (!answer) {
        isBroken = true;
        answer = await ask(part && restAt(part, length));
        isBroken = false;
      }
      if (!part || !isRest(answer, part, length)) {
        if (part) await removePart(part);
        // Without a part, the next request is for the whole file.
        part = answer.status === 200 ? newPart(folder, factsOf(answer)) : undefined;
      }
      try {
        if (part) return await take(part, bytesOf(part, answer));
        await drop();
      } catch (error) {
        if (!(error instanceof OtherFile)) throw error;
      }
    }
  } catch (error) {
    const isLeft = isBroken || options.signal.aborted;
    if (part && !(isLeft && restAt(part, await lengthOf(part)))) await removePart(part);
    throw error;
  } finally {
    await drop();
  }
};

const factsOf = ({ etag, encoding, contentLength }: HostAnswer) => ({
  etag: etag?.startsWith('"') ? etag : undefined,
  encoding,
  total: contentLength,
});

/** The range request for the rest of a part; undefined if the part can't be resumed. */
const restAt = ({ etag, encoding }: FeedPart, from: number): Rest | undefined =>
  etag === undefined || from === 0 ? undefined : { from, etag, encoding };

/** Whether an answer is the rest of a part from an offset. */
const isRest = (answer: HostAnswer, { etag, encoding, total }: FeedPart, from: number): boolean => {
  const range = rangeOf(answer);
  if (isEnd(answer, from)) return true;
  const isSame = answer.etag === etag && answer.encoding === encoding;
  return isSame && range?.first === from && (total === undefined || range.whole === total);
};

/** The length of the whole file, if the answer has it. */
const lengthIn = (answer: HostAnswer): number | undefined => rangeOf(answer)?.whole ?? answer.contentLength;

/** Whether an answer shows that the file ends at an offset. */
const isEnd = ({ status, contentRange }: HostAnswer, from: number): boolean =>
  status === 416 && contentRange === `bytes */${from}`;

/** The first byte of an answer's range, and the length of the whole file; undefined if the range stops before the end. */
const rangeOf = ({ status, contentRange = '' }: HostAnswer) => {
  const [, first, last, whole] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(contentRange) ?? [];
  return status === 206 && Number(last) + 1 === Number(whole)
    ? { first: Number(first), whole: Number(whole) }
    : undefined;
};

/** The requests of one download, which share a budget of retries. */
const attempts = (firstLink: string, options: DownloadOptions) => {
  const { retry, clock, signal, observe } = options;
  let link = firstLink;
  let isRenewed = false;
  let failures = 0;
  // Consecutive requests without an answer share one time limit.
  let time = new CallTime(options.headersTimeoutMs);

  /** Waits before the next request; throws the failure if there is no retry. */
  const afterFailure = async (failure: unknown): Promise<void> => {
    failures += 1;
    const retryAfterMs = failure instanceof FeedHostRefused ? (failure.retryAfterMs ?? 0) : 0;
    if (!mayTryAgain(failure) || failures > retry.maxRetries || retryAfterMs > retry.maxWaitMs) throw failure;
    if (time.spareMs < 0) throw failure;
    const own = Math.min(backoffMs(failures, false, Math.random), retry.maxWaitMs, time.spareMs);
    const milliseconds = Math.max(retryAfterMs, own);
    if (retryAfterMs === 0) time.spend(milliseconds);
    observe({ kind: 'wait', milliseconds, why: (failure as Error).message });
    await clock.sleep(milliseconds, signal);
  };

  /** Repeats a request, for the rest of a file or all of it, until there is an answer. Replaces an expired link once. */
  const ask = async (rest?: Rest): Promise<HostAnswer> => {
    for (;;) {
      const began = systemClock.ticks();
      // The connector would read 0 as no limit.
      const headersTimeoutMs = Math.max(1, time.leftMs);
      try {
        const answer = await askHost(link, { ...options, headersTimeoutMs }, rest);
        time = new CallTime(options.headersTimeoutMs);
        return answer;
      } catch (failure) {
        time.spend(systemClock.ticks() - began);
        if (failure instanceof FeedHostRefused && failure.mayBeExpiry && !isRenewed) {
          isRenewed = true;
          link = await options.askLink();
        } else await afterFailure(failure);
      }
    }
  };

  return { ask, afterFailure };
};

const mayTryAgain = (failure: unknown): boolean => {
  if (failure instanceof FeedCut || failure instanceof FeedTooSlow) return true;
  if (failure instanceof FeedHostRefused) return failure.status >= 500 || [408, 429].includes(failure.status);
  return failure instanceof FeedHostUnreachable && failure.facts.obstacle === 'unreachable';
};
