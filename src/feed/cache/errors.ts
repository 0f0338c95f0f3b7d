import { UnusableFile } from '../../disk/errors.ts';
import { systemReason } from '../../disk/system-reason.ts';
import { Failure } from '../../failure/failure.ts';

/** No feed is kept on this machine, and the network must not be used. */
export class NoCachedFeed extends Failure {
  constructor() {
    super('no feed is cached on this machine yet', {
      code: 'no-cached-feed',
      exit: 'notFound',
      hint: (here) => `Run \`${here('feed fetch')}\` once without --offline: it keeps what it downloads.`,
    });
  }
}

/** The directory for feeds can't be used, or can't be written any more. */
export class FeedCacheUnusable extends Failure {
  constructor(
    path: string,
    /** Why, as a clause: `the disk is full`. */
    reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `no feed can be kept in ${path}: ${reason}`,
      {
        code: 'unusable-cache',
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
