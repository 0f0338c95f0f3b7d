import { createHash, randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageQuery } from '../../client/listings.ts';
import { isOwnFolder, makeOwnFolder, readOwnFile } from '../../disk/own-files.ts';
import type { CredentialsSource } from '../../profiles/active-profile.ts';
import { cachePlace } from '../../profiles/directories.ts';
import type { Listing } from '../../service/listing.ts';
import type { Io } from '../../terminal/io.ts';
import type { Tree } from '../command.ts';
import { type CommandLine, unreadLine } from '../command-line.ts';
import { globalFlags, type Settings, settingsOf } from '../global-flags.ts';
import { createInvocation, type Invocation } from '../invocation.ts';
import { readCommandLine } from '../parser.ts';

export interface Candidate {
  value: string;
  meaning: string;
}

/** How long a Tab waits for the service, in milliseconds. */
const tabMs = 700;

const freshMs = 60_000;
const anyAge = Number.POSITIVE_INFINITY;

type NameKind = 'listing' | 'external-id' | 'sku';

/** The names of the newest page of listings, requested at most once a minute, and never waited for longer than a Tab may take. */
export const listingNames = async (
  kind: NameKind,
  io: Io,
  typed: readonly string[],
  tree: Tree,
): Promise<readonly Candidate[]> => {
  const line = unreadLine(io.env);
  await readCommandLine(typed, line, tree, []);
  // No identifier is to be typed where another name stands in its place.
  if (kind === 'listing' && (line.flags.externalId ?? line.flags.sku) !== undefined) return [];
  const listings = await newestListings(io, line);
  const candidates = listings.map((listing) => asCandidate(kind, listing));
  return [...new Map(candidates.map((candidate) => [candidate.value, candidate])).values()];
};

const newestListings = async (io: Io, line: CommandLine): Promise<readonly KnownListing[]> => {
  const invocation = createInvocation(io, quietSettings(line), new Set(), line);
  try {
    const { origin, clientId, sources } = await invocation.profile();
    const kept = keptListings(io, `${origin}\n${clientId ?? ''}`);
    const fresh = await kept.read(freshMs);
    if (fresh) return fresh;
    return mayAskItsUser(sources.credentials) ? ((await kept.read(anyAge)) ?? []) : newest(invocation, kept);
  } finally {
    await invocation.close();
  }
};

/** A keyring or a key command may ask the user something, who is busy typing something else. */
const mayAskItsUser = (source: CredentialsSource): boolean => source === 'keyring' || source === 'command';

/** The listings that the service has now, otherwise those it had before. */
const newest = async (invocation: Invocation, kept: KeptListings): Promise<readonly KnownListing[]> => {
  try {
    const client = await invocation.connect({ signal: invocation.io.clock.deadline(tabMs), connections: 1 });
    const { listings } = await client.call('listListings', pageQuery({}));
    const known = listings.map(asKnown);
    // What can't be kept is asked for again by the next Tab.
    await kept.write(known).catch(() => {});
    return known;
  } catch {
    return (await kept.read(anyAge)) ?? [];
  }
};

/** What completion keeps of a listing: its names, and its state and inventory as a text. */
type KnownListing = Pick<Listing, 'id' | 'externalIdentifier' | 'sku'> & { facts: string };

const asKnown = ({ id, externalIdentifier, sku, state, availableInventory }: Listing): KnownListing => ({
  id,
  externalIdentifier,
  sku,
  facts: inWords(state, availableInventory),
});

const inWords = (...facts: readonly unknown[]): string => facts.filter((fact) => fact != null).join(' ');

/** One name of a listing, with what else is known of it; a value that is empty if it has no such name. */
const asCandidate = (kind: NameKind, { id, externalIdentifier, sku, facts }: KnownListing): Candidate => {
  if (kind === 'sku') return { value: sku ?? '', meaning: inWords(externalIdentifier, facts) };
  if (kind === 'external-id') return { value: externalIdentifier ?? '', meaning: inWords(sku, facts) };
  return { value: id, meaning: inWords(externalIdentifier, sku, facts || null) };
};

/** Settings that take only the service from the typed line: nothing is asked, printed, or retried. */
const quietSettings = (line: CommandLine): Settings => {
  const { profile, baseUrl } = settingsOf(line);
  const quiet = {
    timeout: String(globalFlags.timeout.default),
    maxRetries: '0',
    noInput: true,
    quiet: true,
  } as const;
  return { ...settingsOf({ ...line, globals: quiet }), profile, baseUrl, debug: false };
};

/** The cache of completion for one service and client, readable only by its owner. */
interface KeptListings {
  /** What was kept, if it is not older than so many milliseconds. */
  read(maxAgeMs: number): Promise<readonly KnownListing[] | undefined>;
  write(listings: readonly KnownListing[]): Promise<void>;
}

interface Kept {
  at: number;
  listings: readonly KnownListing[];
}

const ownCandidates = { variable: 'RESALE_CACHE_DIR' } as const;

/** What is kept under a name; nothing if there is no place for it. */
const keptListings = ({ env, clock }: Io, name: string): KeptListings => {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32);
  const folderOf = async () => {
    const directory = await cachePlace(env);
    return directory && join(directory, 'completion');
  };
  return {
    async read(maxAgeMs) {
      const folder = await folderOf();
      if (folder === undefined) return undefined;
      try {
        if (!isOwnFolder(folder, ownCandidates)) return undefined;
        const { at, listings }: Kept = JSON.parse(readOwnFile(join(folder, digest)) ?? '{"at":0}');
        const age = clock.now() - at;
        return age >= 0 && age <= maxAgeMs ? listings : undefined;
      } catch {
        // What somebody else put there, and what is damaged, is not used: the service is asked again.
        return undefined;
      }
    },
    async write(listings) {
      const folder = await folderOf();
      if (folder === undefined) return;
      makeOwnFolder(folder, ownCandidates);
      // A process that reads at the same time gets the old or the new one, never half of it.
      const temporary = join(folder, randomUUID());
      await writeFile(temporary, JSON.stringify({ at: clock.now(), listings } satisfies Kept), {
        mode: 0o600,
      });
      await rename(temporary, join(folder, digest));
    },
  };
};
