import { parseBaseUrl } from '../network/url.ts';
import type { Secret } from './credentials.ts';
import { ProfileExists } from './errors.ts';
import type { ChangingFiles } from './files/profile-files.ts';
import { keepKeys } from './keys-in-file.ts';
import { entryOf, refuseUnknown, without } from './profile-names.ts';
import type { Profile } from './settings.ts';

/** Adds profiles, with one key for all of them, or none. Returns those in whose place they are put. */
export const addProfiles = (
  files: ChangingFiles,
  profiles: Readonly<Record<string, Profile>>,
  { apiKey, replace = false }: { apiKey?: Secret | undefined; replace?: boolean },
): Profile[] => {
  const settings = files.readSettings();
  const keys = files.readKeys();
  const replaced = Object.keys(profiles).filter((name) => entryOf(settings.profiles, name));
  if (!replace && replaced[0] !== undefined) throw new ProfileExists(replaced[0], true);
  keepKeys(files, keys, profiles, apiKey);
  files.writeSettings({ ...settings, profiles: { ...settings.profiles, ...profiles } });
  return replaced.flatMap((name) => entryOf(settings.profiles, name) ?? []);
};

/** Changes a profile, and returns what it was before. */
export const editProfile = (
  files: ChangingFiles,
  name: string,
  edit: (profile: Profile) => Profile,
  apiKey: Secret | undefined,
): Profile => {
  const settings = files.readSettings();
  const keys = files.readKeys();
  refuseUnknown(settings.profiles, name);
  const before = settings.profiles[name] as Profile;
  const edited = edit(before);
  const after = { ...edited, baseUrl: parseBaseUrl(edited.baseUrl) };
  if (apiKey || after.key?.store !== 'file') keepKeys(files, keys, { [name]: after }, apiKey);
  files.writeSettings({ ...settings, profiles: { ...settings.profiles, [name]: after } });
  return before;
};

/** Gives a profile and its key another name. */
export const renameProfile = (files: ChangingFiles, from: string, to: string): void => {
  const settings = files.readSettings();
  const keys = files.readKeys();
  refuseUnknown(settings.profiles, from);
  if (entryOf(settings.profiles, to)) throw new ProfileExists(to, false);
  const key = entryOf(keys.profiles, from);
  // The key is under both names until the profile has the new one: it is never under none.
  if (key) files.writeKeys({ ...keys, profiles: { ...keys.profiles, [to]: key } });
  const profiles = Object.fromEntries(
    Object.entries(settings.profiles).map(([name, profile]) => [name === from ? to : name, profile]),
  );
  const current = settings.current === from ? { current: to } : {};
  files.writeSettings({ ...settings, ...current, profiles });
  if (key) files.writeKeys({ ...keys, profiles: { ...without(keys.profiles, from), [to]: key } });
};

/** Removes a profile and its key. */
export const removeProfile = (files: ChangingFiles, name: string): void => {
  const settings = files.readSettings();
  const keys = files.readKeys();
  refuseUnknown(settings.profiles, name);
  // The key goes first: a profile that lacks one is plain to see, a key without a profile is not.
  if (entryOf(keys.profiles, name)) files.writeKeys({ ...keys, profiles: without(keys.profiles, name) });
  const { current, ...rest } = settings;
  const profiles = without(settings.profiles, name);
  files.writeSettings({ ...rest, ...(current !== name && { current }), profiles });
};
