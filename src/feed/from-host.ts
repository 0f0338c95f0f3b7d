import type { FeedCache } from './cache/cache.ts';
import { Keeping } from './cache/download-files.ts';
import type { Lock } from './cache/lock.ts';
import { startAttempts } from './download/attempts.ts';
import { Download } from './download/download.ts';
import { type GivenLink, hashOf, requestLink } from './link-request.ts';
import type { FeedOptions, FeedSource } from './sources.ts';

/** Opens the feed behind a link; where a cache is given, with its lock held, the feed is put there on the way. */
export const fromHost = (
  { url, fetchedAt, clockAheadMs }: GivenLink,
  options: FeedOptions,
  place?: { cache: FeedCache; lock: Lock },
): FeedSource => {
  const keeping = place && new Keeping(place.cache.folder, place.lock);
  const askLink = async () => (await requestLink(place?.cache.folder, options)).url;
  const attempts = startAttempts(url, { ...options, askLink });
  const download = new Download(attempts, keeping, options.observe);
  const bytes = download.bytes();
  return {
    bytes,
    cached: undefined,
    async keep(entries) {
      if (!keeping) return undefined;
      const content = download.content();
      const linkHash = hashOf(attempts.link());
      const facts = { ...content, fetchedAt, clockAheadMs, entries, linkHash };
      return keeping.finish(content.length, (path) => place.cache.add(path, facts));
    },
    async close(failure) {
      await bytes.return(undefined);
      // What a lost connection or a reader who went away leaves is good; any other failure is one of the file's.
      await keeping?.end(download.isBroken || failure === undefined);
      await place?.lock.release();
    },
  };
};
