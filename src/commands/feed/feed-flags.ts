import type { Compared } from '../../feed/compare-feeds.ts';
import type { Freshness } from '../../feed/freshness.ts';
import { seconds, toggle } from '../../line/flags/value-kinds.ts';
import type { FlagValues } from '../../line/flags/values.ts';

export const freshnessFlags = {
  maxAge: seconds('Use the cached feed if it is not older than this (default: until the next one is due)'),
  refresh: toggle('Download the feed again, even if the cached one is fresh'),
  offline: toggle('Use the cached feed, however old, and no network'),
} as const;

type FreshnessValues = FlagValues<typeof freshnessFlags>;

export const freshnessOf = ({ maxAge, refresh, offline }: FreshnessValues): Freshness => {
  if (refresh) return 'refresh';
  if (offline) return 'offline';
  return maxAge === undefined ? 'hourly' : { maxAgeMs: maxAge * 1000 };
};

export const freshnessConflict = '--refresh --offline --max-age';

export const comparedFlags = {
  allFields: toggle('Compare every field, not only price, productStock, productAvailable and condition'),
} as const;

export type ComparedValues = FlagValues<typeof comparedFlags>;

export const comparedOf = ({ allFields }: ComparedValues): Compared =>
  allFields ? 'all' : ['price', 'productStock', 'productAvailable', 'condition'];

/** The compared fields, for people: a product that differs in others counts as unchanged. */
export const comparedText = ({ allFields }: ComparedValues): string =>
  allFields ? 'every field' : 'price, stock, availability, condition';
