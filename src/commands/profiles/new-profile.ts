import { toggle } from '../../line/flags/value-kinds.ts';
import type { FlagValues, UsageFault } from '../../line/flags/values.ts';
import { missing } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { keepKey, type NewKey } from '../../profiles/keys/keep-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-names.ts';
import { storeOf } from './key-flags.ts';
import { profileChanges } from './profile-changes.ts';
import { settingFlags } from './setting-flags.ts';

export const addFlags = { ...settingFlags, replace: toggle('Replace a profile of the same name') } as const;
export type AddFlags = FlagValues<typeof addFlags>;

type NewFlags = AddFlags & { baseUrl: string | undefined };

const needs = (isNeeded: boolean, name: string, more?: string): UsageFault[] =>
  isNeeded ? [missing(name, more)] : [];

export const missingFlags = (flags: NewFlags): UsageFault[] => {
  const store = storeOf(flags) ?? (flags.clientId === undefined ? 'env' : 'file');
  const isKept = store === 'file' || store === 'keyring';
  return [
    ...needs(flags.baseUrl === undefined, '--base-url'),
    ...needs(store !== 'env' && flags.clientId === undefined, '--client-id'),
    ...needs(isKept && !flags.apiKeyStdin, '--api-key-stdin', ': a client id is kept together with its key'),
    ...needs(store === 'command' && flags.keyCommand === undefined, '--key-command'),
  ];
};

/** The guards that a profile loses if another one replaces it, as clauses. */
const lostGuards = (old: Profile, young: Profile): string[] => [
  ...(old.readOnly && !young.readOnly ? ['would no longer be read-only'] : []),
  ...(old.protected && !young.protected ? ['would no longer be protected'] : []),
];

interface NewProfile {
  name: string;
  profile: Profile;
  key: NewKey;
  replace: boolean;
}

/** Adds a profile. If it replaces another, reports every change, and asks first if a guard is lost. */
export const addProfile = async (
  invocation: Invocation,
  { name, profile, key, replace }: NewProfile,
): Promise<void> => {
  const { io, warn } = invocation;
  const store = await invocation.store();
  const old = replace ? (await store.read()).profiles.get(name) : undefined;
  const changesTo = (young: Profile): string => (old ? profileChanges(old, young).join(', ') : '');
  if (old && lostGuards(old, profile).length > 0)
    await invocation.confirm(`This changes the profile ${name}: ${changesTo({ ...profile, key: old.key })}.`);
  const left = await keepKey(key, { name, baseUrl: profile.baseUrl }, io, (kept) =>
    store.add(name, { ...profile, key: kept.key }, { apiKey: kept.apiKey, replace }),
  );
  const changes = changesTo(profileNamed((await store.read()).profiles, name));
  if (changes !== '') warn(`${name} was replaced: ${changes}.`);
  if (left !== undefined) warn(left);
};
