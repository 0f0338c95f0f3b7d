import type { Input } from '../../bulk/input/input.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import type { Invocation } from '../invocation.ts';
import type { RecordedRun } from './files.ts';

/** Refuses to go on under another profile, or with another service. */
export const checkSameService = async (manifest: Manifest, invocation: Invocation): Promise<void> => {
  const { AnotherRun } = await import('../../bulk/errors.ts');
  const { origin, name } = await invocation.profile();
  if (origin !== manifest.origin)
    throw new AnotherRun(`the run is for ${manifest.origin}, and the profile in use is for ${origin}`);
  if (name !== manifest.profile)
    throw new AnotherRun(
      `the run is of the profile ${manifest.profile ?? 'of the environment'}, not of ${name ?? 'the environment'}`,
    );
};

/** The rows that the run began with. Refuses a file that was changed since. */
export const sameInput = async ({ manifest, directory }: RecordedRun): Promise<Input> => {
  const [{ hashInput, openInput }, { AnotherRun }] = await Promise.all([
    import('../../bulk/input/input.ts'),
    import('../../bulk/errors.ts'),
  ]);
  const path = manifest.input.path ?? directory.input;
  const { sha256 } = await hashInput(path);
  if (sha256 !== manifest.input.sha256)
    throw new AnotherRun(`${path} is not the file any more that the run began with`);
  return openInput(path);
};
