import { randomBytes } from 'node:crypto';
import type { Secret, StoredKey, Surroundings } from '../credentials.ts';
import type { KeptKey, Profile } from '../profile.ts';
import { KeyringFailed } from './errors.ts';
import { splitCommand } from './key-command.ts';
import { removeFromKeyring, writeToKeyring } from './keyring.ts';

export type NewKey =
  | { store: 'file' | 'keyring'; apiKey: Secret }
  | { store: 'command'; command: string; shell: boolean }
  | { store: 'env' };

/** Changes a profile, given where its key is kept and, if that is the file, the key. Returns the profiles it replaced. */
type Commit = (kept: { key: KeptKey; apiKey?: Secret }) => Promise<readonly Profile[]>;

/**
 * Keeps a key where the user asked for. `commit` changes the profile; afterwards, keys in the keyring of profiles that it replaced
 * are removed. Returns a sentence for each that could not be removed.
 */
export const keepKey = async (
  key: NewKey,
  { name, baseUrl }: { name: string; baseUrl: string },
  surroundings: Surroundings,
  commit: Commit,
): Promise<string[]> => {
  const { origin } = new URL(baseUrl);
  const keep = async (): Promise<readonly Profile[]> => {
    if (key.store === 'env') return commit({ key });
    if (key.store === 'command') {
      const { command, shell } = key;
      // Refuses what can't be a command, before anything is kept.
      if (!shell) splitCommand(command);
      return commit({ key: { store: 'command', command, origin, ...(shell && { shell }) } });
    }
    const { store, apiKey } = key;
    return store === 'file'
      ? commit({ key: { store }, apiKey })
      : inKeyring(name, { origin, apiKey }, surroundings, commit);
  };
  return dropKeys(await keep(), surroundings);
};

/** Writes the key first and changes the profile then. If that fails, the key does not stay. */
const inKeyring = async (
  name: string,
  key: StoredKey,
  surroundings: Surroundings,
  commit: Commit,
): Promise<readonly Profile[]> => {
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

/** Removes the keys of profiles that are gone from the keyring. Returns a sentence for each that is still there. */
export const dropKeys = async (
  profiles: readonly Profile[],
  surroundings: Surroundings,
): Promise<string[]> => {
  const left: string[] = [];
  for (const { key } of profiles)
    if (key?.store === 'keyring')
      await removeFromKeyring(key.entry, surroundings).catch((error: unknown) => {
        if (!(error instanceof KeyringFailed)) throw error;
        left.push(`The old key is still in the keyring, as "${key.entry}" of "resale": ${error.message}.`);
      });
  return left;
};
