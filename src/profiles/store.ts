import { join } from 'node:path';
import { parseBaseUrl } from './base-url.ts';
import { loadSave, removeLeftovers, type Save } from './conf-file.ts';
import { checkKey, type Secret } from './credentials.ts';
import { ProfileExists } from './errors.ts';
import { makeDirectory } from './guarded-file.ts';
import type { StoredKey } from './key-stores/stored-key.ts';
import { underLock } from './lock.ts';
import { entryOf, refuseInvalidName, refuseReserved, refuseUnknown, without } from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import { type CredentialsFile, credentialsFile, knownOf, type Profile, settingsFile } from './settings.ts';
import { settingsAt } from './settings-file.ts';
import { settingsName } from './settings-there.ts';
import { unknownFields } from './unknown-fields.ts';

/** All profiles by name, the sandbox among them, and which of them is meant where none is named. */
export interface Settings {
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
  /** What is strange about the fields of a profile, as a sentence, by its name. */
  readonly strange: ReadonlyMap<string, string>;
}

/** The profiles on this disk. Reading makes no file; every change is whole, and none of another process is lost. */
export interface Store {
  /** What was put right so far and a person should know. */
  readonly notices: readonly string[];
  read(): Promise<Settings>;
  /** Where keys of the store `file` are kept. */
  keyFile(): string;
  /** The key that is kept in that file. */
  keyInFile(name: string): Promise<StoredKey | undefined>;
  /**
   * Adds a profile. One that is replaced keeps nothing, its key in the file neither: it was given for the old one.
   * Returns what was replaced.
   */
  add(name: string, profile: Profile, options?: AddOptions): Promise<Profile[]>;
  /** Adds several in the same manner, all of them or none. */
  addAll(profiles: Readonly<Record<string, Profile>>, options?: AddOptions): Promise<Profile[]>;
  /** Changes a profile; a key that is given goes into the file, and one that is there goes where it is kept elsewhere now. */
  edit(name: string, change: (profile: Profile) => Profile, apiKey?: Secret): Promise<Profile>;
  /** Gives a profile another name. Its key goes along, and where it was the current one it stays that. */
  rename(from: string, to: string): Promise<void>;
  /** Makes the profile the one that is meant where none is named. */
  use(name: string): Promise<void>;
  /** Removes the profile and its key in the file. Where it was the current one, none is current afterwards. */
  remove(name: string): Promise<void>;
}

export interface AddOptions {
  /** The key that goes into the file, for each of them. */
  apiKey?: Secret | undefined;
  replace?: boolean;
}

const keyFileName = 'credentials.json';
const whenKeysWereOpen =
  'Others may have read the keys in it: have new ones issued, and give each with: resale profiles set NAME --api-key-stdin';

