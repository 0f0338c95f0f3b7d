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
import { type Settings, settingsOf } from '../global-flags.ts';
import { createInvocation, type Invocation } from '../invocation.ts';
import { readCommandLine } from '../parser.ts';

/** A value that can be typed, and its description. */
export interface Candidate {
  value: string;
  meaning: string;
}

/** How long the service may take, and how long a Tab may take in all. */
const callSeconds = 0.5;
const tabMs = 700;

const freshMs = 60_000;
const anyAge = Number.POSITIVE_INFINITY;

/** The newest page of listings, requested at most once a minute, and never waited for longer than a Tab may take. */
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

/** A keyring or a key command may ask the user something, who is busy typing something else. */
const mayAskItsUser = (source: CredentialsSource): boolean => source === 'keyring' || source === 'command';

/** The listings that the service has now, otherwise those it had before. */
const newest = async (invocation: Invocation, kept: KeptCandidates): Promise<readonly Candidate[]> => {
  try {
    const client = await invocation.connect({ signal: AbortSignal.timeout(tabMs), connections: 1 });
    const { listings } = await client.call('listListings', pageQuery({}));
    const candidates = listings.map(asCandidate);
    // What can't be kept is asked for again by the next Tab.
    await kept.write(candidates).catch(() => {});
    return candidates;
  } catch {
    return (await kept.read(anyAge)) ?? [];
  }
};

const asCandidate = ({ id, state, sku, externalIdentifier, availableInventory }: Listing): Candidate => ({
  value: id,
  meaning: [externalIdentifier, sku, state, availableInventory].filter((fact) => fact != null).join(' '),
});

/** Settings that take only the service from the typed line: nothing is asked, printed, or retried. */
const quietSettings = (line: CommandLine): Settings => {
  const { profile, baseUrl } = settingsOf(line);
  const quiet = { timeout: String(callSeconds), maxRetries: '0', noInput: true, quiet: true } as const;
  return { ...settingsOf({ ...line, globals: quiet }), profile, baseUrl, debug: false };
};

/** The cache of completion for one service and client, readable only by its owner. */
interface KeptCandidates {
  /** What was kept, if it is not older than so many milliseconds. */
  read(maxAgeMs: number): Promise<readonly Candidate[] | undefined>;
  write(candidates: readonly Candidate[]): Promise<void>;
}

interface Kept {
  at: number;
  candidates: readonly Candidate[];
}

const ownCandidates = { variable: 'RESALE_CACHE_DIR' } as const;

/** What is kept under a name; nothing if there is no place for it. */
const keptCandidates = (env: Io['env'], name: string): KeptCandidates => {
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
        const { at, candidates }: Kept = JSON.parse(readOwnFile(join(folder, digest)) ?? '{"at":0}');
        const age = Date.now() - at;
        return age >= 0 && age <= maxAgeMs ? candidates : undefined;
      } catch {
        // What somebody else put there, and what is damaged, is not used: the service is asked again.
        return undefined;
      }
    },
    async write(candidates) {
      const folder = await folderOf();
      if (folder === undefined) return;
      makeOwnFolder(folder, ownCandidates);
      // A process that reads at the same time gets the old or the new one, never half of it.
      const temporary = join(folder, randomUUID());
      await writeFile(temporary, JSON.stringify({ at: Date.now(), candidates } satisfies Kept), {
        mode: 0o600,
      });
      await rename(temporary, join(folder, digest));
    },
  };
};
