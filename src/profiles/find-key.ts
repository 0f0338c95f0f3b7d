import { isLoopback } from '../http/connection/url.ts';
import { proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import { Secret, type StoredKey, type Surroundings } from './keys/credentials.ts';
import { keyFromCommand } from './keys/key-command.ts';
import { foreignOrigin, LacksCredentials, NoCredentials } from './keys/key-errors.ts';
import { readFromKeyring } from './keys/keyring.ts';
import type { KeptKey, Profile } from './profile.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import type { ProfileStore } from './store.ts';

export const keyStoreOf = ({ key }: Profile): KeptKey['store'] => key?.store ?? 'env';

/** The key of a profile, from its store, for a request to an origin. A key for another origin is refused. */
export const findKey = async (
  name: string,
  profile: Profile,
  origin: string,
  { store, surroundings }: { store: ProfileStore; surroundings: Surroundings },
): Promise<Secret> => {
  const { key } = profile;
  if (key === undefined || key.store === 'env') throw new NoCredentials(name);
  if (key.store === 'sandbox') {
    if (!isLoopback(new URL(origin))) throw foreignOrigin(name, sandboxProfile.baseUrl, origin);
    return new Secret(sandboxProfile.apiKey);
  }
  const refuseOtherThan = (bound: string): void => {
    if (bound !== origin) throw foreignOrigin(name, bound, origin);
  };
  // Checked first: the command does not run for another origin.
  if (key.store === 'command') {
    refuseOtherThan(key.origin);
    return keyFromCommand(key.command, name, surroundings);
  }
  const [stored, place]: [StoredKey | undefined, string] =
    key.store === 'file'
      ? [await store.keyInFile(name), `in the file ${store.keyFile()}`]
      : [await readFromKeyring(key.entry, surroundings), `in the keyring, as "${key.entry}" of "resale"`];
  if (!stored)
    throw new LacksCredentials(
      `the profile "${name}" keeps its key ${place}, but no key is there`,
      proposal('Give it again:', resaleLine('profiles set', [name], { apiKeyStdin: true })),
    );
  refuseOtherThan(stored.origin);
  return stored.apiKey;
};
