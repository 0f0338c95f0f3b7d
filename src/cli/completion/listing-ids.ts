import type { CredentialsSource } from '../../profiles/active-profile.ts';
import type { Listing } from '../../service/listing.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Io } from '../../terminal/io.ts';
import type { Tree } from '../command.ts';
import { type CommandLine, unreadLine } from '../command-line.ts';
import { type Settings, settingsOf } from '../global-flags.ts';
import { createInvocation, type Invocation } from '../invocation.ts';
import { readCommandLine } from '../parser.ts';
import { type KeptCandidates, keptCandidates } from './kept-candidates.ts';
import type { Candidate } from './live.ts';

/** How long the service may take, and with all that comes before it, how long a Tab may. */
const callSeconds = 0.5;
const tabMs = 700;

const freshMs = 60_000;
const anyAge = Number.POSITIVE_INFINITY;

/** The newest page of listings, asked of the service at most once a minute, and never waited for longer than a Tab may take. */
export const listingIds = async (
  io: Io,
  typed: readonly string[],
  tree: Tree,
): Promise<readonly Candidate[]> => {
  const line = unreadLine(io.env);
  await readCommandLine(typed, line, tree, []);
  const invocation = createInvocation(io, quietSettings(line), new Set(), line);
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
const quietSettings = (line: CommandLine): Settings => {
  const { profile, baseUrl } = settingsOf(line);
  const quiet = { timeout: String(callSeconds), maxRetries: '0', noInput: true, quiet: true } as const;
  return { ...settingsOf({ ...line, globals: quiet }), profile, baseUrl, debug: false };
};
