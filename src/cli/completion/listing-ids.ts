import { readFlags } from '../../flags/values.ts';
import type { CredentialsSource } from '../../profiles/active-profile.ts';
import type { Listing } from '../../service/listing.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Io } from '../../terminal/io.ts';
import { globalFlags, type Settings, settingsOf } from '../global-flags.ts';
import { createInvocation, type Invocation } from '../invocation.ts';
import { type KeptCandidates, keptCandidates } from './kept-candidates.ts';
import type { Candidate } from './live.ts';

/** How long the service may take, and with all that comes before it, how long a Tab may. */
const callSeconds = 0.5;
const tabMs = 700;

const freshMs = 60_000;
const anyAge = Number.POSITIVE_INFINITY;

/** What is typed so far is no command line yet. */
const nothingTyped = { path: 'resale', typed: {}, typedGlobals: {} };

/** The newest page of listings, asked of the service at most once a minute, and never waited for longer than a Tab may take. */
export const listingIds = async (io: Io, typed: readonly string[]): Promise<readonly Candidate[]> => {
  const invocation = createInvocation(io, quietSettings(io, typed), new Set(), nothingTyped);
  try {
    const { origin, clientId, sources } = await invocation.profile();
    const kept = keptCandidates(io.env, `${origin}\n${clientId?.reveal() ?? ''}`);
    const fresh = await kept.read(freshMs);
    if (fresh) return fresh;
    return mayAskItsUser(sources.credentials) ? ((await kept.read(anyAge)) ?? []) : newest(invocation, kept);
  } finally {
    await invocation.close();
  }
};

/** A keyring or a program that has the key may want something of its user, who is typing something else just now. */
const mayAskItsUser = (source: CredentialsSource): boolean => source === 'keyring' || source === 'command';

/** What the service has, else what it had. */
const newest = async (invocation: Invocation, kept: KeptCandidates): Promise<readonly Candidate[]> => {
  try {
    const client = await invocation.connect({ signal: AbortSignal.timeout(tabMs), connections: 1 });
    const { pageQuery } = await import('../../client/listings.ts');
    const { listings } = await client.call('listListings', pageQuery({}));
    const candidates = listings.filter(({ id }) => /^[\w-]+$/.test(id)).map(asCandidate);
    await kept.write(candidates);
    return candidates;
  } catch {
    return (await kept.read(anyAge)) ?? [];
  }
};

const asCandidate = ({ id, state, sku, externalIdentifier, availableInventory }: Listing): Candidate => ({
  value: id,
  meaning: harmless(
    [externalIdentifier, sku, state, availableInventory].filter((fact) => fact != null).join(' '),
  ),
});

/** The settings of the line that is typed, as far as they say which service is meant; nothing is asked, told, or tried again. */
const quietSettings = ({ env }: Io, typed: readonly string[]): Settings => {
  const flags = readFlags(
    globalFlags,
    {
      profile: valueIn(typed, ['--profile', '-p']),
      baseUrl: valueIn(typed, ['--base-url']),
      timeout: String(callSeconds),
      maxRetries: '0',
      noInput: true,
      quiet: true,
    },
    [],
  );
  return { ...settingsOf(flags, env, []), debug: false };
};

/** What was typed for a flag: behind it, or in one word with it. */
const valueIn = (typed: readonly string[], names: readonly string[]): string | undefined => {
  for (const [index, word] of typed.entries())
    for (const name of names) {
      if (word === name) return typed[index + 1];
      if (name.startsWith('--') && word.startsWith(`${name}=`)) return word.slice(name.length + 1);
      if (!name.startsWith('--') && word.startsWith(name)) return word.slice(name.length);
    }
  return undefined;
};
