import { defined } from '../../json/defined.ts';
import { dialectFlags, dialectFromFlags } from '../../line/flags/dialect-flags.ts';
import { requestRate, seconds, text, toggle, wholeNumber } from '../../line/flags/value-kinds.ts';
import type { Flags, FlagValues } from '../../line/flags/values.ts';
import { namedFaults, parseFaults } from '../../sandbox/faults/spec.ts';
import { defaultContents, limitOf, type SandboxOptions } from '../../sandbox/sandbox-options.ts';

export const sandboxFlags = {
  products: {
    ...wholeNumber('N', 'Number of products in the feed', { min: 0, max: 1_000_000 }),
    default: defaultContents.products,
  },
  listings: {
    ...wholeNumber('N', 'Number of listings at the start', { min: 0, max: 1_000_000 }),
    default: defaultContents.listings,
  },
  seed: {
    ...wholeNumber('N', 'Seed of data and faults: the same seed gives the same ones', {
      min: 0,
    }),
    default: defaultContents.seed,
  },
  reopens: toggle('Open a closed listing again when it gains inventory'),
  latency: wholeNumber('MS', 'Milliseconds by which each answer is delayed', { min: 0, max: 60_000 }),
  faults: text(
    'SPEC',
    `Faults to inject, such as '500=5%,lost-answer=2%': ${namedFaults.map(([name]) => name).join(', ')}`,
  ),
  rate: requestRate('Answer more requests than this with 429: 100/s, 1000/min'),
  burst: wholeNumber('N', "Requests that may come at once (default: a second's worth)", {
    min: 1,
    max: 100_000,
  }),
  feedEvery: seconds('Make a new feed this often, instead of a quarter past each hour', 1),
  ...dialectFlags,
} as const satisfies Flags;

export const sandboxNeeds = { '--burst': '--rate' };

export const sandboxOptions = (flags: FlagValues<typeof sandboxFlags>): SandboxOptions => {
  const { products, listings, seed, reopens, latency, rate, burst, feedEvery, faults } = flags;
  return defined({
    products,
    listings,
    seed,
    reopens,
    latencyMs: latency,
    limit: rate === undefined ? undefined : limitOf(rate, burst),
    feedEveryMs: feedEvery === undefined ? undefined : feedEvery * 1000,
    dialect: dialectFromFlags(flags),
    ...(faults === undefined ? {} : parseFaults(faults)),
  });
};
