import { dialectFlags, dialectSaid } from '../../flags/dialect-flags.ts';
import { text, wholeNumber } from '../../flags/value-kinds.ts';
import type { Flags, FlagValues } from '../../flags/values.ts';
import { faultKinds } from '../../sandbox/faults/faults.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { defaultContents } from '../../sandbox/options.ts';

/** What every way to start a sandbox takes. */
export const sandboxFlags = {
  products: {
    ...wholeNumber('N', 'How many products the feed holds, exactly', { min: 0, max: 1_000_000 }),
    default: defaultContents.products,
  },
  listings: {
    ...wholeNumber('N', 'How many listings there are to begin with', { min: 0, max: 1_000_000 }),
    default: defaultContents.listings,
  },
  seed: {
    ...wholeNumber('N', 'What the data and the faults are made from: the same for the same number', {
      min: 0,
    }),
    default: defaultContents.seed,
  },
  latency: wholeNumber('MS', 'Milliseconds that each answer takes longer', { min: 0, max: 60_000 }),
  faults: text('SPEC', `Faults to meet, such as '500=5%,lost-answer=2%'; there are ${faultKinds.join(', ')}`),
  ...dialectFlags,
} as const satisfies Flags;

/** The flags → options of a sandbox with the credentials that the profile `sandbox` has. */
export const sandboxOptions = async (flags: FlagValues<typeof sandboxFlags>): Promise<SandboxOptions> => {
  const [{ parseFaults }, { sandboxProfile }] = await Promise.all([
    import('../../sandbox/faults/faults.ts'),
    import('../../profiles/sandbox-profile.ts'),
  ]);
  const { clientId, apiKey } = sandboxProfile;
  const dialect = dialectSaid(flags);
  return {
    credentials: { clientId, apiKey },
    ...(flags.products === undefined ? {} : { products: flags.products }),
    ...(flags.listings === undefined ? {} : { listings: flags.listings }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.latency === undefined ? {} : { latencyMs: flags.latency }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(flags.faults === undefined ? {} : { faults: parseFaults(flags.faults) }),
  };
};
