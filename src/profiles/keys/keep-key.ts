import { randomBytes } from 'node:crypto';
import type { KeptKey, Profile } from '../profile.ts';
import type { Secret, StoredKey, Surroundings } from './credentials.ts';
import { KeyringFailed } from './key-errors.ts';
import { removeFromKeyring, writeToKeyring } from './keyring.ts';

export type NewKey =
  | { store: 'file' | 'keyring'; apiKey: Secret }
  | { store: 'command'; command: string }
  | { store: 'env' };

/** Updates a profile with the store of its key and, for the file, the key itself. Returns the previous profile. */
type Commit = (kept: { key: KeptKey; apiKey?: Secret }) => Promise<Profile | undefined>;

/**
 * Stores a key in the chosen store. `commit` updates the profile; afterwards, its previous key is removed from the keyring.
 * Returns a sentence if the removal failed.
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
    if (key.store === 'command') return commit({ key: { ...key, origin } });
    const { store, apiKey } = key;
    return store === 'file'
      ? commit({ key: { store }, apiKey })
      : inKeyring(name, { origin, apiKey }, surroundings, commit);
  };
  return dropKey(await keep(), surroundings);
};

/** Writes the key, then updates the profile. If that fails, the key is removed. */
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

/** Removes the key of a removed profile from the keyring. Returns a sentence if that failed. */
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
