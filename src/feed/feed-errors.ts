import { Failure, type Meaning } from '../failure/failure.ts';
import { systemReason, UnusableFile } from '../files/file-error.ts';
import { type ConnectionFacts, connectionMeaning } from '../http/connection/connection-error.ts';
import { feedLinkLifetimeHours, feedLinkRequestsPerMinute } from '../service/constants.ts';
import { proposal } from '../words/advice.ts';
import { nearest } from '../words/nearest.ts';
import { maxFeedBytes } from './limits.ts';

// Reasons and problems are clauses: `the connection was lost`. Hosts are a scheme and a host, never a whole link.

const later = { exit: 'temporary', hint: 'Try again.' } as const;
const notOurs = { exit: 'failed', hint: 'Tell whoever runs the service.' } as const;

/** The feed ended early, after so many bytes. */
export class FeedCut extends Failure {
  constructor(
    readonly reason: string,
    readonly bytes: number,
  ) {
    super(`the feed was cut short after ${bytes} bytes: ${reason}`, { ...later, code: 'connection-lost' });
  }
}

/** What arrived is not one JSON array. None of it is quoted. */
export class NotAFeed extends Failure {
  constructor(readonly problem: string) {
    super(`the feed is not one JSON array of products: ${problem}`, {
      code: 'bad-answer',
      exit: 'failed',
      hint: 'Is a login page or a proxy in the way?',
    });
  }
}

/** A feed is longer than any honest one, or becomes so when it is unpacked. */
export class FeedTooLong extends Failure {
  constructor(problem = `it is longer than ${maxFeedBytes / 1024 ** 3} GiB`) {
    super(`the feed was refused: ${problem}`, { ...notOurs, code: 'too-large' });
  }
}

export const tooManyProducts = (most: number): Failure =>
  new Failure(`the feed has more than ${most} products, too many to count, check or compare`, {
    code: 'too-large',
    exit: 'failed',
    hint: (here) =>
      proposal(
        'Take it in parts: files with a product per line can be compared. To print it so:',
        here('feed fetch', [], { output: 'ndjson' }),
      ),
  });

/** The system does not let this process reserve the address space that checking a feed takes. */
export const tooLittleAddressSpace = (cause: unknown): Failure =>
  new Failure(
    'the limit on this process (ulimit -v) is too low to read a feed',
    {
      code: 'too-large',
      exit: 'failed',
      hint: 'Lift it with `ulimit -v unlimited`, or raise it to 30 GB: that much is reserved, and almost none of it used.',
    },
    { cause },
  );

/** The link, or a redirect from it, must not be followed. */
export const linkRefused = (problem: string, host?: string): Failure =>
  new Failure(`the feed's link${host ? ` to ${host}` : ''} was not followed: ${problem}`, {
    ...notOurs,
    code: 'refused',
  });

/** The link was asked for as often as the service allows, by whichever process. */
export const tooManyQuestions = (pauseMs: number): Failure =>
  new Failure(`the service takes ${feedLinkRequestsPerMinute} requests for the feed's link a minute`, {
    ...later,
    code: 'rate-limited',
    hint: `Try again in ${Math.ceil(pauseMs / 1000)} s; --max-wait sets how long this tool waits.`,
  });

/** The tool has asked for a new link by then. */
const refusedLinkHint = `Links to the feed expire after ${feedLinkLifetimeHours} hours, and a new one was refused as well. Try again later, or tell whoever runs the service.`;

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

/** The file's host gave no answer; the facts say why. */
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

/** A feed file that was named can't be read. */
export const unreadableFeedFile = (path: string, reason: string): Failure =>
  new Failure(`cannot read ${path}: ${reason}`, {
    code: 'usage',
    exit: 'usage',
    hint: 'Name a feed file that can be read, or none to use the cache.',
  });

const noWholeFeed: Meaning = {
  code: 'invalid-input',
  exit: 'usage',
  hint: (here) =>
    proposal(
      'Name a file that holds a whole feed. To download the newest one again:',
      here('feed fetch', [], { refresh: true }),
    ),
};

/** A feed file that was named is cut short, too long, or no feed at all. */
export const brokenFeedFile = (path: string, cause: FeedCut | NotAFeed | FeedTooLong): Failure =>
  new Failure(`${path}: ${cause.message}`, noWholeFeed, { cause });

/** The entries of a feed can't be told apart: every product would seem to have been added or removed. */
export const noProductIDs = (which: 'older' | 'newer'): Failure =>
  new Failure(`no entry of the ${which} feed has a productID, by which products are compared`, noWholeFeed);

export const noCachedFeed = (): Failure =>
  new Failure('no feed is cached on this machine yet', {
    code: 'not-found',
    exit: 'notFound',
    hint: (here) => proposal('To download and keep one:', here('feed fetch')),
  });

/** The directory for feeds can't be used, or can't be written any more. */
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

/** A field that was to be compared is not documented, and no product of the older feed has it. */
export const undocumentedField = (field: string, documented: readonly string[]): Failure => {
  // People often call a field by its last word: `stock` for `productStock`.
  const meant =
    nearest(field, documented) ?? documented.find((name) => name.toLowerCase().endsWith(field.toLowerCase()));
  return new Failure(
    `'${field}' is not a documented field of a product, and no product of the older feed has it`,
    {
      code: 'usage',
      exit: 'usage',
      hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}The documented fields: ${documented.join(', ')}.`,
      field,
    },
  );
};
