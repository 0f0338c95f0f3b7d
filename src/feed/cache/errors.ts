import { Failure } from '../../failure/failure.ts';
import { later } from '../errors.ts';

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

/** Another process is downloading the feed, and its download has stalled. */
export class FeedBusy extends Failure {
  constructor() {
    super('another process is downloading the feed, and its download has stalled', {
      ...later,
      code: 'feed-busy',
      hint: 'Let that process continue, or stop it, and try again.',
    });
  }
}
