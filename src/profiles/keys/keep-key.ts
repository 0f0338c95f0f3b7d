import { randomBytes } from 'node:crypto';
import type { KeptKey, Profile } from '../profile.ts';
import type { Secret, StoredKey, Surroundings } from './credentials.ts';
import { splitCommand } from './key-command.ts';
import { KeyringFailed } from './key-errors.ts';
import { removeFromKeyring, writeToKeyring } from './keyring.ts';

export type NewKey =
  | { store: 'file' | 'keyring'; apiKey: Secret }
  | { store: 'command'; command: string }
  | { store: 'env' };

/** Changes a profile, given where its key is kept and, if that is the file, the key. Returns the profile as it was before. */
type Commit = (kept: { key: KeptKey; apiKey?: Secret }) => Promise<Profile | undefined>;

/**
 * Keeps a key where the user asked for. `commit` changes the profile; afterwards, the key that it had in the keyring is removed.
 * Returns a sentence if that could not be done.
 */
export const keepKey = async (
  key: NewKey,
  { name, baseUrl }: { name: string; baseUrl: string },
  surroundings: Surroundings,
  commit: Commit,
): Promise<string | undefined> => {
  const { origin } = new URL(baseUrl);
  const keep = async (): Promise<Profile | undefined> => {
    if (key.store === 'env') return commit({ key });
    if (key.store === 'command') {
      const { command } = key;
      // Refuses what can't be a command, before anything is kept.
      splitCommand(command);
      return commit({ key: { store: 'command', command, origin } });
    }
    const { store, apiKey } = key;
    return store === 'file'
      ? commit({ key: { store }, apiKey })
      : inKeyring(name, { origin, apiKey }, surroundings, commit);
  };
  return dropKey(await keep(), surroundings);
};

/** Writes the key first and changes the profile then. If that fails, the key does not stay. */
const inKeyring = async (
  name: string,
  key: StoredKey,
  surroundings: Surroundings,
  commit: Commit,
): Promise<Profile | undefined> => {
  // A unique name: two directories may have profiles of the same name, but there is only one keyring.
  const entry = `${name}-${randomBytes(4).toString('hex')}`;
  await writeToKeyring(entry, key, surroundings);
  try {
    return await commit({ key: { store: 'keyring', entry } });
  } catch (error) {
    await removeFromKeyring(entry, surroundings);
    throw error;
  }
};

/** Removes the key of a profile that is gone from the keyring. Returns a sentence if it is still there. */
export const dropKey = async (
  profile: Profile | undefined,
  surroundings: Surroundings,
): Promise<string | undefined> => {
  if (profile?.key?.store !== 'keyring') return undefined;
  const { entry } = profile.key;
  try {
    await removeFromKeyring(entry, surroundings);
    return undefined;
  } catch (error) {
    if (!(error instanceof KeyringFailed)) throw error;
    return `The old key is still in the keyring, as "${entry}" of "resale": ${error.message}.`;
  }
};