/** The store in a directory, which is asked for when it is first needed: credentials of the environment need none. */
export const openStore = (directoryOf: () => string): Store => {
  const notices: string[] = [];
  const notify = (notice: string) => {
    notices.push(notice);
  };
  const filesIn = (directory: string) => ({
    settings: settingsAt(directory, settingsName, settingsFile, notify),
    credentials: settingsAt(directory, keyFileName, credentialsFile, notify, whenKeysWereOpen),
  });

  const change = async <Answer>(edit: (files: ReturnType<typeof filesIn>, save: Save) => Answer) => {
    const directory = directoryOf();
    const save = await loadSave();
    makeDirectory(directory, notify);
    return underLock(directory, () => {
      removeLeftovers(directory);
      return edit(filesIn(directory), save);
    });
  };

  const store: Store = {
    notices,

    async read() {
      const directory = directoryOf();
      const { current, profiles } = filesIn(directory).settings.read();
      const strange = Object.entries(profiles).flatMap(([name, stored]): [string, string][] => {
        const told = unknownFields(name, stored, join(directory, settingsName));
        return told === undefined ? [] : [[name, told]];
      });
      const known = Object.entries(profiles).map(([name, stored]): [string, Profile] => [
        name,
        knownOf(stored),
      ]);
      return {
        current,
        strange: new Map(strange),
        profiles: new Map([
          ...known,
          [sandboxProfile.name, { baseUrl: sandboxProfile.baseUrl, clientId: sandboxProfile.clientId }],
        ]),
      };
    },

    keyFile: () => join(directoryOf(), keyFileName),

    async keyInFile(name) {
      const stored = entryOf(filesIn(directoryOf()).credentials.read().profiles, name);
      if (!stored) return undefined;
      const { key } = checkKey(stored.apiKey, `the stored API key of the profile "${name}"`);
      return { origin: stored.origin, apiKey: key };
    },

    add: (name, profile, options) => store.addAll({ [name]: profile }, options),

    async addAll(profiles, { apiKey, replace = false } = {}) {
      const names = Object.keys(profiles);
      for (const name of names) {
        refuseReserved(name);
        refuseInvalidName(name);
      }
      const added = Object.fromEntries(
        Object.entries(profiles).map(([name, profile]) => [
          name,
          { ...profile, baseUrl: parseBaseUrl(profile.baseUrl) },
        ]),
      );
      return change((files, save) => {
        const settings = files.settings.readToChange();
        const secrets = files.credentials.readToChange();
        const replaced = names.filter((name) => entryOf(settings.profiles, name));
        if (!replace && replaced[0] !== undefined) throw new ProfileExists(replaced[0], true);
        writeKeys(secrets, keysWith(secrets, added, apiKey), (keys) => files.credentials.write(save, keys));
        files.settings.write(save, { ...settings, profiles: { ...settings.profiles, ...added } });
        return replaced.flatMap((name) => entryOf(settings.profiles, name) ?? []);
      });
    },

    async edit(name, edit, apiKey) {
      refuseReserved(name);
      return change((files, save) => {
        const settings = files.settings.readToChange();
        const secrets = files.credentials.readToChange();
        refuseUnknown(settings.profiles, name);
        const before = settings.profiles[name] as Profile;
        const edited = edit(before);
        const after = { ...edited, baseUrl: parseBaseUrl(edited.baseUrl) };
        if (apiKey || after.key?.store !== 'file')
          writeKeys(secrets, keysWith(secrets, { [name]: after }, apiKey), (keys) =>
            files.credentials.write(save, keys),
          );
        files.settings.write(save, { ...settings, profiles: { ...settings.profiles, [name]: after } });
        return before;
      });
    },

    async rename(from, to) {
      for (const name of [from, to]) refuseReserved(name);
      refuseInvalidName(to);
      await change((files, save) => {
        const settings = files.settings.readToChange();
        const secrets = files.credentials.readToChange();
        refuseUnknown(settings.profiles, from);
        if (entryOf(settings.profiles, to)) throw new ProfileExists(to, false);
        const key = entryOf(secrets.profiles, from);
        // The key is under both names until the profile has the new one: it is never under none.
        if (key) files.credentials.write(save, { ...secrets, profiles: { ...secrets.profiles, [to]: key } });
        const profiles = Object.fromEntries(
          Object.entries(settings.profiles).map(([name, profile]) => [name === from ? to : name, profile]),
        );
        const current = settings.current === from ? { current: to } : {};
        files.settings.write(save, { ...settings, ...current, profiles });
        if (key)
          files.credentials.write(save, {
            ...secrets,
            profiles: { ...without(secrets.profiles, from), [to]: key },
          });
      });
    },

    async use(name) {
      await change((files, save) => {
        const settings = files.settings.readToChange();
        if (name !== sandboxProfile.name) refuseUnknown(settings.profiles, name);
        files.settings.write(save, { ...settings, current: name });
      });
    },

    async remove(name) {
      refuseReserved(name);
      await change((files, save) => {
        const settings = files.settings.readToChange();
        const secrets = files.credentials.readToChange();
        refuseUnknown(settings.profiles, name);
        // The key goes first: a profile that lacks one is plain to see, a key without a profile is not.
        if (entryOf(secrets.profiles, name))
          files.credentials.write(save, { ...secrets, profiles: without(secrets.profiles, name) });
        const { current, ...rest } = settings;
        const profiles = without(settings.profiles, name);
        files.settings.write(save, { ...rest, ...(current !== name && { current }), profiles });
      });
    },
  };
  return store;
};

type Keys = CredentialsFile['profiles'];

/** The keys of the file, with that of some profiles put in their place, or without theirs. */
const keysWith = (
  { profiles: before }: CredentialsFile,
  changed: Readonly<Record<string, Profile>>,
  apiKey: Secret | undefined,
): Keys => {
  const others = Object.entries(before).filter(([name]) => !Object.hasOwn(changed, name));
  const theirs = Object.entries(changed).map(([name, { baseUrl }]): [string, Keys[string]][] =>
    apiKey ? [[name, { origin: new URL(baseUrl).origin, apiKey: apiKey.reveal() }]] : [],
  );
  return Object.fromEntries([...others, ...theirs.flat()]);
};

/** A file that has nothing in it, and is to have nothing, is not made. */
const writeKeys = (secrets: CredentialsFile, keys: Keys, write: (file: CredentialsFile) => void): void => {
  if (Object.keys(secrets.profiles).length + Object.keys(keys).length > 0)
    write({ ...secrets, profiles: keys });
};
