import { parseBaseUrl } from '../network/url.ts';
import type { Secret } from './credentials.ts';
import { profileExists, unknownProfile } from './errors.ts';
import type { ChangingFiles } from './files/change-files.ts';
import type { CredentialsFile, Profile } from './profile.ts';
import { entryOf } from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';

/** Adds profiles, all with the same key or all without one. Returns the profiles that they replaced. */
export const addProfiles = (
  files: ChangingFiles,
  profiles: Readonly<Record<string, Profile>>,
  { apiKey, replace = false }: { apiKey?: Secret | undefined; replace?: boolean },
): Profile[] => {
  const config = files.readConfig();
  const keys = files.readKeys();
  const replaced = Object.keys(profiles).filter((name) => entryOf(config.profiles, name));
  if (!replace && replaced[0] !== undefined) throw profileExists(replaced[0], true);
  writeKeys(files, keys, profiles, apiKey);
  files.writeConfig({ ...config, profiles: { ...config.profiles, ...profiles } });
  return replaced.flatMap((name) => entryOf(config.profiles, name) ?? []);
};

/** Changes a profile, and returns what it was before. */
export const editProfile = (
  files: ChangingFiles,
  name: string,
  edit: (profile: Profile) => Profile,
  apiKey: Secret | undefined,
): Profile => {
  const config = files.readConfig();
  const keys = files.readKeys();
  const before = knownProfile(config.profiles, name);
  const edited = edit(before);
  const after = { ...edited, baseUrl: parseBaseUrl(edited.baseUrl) };
  if (apiKey || after.key?.store !== 'file') writeKeys(files, keys, { [name]: after }, apiKey);
  files.writeConfig({ ...config, profiles: { ...config.profiles, [name]: after } });
  return before;
};

/** Gives a profile and its key another name. */
export const renameProfile = (files: ChangingFiles, from: string, to: string): void => {
  const config = files.readConfig();
  const keys = files.readKeys();
  knownProfile(config.profiles, from);
  if (entryOf(config.profiles, to)) throw profileExists(to, false);
  const key = entryOf(keys.profiles, from);
  // The key is under both names until the profile has its new one, so that it is never under neither.
  if (key) files.writeKeys({ ...keys, profiles: { ...keys.profiles, [to]: key } });
  const profiles = Object.fromEntries(
    Object.entries(config.profiles).map(([name, profile]) => [name === from ? to : name, profile]),
  );
  const current = config.current === from ? { current: to } : {};
  files.writeConfig({ ...config, ...current, profiles });
  if (key) files.writeKeys({ ...keys, profiles: { ...without(keys.profiles, from), [to]: key } });
};

/** Makes a profile the current one. */
export const useProfile = (files: ChangingFiles, name: string): void => {
  const config = files.readConfig();
  if (name !== sandboxProfile.name) knownProfile(config.profiles, name);
  files.writeConfig({ ...config, current: name });
};

/** Removes a profile and its key. */
export const removeProfile = (files: ChangingFiles, name: string): void => {
  const config = files.readConfig();
  const keys = files.readKeys();
  knownProfile(config.profiles, name);
  // The key goes first: a profile without a key is plain to see, a key without a profile is not.
  if (entryOf(keys.profiles, name)) files.writeKeys({ ...keys, profiles: without(keys.profiles, name) });
  const { current, ...rest } = config;
  const profiles = without(config.profiles, name);
  files.writeConfig({ ...rest, ...(current !== name && { current }), profiles });
};

const knownProfile = (profiles: Readonly<Record<string, Profile>>, name: string): Profile => {
  const known = entryOf(profiles, name);
  if (!known) throw unknownProfile(name, [...Object.keys(profiles), sandboxProfile.name]);
  return known;
};

const without = <Entry>(entries: Readonly<Record<string, Entry>>, name: string): Record<string, Entry> => {
  const { [name]: _, ...others } = entries;
  return others;
};

/** Writes a key into the file for each of these profiles, or removes theirs if none is given. */
const writeKeys = (
  files: ChangingFiles,
  before: CredentialsFile,
  profiles: Readonly<Record<string, Profile>>,
  apiKey: Secret | undefined,
): void => {
  const others = Object.entries(before.profiles).filter(([name]) => !Object.hasOwn(profiles, name));
  const added = Object.entries(apiKey ? profiles : {}).map(([name, { baseUrl }]) => [
    name,
    { origin: new URL(baseUrl).origin, apiKey: apiKey?.reveal() ?? '' },
  ]);
  const keys: CredentialsFile['profiles'] = Object.fromEntries([...others, ...added]);
  // No file is created just to be empty.
  if (Object.keys(before.profiles).length + Object.keys(keys).length > 0)
    files.writeKeys({ ...before, profiles: keys });
};
