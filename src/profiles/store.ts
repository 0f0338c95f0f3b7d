import { parseBaseUrl } from './base-url.ts';
import { loadSave, removeLeftovers, type Save } from './conf-file.ts';
import { type Credentials, checkKey, Secret } from './credentials.ts';
import { ProfileExists } from './errors.ts';
import { makeDirectory } from './guarded-file.ts';
import { underLock } from './lock.ts';
import { entryOf, refuseInvalidName, refuseReserved, refuseUnknown, without } from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import { credentialsFile, knownOf, type Profile, settingsFile } from './settings.ts';
import { settingsAt } from './settings-file.ts';

/** All profiles by name, the sandbox among them, and which of them is meant where none is named. */
export interface Settings {
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** A profile's credentials, and the only origin they are sent to. */
export interface StoredCredentials extends Credentials {
  readonly origin: string;
}

/** The profiles on this disk. Reading makes no file; every change is whole, and none of another process is lost. */
export interface Store {
  /** What was put right so far and a person should know. */
  readonly notices: readonly string[];
  read(): Promise<Settings>;
  credentialsOf(name: string): Promise<StoredCredentials | undefined>;
  /** A profile that is replaced keeps nothing, its credentials neither: they were given for the old one. */
  add(
    name: string,
    profile: Profile,
    options?: { credentials?: Credentials; replace?: boolean },
  ): Promise<void>;
  /** Makes the profile the one that is meant where none is named. */
  use(name: string): Promise<void>;
  /** Removes the profile and its credentials. Where it was the current one, none is current afterwards. */
  remove(name: string): Promise<void>;
}

const sandboxCredentials = (): StoredCredentials => ({
  origin: sandboxProfile.baseUrl,
  clientId: new Secret(sandboxProfile.clientId),
  apiKey: new Secret(sandboxProfile.apiKey),
});

/** The store in a directory, which is asked for when it is first needed: credentials of the environment need none. */
export const openStore = (directoryOf: () => string): Store => {
  const notices: string[] = [];
  const notify = (notice: string) => {
    notices.push(notice);
  };
  const filesIn = (directory: string) => ({
    settings: settingsAt(directory, 'config.json', settingsFile, notify),
    credentials: settingsAt(directory, 'credentials.json', credentialsFile, notify),
  });

  const change = async (edit: (files: ReturnType<typeof filesIn>, save: Save) => void) => {
    const directory = directoryOf();
    const save = await loadSave();
    makeDirectory(directory, notify);
    await underLock(directory, () => {
      removeLeftovers(directory);
      edit(filesIn(directory), save);
    });
  };

  return {
    notices,

    async read() {
      const { current, profiles } = filesIn(directoryOf()).settings.read();
      const known = Object.entries(profiles).map(([name, stored]): [string, Profile] => [
        name,
        knownOf(stored),
      ]);
      return {
        current,
        profiles: new Map([...known, [sandboxProfile.name, { baseUrl: sandboxProfile.baseUrl }]]),
      };
    },

    async credentialsOf(name) {
      if (name === sandboxProfile.name) return sandboxCredentials();
      const stored = entryOf(filesIn(directoryOf()).credentials.read().profiles, name);
      if (!stored) return undefined;
      return {
        origin: stored.origin,
        clientId: checkKey(stored.clientId, `the stored client id of the profile "${name}"`).key,
        apiKey: checkKey(stored.apiKey, `the stored API key of the profile "${name}"`).key,
      };
    },

    async add(name, profile, { credentials, replace = false } = {}) {
      refuseReserved(name);
      refuseInvalidName(name);
      const baseUrl = parseBaseUrl(profile.baseUrl);
      await change((files, save) => {
        const settings = files.settings.readToChange();
        const secrets = files.credentials.readToChange();
        if (!replace && entryOf(settings.profiles, name)) throw new ProfileExists(name);
        const others = without(secrets.profiles, name);
        if (credentials || entryOf(secrets.profiles, name))
          files.credentials.write(save, {
            ...secrets,
            profiles: credentials ? { ...others, [name]: toStore(credentials, baseUrl) } : others,
          });
        const profiles = { ...settings.profiles, [name]: { ...profile, baseUrl } };
        files.settings.write(save, { ...settings, profiles });
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
        // The credentials go first: a profile that lacks them is plain to see, keys without a profile are not.
        if (entryOf(secrets.profiles, name))
          files.credentials.write(save, { ...secrets, profiles: without(secrets.profiles, name) });
        const { current, ...rest } = settings;
        const profiles = without(settings.profiles, name);
        files.settings.write(save, { ...rest, ...(current !== name && { current }), profiles });
      });
    },
  };
};

const toStore = ({ clientId, apiKey }: Credentials, baseUrl: string) => ({
  origin: new URL(baseUrl).origin,
  clientId: clientId.reveal(),
  apiKey: apiKey.reveal(),
});
