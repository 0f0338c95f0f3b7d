import { Failure } from '../failure/failure.ts';
import { notFound, tooLarge } from '../failure/kinds.ts';
import { systemReason, UnusableFile } from '../files/file-error.ts';
import { type ConnectionFacts, connectionMeaning } from '../http/connection/connection-error.ts';
import { feedLinkLifetimeHours, feedLinkRequestsPerMinute } from '../service/constants.ts';
import { proposal } from '../words/advice.ts';
import { maxFeedBytes } from './limits.ts';

// Reasons and problems are clauses: `the connection was lost`. Hosts are a scheme and a host, never a whole link.

const later = { exit: 'temporary', hint: 'Try again.' } as const;
const notOurs = { exit: 'failed', hint: "Report it to the service's provider." } as const;

/** The feed ended early, after so many bytes. */
export class FeedCut extends Failure {
  constructor(
    readonly reason: string,
    readonly bytes: number,
  ) {
    super(`the feed was cut short after ${bytes} bytes: ${reason}`, { ...later, code: 'connection-lost' });
  }
}

/** The data is not one JSON array. None of it is quoted. */
export class NotAFeed extends Failure {
  constructor(readonly problem: string) {
    super(`the feed is not one JSON array of products: ${problem}`, {
      code: 'bad-answer',
      exit: 'failed',
      hint: 'Is a login page or a proxy in the way?',
    });
  }
}

/** A feed is longer than any honest one, at least after unpacking. */
export class FeedTooLong extends Failure {
  constructor(problem = `it is longer than ${maxFeedBytes / 1024 ** 3} GiB`) {
    super(`the feed was refused: ${problem}`, { ...notOurs, code: 'too-large' });
  }
}

export const tooManyProducts = (most: number): Failure =>
  tooLarge(`the feed has more than ${most} products, too many to count, check or compare`, (here) =>
    proposal(
      'Take it in parts: files with a product per line can be compared. To print it so:',
      here('feed fetch', [], { output: 'ndjson' }),
    ),
  );

/** The link, or a redirect from it, must not be followed. */
export const linkRefused = (problem: string, host?: string): Failure =>
  new Failure(`the feed's link${host ? ` to ${host}` : ''} was not followed: ${problem}`, {
    ...notOurs,
    code: 'refused',
  });

/** The processes of this machine have requested the link as often as the service allows. */
export const tooManyQuestions = (pauseMs: number): Failure =>
  new Failure(`the service takes ${feedLinkRequestsPerMinute} requests for the feed's link a minute`, {
    ...later,
    code: 'rate-limited',
    hint: `Try again in ${Math.ceil(pauseMs / 1000)} s; --max-wait sets how long this tool waits.`,
  });

/** Used after a new link was refused, too. */
const refusedLinkHint = `Links to the feed expire after ${feedLinkLifetimeHours} hours, and a new one was refused as well. Try again later, or report it to the service's provider.`;

/** Hosts report an expired link in different ways. */
const isExpiry = (status: number): boolean => [400, 403, 404, 410].includes(status);

/** The file's host answered with a status other than 200: the link may have expired. */
export class FeedHostRefused extends Failure {
  constructor(
    override readonly status: number,
    host: string,
    /** How long the host wants the next request to wait, in milliseconds. */
    readonly retryAfterMs?: number,
  ) {
    super(
      `${host} answered the request for the feed with status ${status}`,
      status >= 500 || status === 429
        ? { ...later, code: 'server-error', status }
        : {
            ...notOurs,
            ...(isExpiry(status) && { hint: refusedLinkHint }),
            code: 'refused',
            status,
          },
    );
  }

  get mayBeExpiry(): boolean {
    return isExpiry(this.status);
  }
}

/** The file's host did not answer; the facts have the reason. */
export class FeedHostUnreachable extends Failure {
  constructor(
    host: string,
    readonly facts: ConnectionFacts,
  ) {
    super(`${host}, which holds the feed, gave no answer: ${facts.detail}`, connectionMeaning(facts));
  }
}

export class FeedTooSlow extends Failure {
  constructor(bytesPerSecond: number, seconds: number) {
    super(
      `the download of the feed was given up: for ${seconds} s it brought less than ${bytesPerSecond} bytes a second`,
      { ...later, code: 'timeout' },
    );
  }
}

export const noCachedFeed = (): Failure =>
  notFound('no feed is cached on this machine yet', (here) =>
    proposal('To download and keep one:', here('feed fetch')),
  );

/** The directory of feeds is unusable, or a write to it failed. */
export class FeedCacheUnusable extends Failure {
  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(
      `no feed can be kept in ${path}: ${reason}`,
      {
        code: 'file-failed',
        exit: 'failed',
        hint: 'Name another directory with RESALE_CACHE_DIR, or make room there.',
      },
      options,
    );
  }
}

/** Turns a system error below `path` into an error of the cache. Others stay as they are. */
export const asCacheError = (path: string, error: unknown): unknown => {
  const reason = systemReason(error);
  const at = error instanceof UnusableFile ? error.path : path;
  return reason === undefined ? error : new FeedCacheUnusable(at, reason, { cause: error });
};
