import type { Freshness } from '../../feed/freshness.ts';
import { seconds, toggle } from '../../flags/value-kinds.ts';
import type { FlagValues, UsageFault } from '../../flags/values.ts';

/** The flags that say which kept feed will do. */
export const freshnessFlags = {
  maxAge: seconds('Take the kept feed where it is not older; else until the next can be there'),
  refresh: toggle('Download the feed anew, even if the kept one is fresh'),
  offline: toggle('Use the kept feed, whatever its age, and no network'),
} as const;

type Said = FlagValues<typeof freshnessFlags>;

export const freshnessOf = ({ maxAge, refresh, offline }: Said): Freshness => {
  if (refresh) return 'refresh';
  if (offline) return 'offline';
  return maxAge === undefined ? 'hourly' : { maxAgeMs: maxAge * 1000 };
};

/** Of these flags at most one can be meant. */
export const freshnessFaults = ({ maxAge, refresh, offline }: Said): UsageFault[] => {
  const said = [...(refresh ? ['--refresh'] : []), ...(offline ? ['--offline'] : [])];
  if (maxAge !== undefined) said.push('--max-age');
  return said.slice(1).map((name) => ({ name, message: `does not go with ${said[0]}` }));
};
