import * as feed from '../feed/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** A feed that did not come, or not whole. */
export const feedFailure = (error: unknown): Meaning | undefined => {
  const later = { exitCode: exitCodes.temporary, hint: 'Try again.', retryable: true };
  if (error instanceof feed.FeedCut) return { ...later, code: 'feed-cut' };
  if (error instanceof feed.FeedTooSlow) return { ...later, code: 'feed-too-slow' };
  if (error instanceof feed.FeedHostUnreachable) return { ...later, code: 'unreachable' };
  if (error instanceof feed.FeedHostRefused)
    return error.status >= 500 || error.status === 429
      ? { ...later, code: 'server-error', status: error.status }
      : {
          exitCode: exitCodes.failed,
          code: 'feed-refused',
          status: error.status,
          hint: 'The link may have expired: a new run asks for a new one.',
        };
  if (error instanceof feed.FeedLinkRefused)
    return { exitCode: exitCodes.failed, code: 'feed-link-refused', hint: 'Tell whoever runs the service.' };
  if (error instanceof feed.NotAFeed)
    return {
      exitCode: exitCodes.failed,
      code: 'not-a-feed',
      hint: 'What was printed so far is no whole feed. Is a login page or proxy in the way?',
    };
  return undefined;
};
