import * as z from 'zod/mini';
import { described } from './described.ts';

/** Where the newest product feed is. */
export const feedLink = z.looseObject({
  url: described(z.string(), 'Link to the feed file; it works for a day'),
  version: described(z.optional(z.int()), "Version of the feed's format; so far there is only 1"),
});
export type FeedLink = z.infer<typeof feedLink>;
