import { pageQuery } from '../../http/listing-pages.ts';
import type { Tree } from '../../line/command.ts';
import { CommandLine } from '../../line/command-line.ts';
import { globalFlags, type Settings, settingsOf } from '../../line/global-flags.ts';
import { createInvocation } from '../../line/invocation.ts';
import { readCommandLine } from '../../line/parser.ts';
import type { Listing } from '../../service/listing-schemas.ts';
import type { Io } from '../../terminal/io.ts';
import { redacted, redactor } from '../../terminal/redact.ts';

export interface Candidate {
  value: string;
  meaning: string;
}

/** How long a Tab waits for the service, in milliseconds. */
const tabMs = 700;

type NameKind = 'listing' | 'external-id' | 'sku';

/** The names of the newest page of listings, within the time that a Tab may take. */
export const listingNames = async (
  kind: NameKind,
  io: Io,
  typed: readonly string[],
  tree: Tree,
): Promise<readonly Candidate[]> => {
  const line = new CommandLine(io.env);
  await readCommandLine(typed, line, tree, []);
  // --external-id or --sku replaces the identifier.
  if (kind === 'listing' && (line.flags.externalId ?? line.flags.sku) !== undefined) return [];
  const secrets = new Set<string>();
  const listings = await newestListings(io, line, secrets);
  const redact = redactor(secrets);
  const candidates = listings.map((listing) => redacted(asCandidate(kind, listing), redact));
  return [...new Map(candidates.map((candidate) => [candidate.value, candidate])).values()];
};

const newestListings = async (
  io: Io,
  line: CommandLine,
  secrets: Set<string>,
): Promise<readonly Listing[]> => {
  const invocation = createInvocation(io, quietSettings(line), secrets, line);
  try {
    const { sources } = await invocation.profile();
    // A keyring or a key command might prompt the user, in the middle of a line.
    if (sources.credentials === 'keyring' || sources.credentials === 'command') return [];
    const client = await invocation.connect({ signal: io.clock.deadline(tabMs) });
    return (await client.call('listListings', pageQuery({}))).listings;
  } finally {
    await invocation.close();
  }
};

const inWords = (...facts: readonly unknown[]): string => facts.filter((fact) => fact != null).join(' ');

/** A name of a listing, with a description. The value is empty if the listing has no such name. */
const asCandidate = (kind: NameKind, listing: Listing): Candidate => {
  const { id, externalIdentifier, sku, state, availableInventory } = listing;
  if (kind === 'sku')
    return { value: sku ?? '', meaning: inWords(externalIdentifier, state, availableInventory) };
  if (kind === 'external-id')
    return { value: externalIdentifier ?? '', meaning: inWords(sku, state, availableInventory) };
  return { value: id, meaning: inWords(externalIdentifier, sku, state, availableInventory) };
};

/** Settings with only the service of the typed line: no questions, no output, no retries. */
const quietSettings = (line: CommandLine): Settings => {
  const { profile, baseUrl, caBundle } = line.globals;
  const timeout = `${globalFlags.timeout.default}`;
  const globals = {
    profile,
    baseUrl,
    caBundle,
    timeout,
    maxRetries: '0',
    noInput: true,
    quiet: true,
  } as const;
  return { ...settingsOf({ ...line, globals }), debug: false };
};
