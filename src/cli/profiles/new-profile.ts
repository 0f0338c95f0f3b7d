import { toggle } from '../../flags/value-kinds.ts';
import type { FlagValues, UsageFault } from '../../flags/values.ts';
import { keepKey, type NewKey } from '../../profiles/keys/keep-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Invocation } from '../invocation.ts';
import { storeOf } from './key-flags.ts';
import { settingFlags } from './setting-flags.ts';

/** The flags of a new profile. */
export const addFlags = { ...settingFlags, replace: toggle('Replace a profile of the same name') } as const;
export type AddFlags = FlagValues<typeof addFlags>;

type Given = AddFlags & { baseUrl: string | undefined };

const needs = (isMissing: boolean, name: string, message = 'is missing'): UsageFault[] =>
  isMissing ? [{ name, message }] : [];

const storeMeant = (given: Given) => storeOf(given) ?? (given.clientId === undefined ? 'env' : 'file');

/** The missing settings that every profile needs. */
export const missingSettings = (given: Given): UsageFault[] => [
  ...needs(given.baseUrl === undefined, '--base-url'),
  ...needs(storeMeant(given) !== 'env' && given.clientId === undefined, '--client-id'),
];

/** Everything that is missing for a profile that is added without questions. */
export const missingFlags = (given: Given): UsageFault[] => {
  const store = storeMeant(given);
  const isKept = store === 'file' || store === 'keyring';
  return [
    ...missingSettings(given),
    ...needs(
      isKept && !given.apiKeyStdin,
      '--api-key-stdin',
      'is missing: a client id is kept together with its key',
    ),
    ...needs(store === 'command' && given.keyCommand === undefined, '--key-command'),
  ];
};

interface NewProfile {
  name: string;
  profile: Profile;
  key: NewKey;
  /** Whether it may replace another one. */
  replace: boolean;
}

/** Adds a profile and its key, and says where the key is. */
export const addProfile = async (
  invocation: Invocation,
  { name, profile, key, replace }: NewProfile,
): Promise<void> => {
  const { io, note, warn } = invocation;
  const store = await invocation.store();
  const left = await keepKey(key, { name, baseUrl: profile.baseUrl }, io, (kept) =>
    store.add(name, { ...profile, key: kept.key }, { apiKey: kept.apiKey, replace }),
  );
  for (const notice of left) warn(notice);
  if (key.store === 'file') note(`The API key is in ${store.keyFile()}, which only you can read.`);
  if (key.store === 'keyring') note('The API key is in the keyring of your desktop.');
  if (key.store === 'env')
    note('No key is kept: set RESALE_CLIENT_ID and RESALE_API_KEY wherever you use this profile.');
};
