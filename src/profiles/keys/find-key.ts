import type { Credentials } from '../credentials.ts';
import type { Profile } from '../profile.ts';
import type { ProfileStore } from '../store.ts';
import { keyFromCommand } from './command.ts';
import { ForeignOrigin, MissingKey, NoCredentials } from './errors.ts';
import type { KeyStore, StoredKey, Surroundings } from './key-store.ts';
import { readFromKeyring } from './keyring.ts';

/** Where a profile says that its key is. */
export const keyStoreOf = ({ key }: Profile): KeyStore => key?.store ?? 'env';

/**
 * The key of a profile, from where the profile says and from nowhere else, if it may go to that origin. Fails with an
 * error that names the place where it is not to be had.
 */
export const findKey = async (
  name: string,
  profile: Profile,
  origin: string,
  { store, surroundings }: { store: ProfileStore; surroundings: Surroundings },
): Promise<Credentials['apiKey']> => {
  const { key } = profile;
  if (key === undefined || key.store === 'env') throw new NoCredentials(name);
  const bound = (stored: StoredKey): StoredKey => {
    if (stored.origin !== origin) throw new ForeignOrigin(name, stored.origin, origin);
    return stored;
  };
  switch (key.store) {
    case 'file': {
      const stored = await store.keyInFile(name);
      if (!stored) throw new MissingKey(name, `in the file ${store.keyFile()}`);
      return bound(stored).apiKey;
    }
    case 'keyring': {
      const stored = await readFromKeyring(key.entry, surroundings);
      if (!stored) throw new MissingKey(name, `in the keyring, as "${key.entry}" of "resale"`);
      return bound(stored).apiKey;
    }
    case 'command': {
      // Asked before it runs: a key that may not go there is not even looked for.
      if (key.origin !== origin) throw new ForeignOrigin(name, key.origin, origin);
      return keyFromCommand(key, name, surroundings);
    }
  }
};

/**
 * The only origin that the kept key of a profile is sent to; undefined where it has none, or where only a keyring tells,
 * which may want to be unlocked.
 */
export const boundOrigin = async (
  name: string,
  { key }: Profile,
  store: ProfileStore,
): Promise<string | undefined> => {
  if (key?.store === 'file') return (await store.keyInFile(name))?.origin;
  return key?.store === 'command' ? key.origin : undefined;
};
