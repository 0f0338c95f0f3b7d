import { randomBytes } from 'node:crypto';
import type { Secret } from '../credentials.ts';
import type { KeptKey, Profile } from '../profile.ts';
import { KeyringFailed } from './errors.ts';
import type { Surroundings } from './key-store.ts';
import { removeFromKeyring, writeToKeyring } from './keyring.ts';
import { commandWords } from './split-command.ts';

/** An API key as somebody gives it, and where it is to be kept. */
export type NewKey =
  | { store: 'file' | 'keyring'; apiKey: Secret }
  | { store: 'command'; command: string; shell: boolean }
  | { store: 'env' };

/** What a change of a profile puts into the files of the store: where the key is kept, and the key where it is there. */
export interface Kept {
  readonly key: KeptKey;
  readonly apiKey?: Secret;
}

/**
 * Keeps a key where it was asked for, and nowhere else. `commit` changes the profile and returns those that were there
 * before, whose keys in the keyring go then. Returns what a person should know.
 */
export const keepKey = async (
  key: NewKey,
  { name, baseUrl }: { name: string; baseUrl: string },
  surroundings: Surroundings,
  commit: (kept: Kept) => Promise<readonly Profile[]>,
): Promise<string[]> => {
  const { origin } = new URL(baseUrl);
  switch (key.store) {
    case 'keyring': {
      // A name of its own: profiles of one name in two directories are two, and there is one keyring.
      const entry = `${name}-${randomBytes(4).toString('hex')}`;
      await writeToKeyring(entry, { origin, apiKey: key.apiKey }, surroundings);
      let before: readonly Profile[];
      try {
        before = await commit({ key: { store: 'keyring', entry } });
      } catch (error) {
        await removeFromKeyring(entry, surroundings);
        throw error;
      }
      return dropKeys(before, surroundings);
    }
    case 'command': {
      const { command, shell } = key;
      if (!shell) commandWords(command);
      const kept: KeptKey = { store: 'command', command, origin, ...(shell && { shell }) };
      return dropKeys(await commit({ key: kept }), surroundings);
    }
    case 'file':
      return dropKeys(await commit({ key: { store: 'file' }, apiKey: key.apiKey }), surroundings);
    case 'env':
      return dropKeys(await commit({ key: { store: 'env' } }), surroundings);
  }
};

/** Takes the keys of profiles that are no more out of the keyring. Returns which of them are still there, and why. */
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
