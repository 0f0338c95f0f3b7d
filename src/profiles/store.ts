import { join } from 'node:path';
import { parseBaseUrl } from '../network/url.ts';
import { addProfiles, editProfile, removeProfile, renameProfile } from './changes.ts';
import { checkKey, type Secret } from './credentials.ts';
import { type ChangingFiles, changeFiles, keyFileName, profileFiles } from './files/profile-files.ts';
import type { StoredKey } from './key-stores/stored-key.ts';
import { entryOf, refuseInvalidName, refuseReserved, refuseUnknown } from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import { knownOf, type Profile } from './settings.ts';
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

/** The store in a directory, which is asked for when it is first needed: credentials of the environment need none. */
export const openStore = (directoryOf: () => string): Store => {
  const notices: string[] = [];
  const notify = (notice: string) => {
    notices.push(notice);
  };
  const change = <Answer>(edit: (files: ChangingFiles) => Answer): Promise<Answer> =>
    changeFiles(directoryOf(), notify, edit);

  const store: Store = {
    notices,

    async read() {
      const directory = directoryOf();
      const { current, profiles } = profileFiles(directory, notify).settings.read();
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
      const stored = entryOf(profileFiles(directoryOf(), notify).credentials.read().profiles, name);
      if (!stored) return undefined;
      const { key } = checkKey(stored.apiKey, `the stored API key of the profile "${name}"`);
      return { origin: stored.origin, apiKey: key };
    },

    add: (name, profile, options) => store.addAll({ [name]: profile }, options),

    async addAll(profiles, options = {}) {
      for (const name of Object.keys(profiles)) {
        refuseReserved(name);
        refuseInvalidName(name);
      }
      const added = Object.fromEntries(
        Object.entries(profiles).map(([name, profile]) => [
          name,
          { ...profile, baseUrl: parseBaseUrl(profile.baseUrl) },
        ]),
      );
      return change((files) => addProfiles(files, added, options));
    },

    async edit(name, edit, apiKey) {
      refuseReserved(name);
      return change((files) => editProfile(files, name, edit, apiKey));
    },

    async rename(from, to) {
      for (const name of [from, to]) refuseReserved(name);
      refuseInvalidName(to);
      await change((files) => renameProfile(files, from, to));
    },

    async use(name) {
      await change((files) => {
        const settings = files.readSettings();
        if (name !== sandboxProfile.name) refuseUnknown(settings.profiles, name);
        files.writeSettings({ ...settings, current: name });
      });
    },

    async remove(name) {
      refuseReserved(name);
      await change((files) => removeProfile(files, name));
    },
  };
  return store;
};
