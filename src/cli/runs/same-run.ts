import { resolve } from 'node:path';
import { anotherRun } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { lockRun, type RunLock, untilUnlocked } from '../../bulk/journal/lock.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import type { RecordedRun } from '../../bulk/journal/recorded-run.ts';
import type { RowState } from '../../bulk/journal/replay.ts';
import { rowName } from '../../bulk/rows/row.ts';
import { hashFile, openRowFile, type RowFile } from '../../bulk/rows/row-file.ts';
import type { Operation } from '../../changes/operation.ts';
import { operationNamed } from '../../changes/operations.ts';
import { isSameFile } from '../../disk/same-file.ts';
import { Failure } from '../../failure/failure.ts';
import type { ActiveProfile } from '../../profiles/active-profile.ts';
import { type Advice, proposal } from '../../words/advice.ts';
import { capitalized } from '../../words/counted.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';

const knownOperation = ({ operation }: Manifest): Operation => {
  const known = operationNamed(operation);
  if (known === undefined) throw anotherRun(`this version of resale has no operation "${operation}"`);
  return known;
};

export const belongsTo = (
  { name, origin, clientId }: Pick<ActiveProfile, 'name' | 'origin' | 'clientId'>,
  manifest: Manifest,
): boolean => origin === manifest.origin && name === manifest.profile && clientId === manifest.clientId;

/**
 * The operation of a run that this command may go on with. Refuses a run of another service, profile or client: it would look up or
 * change listings of another shop. Refuses to overwrite the file that the run reads its rows from, too.
 */
export const ownOperation = async (
  manifest: Manifest,
  invocation: Invocation,
  failedOut?: string,
): Promise<Operation> => {
  const { name, origin, clientId } = await invocation.profile();
  const refuse = async (message: string): Promise<never> => {
    throw anotherRun(message, await adviceOn(manifest, invocation));
  };
  if (origin !== manifest.origin)
    await refuse(`the run is for ${manifest.origin}, but this command is for ${origin}`);
  if (name !== manifest.profile)
    await refuse(
      `the run was started with ${profileWords(manifest.profile)}, not with ${profileWords(name)}`,
    );
  if (manifest.clientId !== clientId)
    throw anotherRun(
      `the run belongs to the client ${manifest.clientId ?? 'none'}, and this command is for ${clientId ?? 'none'}`,
      `Go on with the keys of that client${name === undefined ? '' : `, in the profile ${name} or`} in RESALE_CLIENT_ID and RESALE_API_KEY.`,
    );
  await keepRows(manifest, invocation, failedOut);
  return knownOperation(manifest);
};

/** Without its rows, a run could not be resumed. */
const keepRows = async (
  { input }: Manifest,
  { io, settings }: Invocation,
  failedOut: string | undefined,
): Promise<void> => {
  const written = { '--failed-out': failedOut, '--out': settings.out };
  for (const [name, path] of Object.entries(written))
    if (
      path !== undefined &&
      input.path !== undefined &&
      (await isSameFile(resolve(io.cwd, path), input.path))
    )
      throw new UsageError([
        { name, message: `names the file that the run reads its rows from: ${input.path}` },
      ]);
};

const adviceOn = async ({ profile, origin }: Manifest, invocation: Invocation): Promise<Advice> => {
  if (profile === undefined)
    return `Give it as it was: --base-url ${origin}, with RESALE_CLIENT_ID and RESALE_API_KEY in the environment and no profile.`;
  if ((await invocation.profile()).name === profile)
    return `Give its base URL as it was: --base-url ${origin}`;
  const { profiles } = await (await invocation.store()).read();
  return profiles.has(profile)
    ? `Go on with that profile: --profile ${profile}`
    : proposal(
        `There is no profile ${profile} any more: add it again, or give it its name back:`,
        resaleLine('profiles rename', ['NAME', profile]),
      );
};

const profileWords = (name: string | undefined): string =>
  name === undefined ? 'credentials from the environment' : `the profile ${name}`;

/** Opens the rows of a run, from `file` if that is given. Refuses a file that has changed. */
export const sameFile = async ({ manifest, directory }: RecordedRun, file?: string): Promise<RowFile> => {
  const path = manifest.input.path === undefined ? directory.input : (file ?? manifest.input.path);
  const { sha256 } = await hashFile(path);
  if (sha256 !== manifest.input.sha256) {
    const called = manifest.input.path === undefined ? `the copy of standard input, ${path},` : path;
    throw anotherRun(
      `${called} has changed since the run began`,
      'Put it back as it was, or start a new run with the changed rows.',
    );
  }
  const { sheet, ignoreExtra } = manifest.options;
  return openRowFile(path, path, sheet, knownOperation(manifest).columns, ignoreExtra);
};

/** What rows call their listings, by row number. Nothing if the file has changed. */
export const namesOf = async (
  { io }: Invocation,
  recorded: RecordedRun,
  rows: readonly Pick<RowState, 'row'>[],
  onMissing?: (reason: string) => void,
): Promise<Map<number, string>> => {
  const names = new Map<number, string>();
  const wanted = new Set(rows.map(({ row }) => row));
  if (wanted.size === 0) return names;
  try {
    for await (const row of (await sameFile(recorded)).rows(io.interruption)) {
      const name = wanted.delete(row.number) ? rowName(row) : undefined;
      if (name !== undefined) names.set(row.number, name);
      if (wanted.size === 0) break;
    }
  } catch (error) {
    if (!(error instanceof Failure) || error === io.interruption.reason) throw error;
    onMissing?.(error.message);
  }
  return names;
};

/** While it waits for the lock, a person is told and may stop it. */
export const watching = ({ io, warn }: Invocation): Parameters<typeof lockRun>[1] => ({
  signal: io.interruption,
  onWatch: ({ message }, seconds) =>
    warn(`${capitalized(message)}. Unless it shows within ${seconds} s that it is alive, this one goes on.`),
});

/** Locks the run; a dry run, or who `onlyLooks`, just waits until nobody works on it. */
export const lockOrLook = async (
  directory: RunDirectory,
  invocation: Invocation,
  onlyLooks = false,
): Promise<RunLock> => {
  if (!onlyLooks && !invocation.settings.dryRun) return lockRun(directory, watching(invocation));
  await untilUnlocked(directory, watching(invocation));
  return { check: () => undefined, isLost: () => false, release: async () => {} };
};
