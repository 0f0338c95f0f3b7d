import { join } from 'node:path';
import { readOwnFile } from '../../files/own-files.ts';
import type { Tree } from '../../line/command.ts';
import { configDirectory, profileFileNames, stateDirectory } from '../../profiles/directories.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { shortRunName } from '../../runs/folder/run-names.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { type Io, write } from '../../terminal/io.ts';
import type { Candidate } from './listing-candidates.ts';

/**
 * Answers a completion script, which asks for `profile`, `run`, or a kind of listing name, and passes the words after `resale`.
 * Prints one value per line, with its description after a tab. Failures are silent, since a message on stderr would appear in
 * the middle of the user's line.
 */
export const complete = async ([kind, ...typed]: readonly string[], io: Io, tree: Tree): Promise<number> => {
  const text = await candidatesOf(kind, typed, io, tree)
    .then(linesOf)
    .catch(() => '');
  await write(io.stdout, text);
  return 0;
};

const linesOf = (candidates: readonly Candidate[]): string =>
  candidates
    // Another program may have written the file.
    .filter(
      ({ value, meaning }) =>
        typeof value === 'string' && isTypable.test(value) && typeof meaning === 'string',
    )
    .map(({ value, meaning }) => `${value}\t${escapeControls(meaning.slice(0, longestMeaning))}\n`)
    .join('');

/**
 * A word without shell syntax that is no flag: Tab inserts text from the service or a file, and Enter executes it. A run may be
 * inside another, such as `night/undo`.
 */
const isTypable = /^\w[\w.-]*(?:\/(?:undo|\d+-of-\d+))?$/;

const longestMeaning = 200;

const candidatesOf = async (
  kind: string | undefined,
  typed: readonly string[],
  io: Io,
  tree: Tree,
): Promise<readonly Candidate[]> => {
  if (kind === 'profile') return profileNames(io);
  if (kind === 'run') return runNames(io);
  if (kind !== 'listing' && kind !== 'external-id' && kind !== 'sku') return [];
  const { listingNames } = await import('./listing-candidates.ts');
  return listingNames(kind, io, typed, tree);
};

interface ProfilesFile {
  profiles?: Readonly<Record<string, { baseUrl?: unknown }>>;
}

/** The names of all profiles, each with its base URL. The file is not validated here: that takes longer than a Tab may. */
const profileNames = async ({ env }: Io): Promise<Candidate[]> => {
  const { profiles = {} } = profilesFile(env);
  const all = { ...profiles, [sandboxProfile.name]: sandboxProfile };
  return Object.entries(all).map(([value, { baseUrl }]) => ({ value, meaning: String(baseUrl) }));
};

const profilesFile = (env: Io['env']): ProfilesFile => {
  const path = join(configDirectory(env), profileFileNames.config);
  try {
    return JSON.parse(readOwnFile(path) ?? '{}');
  } catch {
    // The profile of the sandbox exists even without the file.
    return {};
  }
};

/** The short names of all runs, newest first, each with its parts that are here and its undo, and the time when it began. */
const runNames = async ({ env }: Io): Promise<Candidate[]> => {
  const { agreedUndoOf, isAgreed, listRuns, partsOf } = await import('../../runs/folder/directory.ts');
  const runs = listRuns(stateDirectory(env));
  const all = runs.map(({ id }) => id);
  return runs
    .filter(isAgreed)
    .flatMap((run) => [run, ...partsOf(run), agreedUndoOf(run) ?? []].flat())
    .map(({ id }) => ({ value: shortRunName(id, all), meaning: beganAt(id) }));
};

/** `20261121-120501-4f2a` → `2026-11-21 12:05:01 UTC` */
const beganAt = (id: string): string =>
  id.replace(/^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d).*/, '$1-$2-$3 $4:$5:$6 UTC');
