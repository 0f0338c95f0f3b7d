import { join } from 'node:path';
import { usage } from '../failure/kinds.ts';
import { parseBaseUrl } from '../http/connection/url.ts';
import { proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import { profileFileNames } from './directories.ts';
import { checkKey, type Secret, type StoredKey } from './keys/credentials.ts';
import { type CredentialsFile, type Profile, profile as schema } from './profile.ts';
import {
  entryOf,
  profileExists,
  refuseInvalidName,
  refuseReserved,
  unknownProfile,
} from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import type { ProfileFiles } from './settings-files.ts';

interface AddOptions {
  apiKey?: Secret | undefined;
  replace?: boolean;
}

/** The profiles on disk. Reading creates no file; changes are atomic and serialized between processes. */
export class ProfileStore {
  readonly #directoryOf: () => string;

  /** The directory is determined on first use: credentials from the environment need none. */
  constructor(directoryOf: () => string) {
    this.#directoryOf = directoryOf;
  }

  async read() {
    const { current, profiles } = (await this.#files()).config.read();
    const stored = Object.entries(profiles);
    const { name, baseUrl, clientId } = sandboxProfile;
    return {
      current,
      profiles: new Map<string, Profile>([
        ...stored.map(([name, profile]) => [name, schema.parse(profile)] as const),
        [name, { baseUrl, clientId, key: { store: name } }],
      ]),
    };
  }

  keyFile(): string {
    return join(this.#directoryOf(), profileFileNames.keys);
  }

  async keyInFile(name: string): Promise<StoredKey | undefined> {
    const stored = entryOf((await this.#files()).keys.read().profiles, name);
    if (!stored) return undefined;
    const { key } = checkKey(stored.apiKey, `the stored API key of the profile "${name}"`);
    return { origin: stored.origin, apiKey: key };
  }

  /** Adds a profile, and returns the one that it replaced. */
  async add(
    name: string,
    profile: Profile,
    { apiKey, replace = false }: AddOptions = {},
  ): Promise<Profile | undefined> {
    refuseReserved(name);
    refuseInvalidName(name);
    const added = withPlainUrl(profile);
    return this.#change((files) => {
      const config = files.config.readToChange();
      const replaced = entryOf(config.profiles, name);
      if (replaced && !replace) throw profileExists(name);
      writeKey(files, name, added, apiKey);
      files.config.write({ ...config, profiles: { ...config.profiles, [name]: added } });
      return replaced;
    });
  }

  async edit(name: string, edit: (profile: Profile) => Profile, apiKey?: Secret): Promise<Profile> {
    refuseReserved(name);
    return this.#change((files) => {
      const config = files.config.readToChange();
      const before = knownProfile(config.profiles, name);
      const after = withPlainUrl(edit(before));
      writeKey(files, name, after, apiKey);
      files.config.write({ ...config, profiles: { ...config.profiles, [name]: after } });
      return before;
    });
  }

  async rename(from: string, to: string): Promise<void> {
    for (const name of [from, to]) refuseReserved(name);
    refuseInvalidName(to);
    await this.#change((files) => {
      const config = files.config.readToChange();
      const keys = files.keys.readToChange();
      if (!entryOf(config.profiles, from))
        throw unknownProfile(from, [...Object.keys(config.profiles), sandboxProfile.name], false);
      if (entryOf(config.profiles, to))
        throw usage(
          `there is a profile "${to}" already`,
          proposal(
            'Nothing was changed. Choose another name, or remove that one first:',
            resaleLine('profiles remove', [to]),
          ),
        );
      const key = entryOf(keys.profiles, from);
      // The key has both names until the profile is renamed, so that it is never lost.
      if (key) files.keys.write({ ...keys, profiles: { ...keys.profiles, [to]: key } });
      const profiles = Object.fromEntries(
        Object.entries(config.profiles).map(([name, profile]) => [name === from ? to : name, profile]),
      );
      files.config.write({ ...config, ...(config.current === from && { current: to }), profiles });
      if (key) files.keys.write({ ...keys, profiles: { ...without(keys.profiles, from), [to]: key } });
    });
  }

  use(name: string): Promise<void> {
    return this.#change((files) => {
      const config = files.config.readToChange();
      if (name !== sandboxProfile.name) knownProfile(config.profiles, name);
      files.config.write({ ...config, current: name });
    });
  }

  async remove(name: string): Promise<void> {
    await this.#change((files) => {
      const config = files.config.readToChange();
      const keys = files.keys.readToChange();
      knownProfile(config.profiles, name);
      // The key is removed first: a profile without a key is noticed, a key without a profile is not.
      if (entryOf(keys.profiles, name)) files.keys.write({ ...keys, profiles: without(keys.profiles, name) });
      const { current, ...rest } = config;
      const profiles = without(config.profiles, name);
      files.config.write({ ...rest, ...(current !== name && { current }), profiles });
    });
  }

  async #files(): Promise<ProfileFiles> {
    const { profileFiles } = await import('./settings-files.ts');
    return profileFiles(this.#directoryOf());
  }

  async #change<Answer>(change: (files: ProfileFiles) => Answer): Promise<Answer> {
    const { changeFiles } = await import('./settings-files.ts');
    return changeFiles(this.#directoryOf(), change);
  }
}

const withPlainUrl = (profile: Profile): Profile => ({
  ...profile,
  baseUrl: parseBaseUrl(profile.baseUrl),
});

const knownProfile = (profiles: Readonly<Record<string, Profile>>, name: string): Profile => {
  const known = entryOf(profiles, name);
  if (!known) throw unknownProfile(name, [...Object.keys(profiles), sandboxProfile.name]);
  return known;
};

const without = <Entry>(entries: Readonly<Record<string, Entry>>, name: string): Record<string, Entry> => {
  const { [name]: _, ...others } = entries;
  return others;
};

/** Writes the key of a profile; without a key, removes an obsolete one from the file. */
const writeKey = (
  { keys }: ProfileFiles,
  name: string,
  { baseUrl, key }: Profile,
  apiKey: Secret | undefined,
): void => {
  if (!apiKey && key?.store === 'file') return;
  const before = keys.readToChange();
  const others = without(before.profiles, name);
  const after: CredentialsFile['profiles'] = apiKey
    ? { ...others, [name]: { origin: new URL(baseUrl).origin, apiKey: apiKey.reveal() } }
    : others;
  // No empty file is created.
  if (Object.keys(before.profiles).length + Object.keys(after).length > 0)
    keys.write({ ...before, profiles: after });
};
