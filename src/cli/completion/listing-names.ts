import { createHash, randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pageQuery } from '../../client/listings.ts';
import { isOwnFolder, makeOwnFolder, readOwnFile } from '../../disk/own-files.ts';
import { cachePlace } from '../../profiles/directories.ts';
import type { Listing } from '../../service/listing.ts';
import type { Io } from '../../terminal/io.ts';
import type { Tree } from '../command.ts';
import { type CommandLine, unreadLine } from '../command-line.ts';
import { globalFlags, type Settings, settingsOf } from '../global-flags.ts';
import { createInvocation } from '../invocation.ts';
import { readCommandLine } from '../parser.ts';

export interface Candidate {
  value: string;
  meaning: string;
}

/** How long a Tab waits for the service, in milliseconds. */
const tabMs = 700;

/** For how long the service is not asked again, in milliseconds. */
const freshMs = 60_000;

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

/** The listings that the service has now, otherwise those it had before. */
const newestListings = async (io: Io, line: CommandLine): Promise<readonly KnownListing[]> => {
  const invocation = createInvocation(io, quietSettings(line), new Set(), line);
  try {
    const { origin, clientId, sources } = await invocation.profile();
    const file = await keptFile(io.env, `${origin}\n${clientId ?? ''}`);
    const { age, listings } = readKept(file, io.clock.now());
    // A keyring or a key command may ask the user something, who is busy typing something else.
    const mayAskUser = sources.credentials === 'keyring' || sources.credentials === 'command';
    if (age <= freshMs || mayAskUser) return listings;
    try {
      const client = await invocation.connect({ signal: io.clock.deadline(tabMs), connections: 1 });
      const page = await client.call('listListings', pageQuery({}));
      const known = page.listings.map(asKnown);
      // What can't be kept is asked for again by the next Tab.
      await writeKept(file, { at: io.clock.now(), listings: known }).catch(() => {});
      return known;
    } catch {
      return listings;
    }
  } finally {
    await invocation.close();
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

/** One name of a listing, with what else is known of it. The value is empty if it has no such name. */
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

interface Kept {
  at: number;
  listings: readonly KnownListing[];
}

const ownFolder = { variable: 'RESALE_CACHE_DIR' } as const;

/** The file for one service and client; undefined if there is no place for it. */
const keptFile = async (env: Io['env'], name: string): Promise<string | undefined> => {
  const directory = await cachePlace(env);
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32);
  return directory && join(directory, 'completion', digest);
};

/** What is kept and its age in milliseconds. What somebody else put there, and what is damaged, is not used. */
const readKept = (file: string | undefined, now: number): Omit<Kept, 'at'> & { age: number } => {
  const nothing = { age: Number.POSITIVE_INFINITY, listings: [] };
  try {
    if (file === undefined || !isOwnFolder(dirname(file), ownFolder)) return nothing;
    const { at, listings }: Kept = JSON.parse(readOwnFile(file) ?? '{}');
    return now >= at ? { age: now - at, listings } : nothing;
  } catch {
    return nothing;
  }
};

const writeKept = async (file: string | undefined, kept: Kept): Promise<void> => {
  if (file === undefined) return;
  makeOwnFolder(dirname(file), ownFolder);
  // A process that reads at the same time gets the old or the new one, never half of it.
  const temporary = join(dirname(file), randomUUID());
  await writeFile(temporary, JSON.stringify(kept), { mode: 0o600 });
  await rename(temporary, file);
};
