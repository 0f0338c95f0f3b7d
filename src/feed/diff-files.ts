import type { Compared, ProductChange } from './diff/changes.ts';
import { diffFeeds } from './diff/diff.ts';
import { type FeedFileOptions, feedFileEntries } from './file.ts';
import type { DiffTally } from './tally.ts';

/** Compares two feed files as `diffFeeds` does. Fails as that and `feedFileEntries` do. */
export const diffFiles = (
  older: string,
  newer: string,
  compared: Compared,
  tally: DiffTally,
  options: FeedFileOptions,
): AsyncGenerator<ProductChange> =>
  diffFeeds(feedFileEntries(older, options), feedFileEntries(newer, options), compared, tally);
