import { join } from 'node:path';
import { parseBaseUrl } from '../network/url.ts';
import { checkKey, type Secret } from './credentials.ts';
import { profileFileNames } from './directories.ts';
import { addProfiles, editProfile, removeProfile, renameProfile, useProfile } from './edit-profiles.ts';
import type { ChangingFiles } from './files/change-files.ts';
import type { StoredKey } from './keys/key-store.ts';
import { type Profile, profile as schema, unknownFields } from './profile.ts';
import { entryOf, refuseInvalidName, refuseReserved } from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';

/** All profiles by name, the sandbox among them, and which of them is the current one. */
interface StoredProfiles {
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
  /** For each profile that has fields unknown to this version, a sentence about them. */
  readonly warnings: ReadonlyMap<string, string>;
}

/** The profiles on this disk. Reading creates no file; each change is atomic, and no change by another process is lost. */
export interface ProfileStore {
  /** What was corrected so far, to be shown to the user. */
  readonly notices: readonly string[];
  read(): Promise<StoredProfiles>;
  /** The file that holds the keys of profiles with the key store `file`. */
  keyFile(): string;
  /** The key that this file holds for a profile. */
  keyInFile(name: string): Promise<StoredKey | undefined>;
  /**
   * Adds a profile. Nothing of a profile that is replaced stays, not even its key in the file: that was given for another
   * profile. Returns what was replaced.
   */
  add(name: string, profile: Profile, options?: AddOptions): Promise<Profile[]>;
  /** Adds several profiles in the same way, all of them or none. */
  addAll(profiles: Readonly<Record<string, Profile>>, options?: AddOptions): Promise<Profile[]>;
  /** Changes a profile, and returns what it was. A given key goes into the file; a key there is removed if it is now kept elsewhere. */
  edit(name: string, change: (profile: Profile) => Profile, apiKey?: Secret): Promise<Profile>;
  /** Gives a profile another name. It keeps its key, and stays the current one if it was. */
  rename(from: string, to: string): Promise<void>;
  /** Makes a profile the current one. */
  use(name: string): Promise<void>;
  /** Removes a profile and its key in the file. If it was the current one, there is none afterwards. */
  remove(name: string): Promise<void>;
}

interface AddOptions {
  /** The key that goes into the file, for each of the profiles. */
  apiKey?: Secret | undefined;
  replace?: boolean;
}

/** Opens the store in a directory, which is looked up on first use: credentials from the environment need none. */
export const openProfileStore = (directoryOf: () => string): ProfileStore => {
  const notices: string[] = [];
  const notify = (notice: string) => {
    notices.push(notice);
  };
  const files = async () => {
    const { profileFiles } = await import('./files/settings-files.ts');
    return profileFiles(directoryOf(), notify);
  };
  const change = async <Answer>(edit: (files: ChangingFiles) => Answer): Promise<Answer> => {
    const { changeFiles } = await import('./files/change-files.ts');
    return changeFiles(directoryOf(), notify, edit);
  };

  const store: ProfileStore = {
    notices,

    async read() {
      const directory = directoryOf();
      const { current, profiles } = (await files()).config.read();
      const stored = Object.entries(profiles);
      const warnings = stored.flatMap(([name, profile]): [string, string][] => {
        const warning = unknownFields(name, profile, join(directory, profileFileNames.config));
        return warning === undefined ? [] : [[name, warning]];
      });
      const { name, baseUrl, clientId } = sandboxProfile;
      return {
        current,
        warnings: new Map(warnings),
        profiles: new Map<string, Profile>([
          ...stored.map(([name, profile]) => [name, schema.parse(profile)] as const),
          [name, { baseUrl, clientId }],
        ]),
      };
    },

    keyFile: () => join(directoryOf(), profileFileNames.keys),

    async keyInFile(name) {
      const stored = entryOf((await files()).keys.read().profiles, name);
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

    use: (name) => change((files) => useProfile(files, name)),

    async remove(name) {
      refuseReserved(name);
      await change((files) => removeProfile(files, name));
    },
  };
  return store;
};
