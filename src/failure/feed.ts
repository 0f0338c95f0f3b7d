import * as feed from '../feed/errors.ts';
import { nearest } from '../words/nearest.ts';
import { connectionMeaning } from './connection.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** A feed that did not come, or not whole. */
export const feedFailure = (error: unknown): Meaning | undefined => {
  const later = { exitCode: exitCodes.temporary, hint: 'Try again.', retryable: true };
  if (error instanceof feed.FeedCut) return { ...later, code: 'feed-cut' };
  if (error instanceof feed.FeedChanged) return { ...later, code: 'feed-changed' };
  if (error instanceof feed.FeedTooSlow) return { ...later, code: 'feed-too-slow' };
  if (error instanceof feed.FeedHostUnreachable) return connectionMeaning(error.facts);
  if (error instanceof feed.FeedHostRefused)
    return error.status >= 500 || error.status === 429
      ? { ...later, code: 'server-error', status: error.status }
      : {
          exitCode: exitCodes.failed,
          code: 'feed-refused',
          status: error.status,
          hint: 'Tell whoever runs the service.',
        };
  if (error instanceof feed.FeedLinkRefused)
    return { exitCode: exitCodes.failed, code: 'feed-link-refused', hint: 'Tell whoever runs the service.' };
  if (error instanceof feed.LinkBudgetSpent)
    return {
      ...later,
      code: 'rate-limited',
      hint: `Come back in ${Math.ceil(error.waitMs / 1000)} s; --max-wait says how long this tool may wait by itself.`,
    };
  if (error instanceof feed.FeedBusy)
    return { ...later, code: 'feed-busy', hint: 'Let that one read on, or stop it, and try again.' };
  if (error instanceof feed.NoCachedFeed)
    return {
      exitCode: exitCodes.notFound,
      code: 'no-cached-feed',
      hint: 'Run `resale feed fetch` once without --offline: it keeps what it downloads.',
    };
  if (error instanceof feed.FeedCacheUnusable)
    return {
      exitCode: exitCodes.failed,
      code: 'unusable-cache',
      hint: 'Name another directory with RESALE_CACHE_DIR, or make room there.',
    };
  if (error instanceof feed.NotAFeed)
    return {
      exitCode: exitCodes.failed,
      code: 'not-a-feed',
      hint: 'What was printed so far is no whole feed. Is a login page or proxy in the way?',
    };
  if (error instanceof feed.TooLittleAddressSpace)
    return {
      exitCode: exitCodes.failed,
      code: 'address-space',
      hint: 'Lift the limit with `ulimit -v unlimited`, or ask for 30 GB: next to nothing of it is used.',
    };
  if (error instanceof feed.UnknownField)
    return {
      exitCode: exitCodes.usage,
      code: 'usage',
      hint: `${meantField(error)}The documented fields: ${error.known.join(', ')}.`,
      field: error.field,
    };
  if (error instanceof feed.UnreadableFeedFile)
    return {
      exitCode: exitCodes.usage,
      code: 'unreadable-file',
      hint: 'Name a feed file that can be read, or none: then the cache is looked into.',
    };
  if (error instanceof feed.BrokenFeedFile || error instanceof feed.NoProductIDs)
    return {
      exitCode: exitCodes.usage,
      code: 'not-a-feed',
      hint: 'Name a whole feed file. One in the cache comes anew with: resale feed fetch --refresh',
    };
  return undefined;
};

/** Many fields are called by their last word where people talk of them: `stock` for `productStock`. */
const meantField = ({ field, known }: feed.UnknownField): string => {
  const meant =
    nearest(field, known) ?? known.find((name) => name.toLowerCase().endsWith(field.toLowerCase()));
  return meant === undefined ? '' : `Did you mean ${meant}? `;
};
