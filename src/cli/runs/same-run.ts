import { anotherRun } from '../../bulk/errors.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import type { RecordedRun } from '../../bulk/journal/recorded-run.ts';
import { hashFile, openRowFile, type RowFile } from '../../bulk/rows/row-file.ts';
import type { Operation } from '../../changes/operation.ts';
import { operationNamed } from '../../changes/operations.ts';
import { resaleLine } from '../../words/resale-line.ts';
import type { Invocation } from '../invocation.ts';

/** The operation of a run. */
export const knownOperation = ({ operation }: Manifest): Operation => {
  const known = operationNamed(operation);
  if (known === undefined) throw anotherRun(`this version of resale has no operation "${operation}"`);
  return known;
};

/** Refuses another service than that of the run: the identifiers of its listings may be known there, too. */
export const checkSameOrigin = async (manifest: Manifest, invocation: Invocation): Promise<void> => {
  const { origin } = await invocation.profile();
  if (origin !== manifest.origin)
    throw anotherRun(
      `the run is for ${manifest.origin}, but this command is for ${origin}`,
      await adviceOn(manifest, invocation),
    );
};

/** Refuses to resume with a different profile or service. */
export const checkSameService = async (manifest: Manifest, invocation: Invocation): Promise<void> => {
  await checkSameOrigin(manifest, invocation);
  const { name } = await invocation.profile();
  if (name !== manifest.profile)
    throw anotherRun(
      `the run was started with ${profileWords(manifest.profile)}, not with ${profileWords(name)}`,
      await adviceOn(manifest, invocation),
    );
};

const adviceOn = async ({ profile, origin }: Manifest, invocation: Invocation): Promise<string> => {
  if (profile === undefined)
    return ` Give it as it was: --base-url ${origin}, with RESALE_CLIENT_ID and RESALE_API_KEY in the environment and no profile.`;
  if ((await invocation.profile()).name === profile)
    return ` Give its base URL as it was: --base-url ${origin}`;
  const { profiles } = await (await invocation.store()).read();
  return profiles.has(profile)
    ? ` Go on with that profile: --profile ${profile}`
    : ` There is no profile ${profile} any more: add it again, or give it its name back: ${resaleLine('profiles rename', ['NAME', profile])}`;
};

const profileWords = (name: string | undefined): string =>
  name === undefined ? 'credentials from the environment' : `the profile ${name}`;

/** Opens the rows of the run, from `file` if that may be somewhere else by now. Refuses a file that has changed since the run began. */
export const sameFile = async ({ manifest, directory }: RecordedRun, file?: string): Promise<RowFile> => {
  const path = manifest.input.path === undefined ? directory.input : (file ?? manifest.input.path);
  const { sha256 } = await hashFile(path);
  if (sha256 !== manifest.input.sha256) {
    const called = manifest.input.path === undefined ? `the copy of standard input, ${path},` : path;
    throw anotherRun(
      `${called} has changed since the run began`,
      ' Put it back as it was, or start a new run with the changed rows.',
    );
  }
  return openRowFile(path, path, manifest.options.sheet);
};
