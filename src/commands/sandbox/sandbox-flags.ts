import { defined } from '../../json/defined.ts';
import { dialectFlags, dialectSaid } from '../../line/flags/dialect-flags.ts';
import { requestRate, seconds, text, toggle, wholeNumber } from '../../line/flags/value-kinds.ts';
import type { Flags, FlagValues } from '../../line/flags/values.ts';
import { namedFaults, parseFaults } from '../../sandbox/faults/spec.ts';
import { defaultContents, limitOf, type SandboxOptions } from '../../sandbox/sandbox-options.ts';

export const sandboxFlags = {
  products: {
    ...wholeNumber('N', 'How many products the feed has, exactly', { min: 0, max: 1_000_000 }),
    default: defaultContents.products,
  },
  listings: {
    ...wholeNumber('N', 'How many listings there are at the beginning', { min: 0, max: 1_000_000 }),
    default: defaultContents.listings,
  },
  seed: {
    ...wholeNumber(
      'N',
      'The number that data and faults are made from: the same number, the same data and faults',
      {
        min: 0,
      },
    ),
    default: defaultContents.seed,
  },
  reopens: toggle('Closed listings that gain inventory are open again'),
  latency: wholeNumber('MS', 'Milliseconds to add to each answer', { min: 0, max: 60_000 }),
  faults: text(
    'SPEC',
    `Faults to inject, such as '500=5%,lost-answer=2%'; there are ${namedFaults.map(([name]) => name).join(', ')}`,
  ),
  rate: requestRate('Refuse more requests than that with 429, to rehearse with: 100/s, 1000/min'),
  burst: wholeNumber('N', "How many of them may come at once; without it, a second's worth", {
    min: 1,
    max: 100_000,
  }),
  feedEvery: seconds('Make a new feed this often, instead of at a quarter past each hour', 1),
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
    dialect: dialectSaid(flags),
    ...(faults === undefined ? {} : parseFaults(faults)),
  });
};
