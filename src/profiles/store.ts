import { join } from 'node:path';
import { parseBaseUrl } from '../network/url.ts';
import type { Advice } from '../words/advice.ts';
import { checkKey, type Secret, type StoredKey } from './credentials.ts';
import { profileFileNames } from './directories.ts';
import { profileExists, unknownProfile } from './errors.ts';
import { type CredentialsFile, type Profile, profile as schema } from './profile.ts';
import { entryOf, keepsKey, refuseInvalidName, refuseReserved } from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import type { ProfileFiles } from './settings-files.ts';

interface AddOptions {
  apiKey?: Secret | undefined;
  replace?: boolean;
}

/** The profiles on this disk. Reading creates no file; changes are atomic, and none by another process is lost. */
export class ProfileStore {
  /** What was corrected so far, to be shown to the user. */
  readonly notices: Advice[] = [];
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

  add(name: string, profile: Profile, options?: AddOptions): Promise<Profile[]> {
    return this.addAll({ [name]: profile }, options);
  }

  /** Adds profiles, all of them or none, and returns those it replaced whose keys are in the way now. See `keepsKey`. */
  async addAll(
    profiles: Readonly<Record<string, Profile>>,
    { apiKey, replace = false }: AddOptions = {},
  ): Promise<Profile[]> {
    for (const name of Object.keys(profiles)) {
      refuseReserved(name);
      refuseInvalidName(name);
    }
    const added = Object.fromEntries(
      Object.entries(profiles).map(([name, profile]) => [name, withPlainUrl(profile)]),
    );
    return this.#change((files) => {
      const config = files.config.readToChange();
      const replaced: Profile[] = [];
      for (const [name, profile] of Object.entries(added)) {
        const old = entryOf(config.profiles, name);
        if (old === undefined) continue;
        if (!replace) throw profileExists(name, true);
        if (keepsKey(old, profile)) added[name] = { ...profile, key: old.key };
        else replaced.push(old);
      }
      writeKeys(files, added, apiKey);
      files.config.write({ ...config, profiles: { ...config.profiles, ...added } });
      return replaced;
    });
  }

  async edit(name: string, edit: (profile: Profile) => Profile, apiKey?: Secret): Promise<Profile> {
    refuseReserved(name);
    return this.#change((files) => {
      const config = files.config.readToChange();
      const before = knownProfile(config.profiles, name);
      const after = withPlainUrl(edit(before));
      if (apiKey || after.key?.store !== 'file') writeKeys(files, { [name]: after }, apiKey);
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
      if (entryOf(config.profiles, to)) throw profileExists(to, false);
      const key = entryOf(keys.profiles, from);
      // The key is under both names until the profile has its new one, so that it is never under neither.
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
      // The key goes first: a profile without a key is plain to see, a key without a profile is not.
      if (entryOf(keys.profiles, name)) files.keys.write({ ...keys, profiles: without(keys.profiles, name) });
      const { current, ...rest } = config;
      const profiles = without(config.profiles, name);
      files.config.write({ ...rest, ...(current !== name && { current }), profiles });
    });
  }

  async #files(): Promise<ProfileFiles> {
    const { profileFiles } = await import('./settings-files.ts');
    return profileFiles(this.#directoryOf(), (notice) => this.notices.push(notice));
  }

  async #change<Answer>(change: (files: ProfileFiles) => Answer): Promise<Answer> {
    const { changeFiles } = await import('./settings-files.ts');
    return changeFiles(this.#directoryOf(), (notice) => this.notices.push(notice), change);
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

/** Writes a key for each of these profiles, or, if none is given, removes those that they have no more. */
const writeKeys = (
  { keys }: ProfileFiles,
  profiles: Readonly<Record<string, Profile>>,
  apiKey: Secret | undefined,
): void => {
  const before = keys.readToChange();
  const isKept = (name: string): boolean => !apiKey && profiles[name]?.key?.store === 'file';
  const others = Object.entries(before.profiles).filter(
    ([name]) => !Object.hasOwn(profiles, name) || isKept(name),
  );
  const added = Object.entries(apiKey ? profiles : {}).map(([name, { baseUrl }]) => [
    name,
    { origin: new URL(baseUrl).origin, apiKey: apiKey?.reveal() ?? '' },
  ]);
  const after: CredentialsFile['profiles'] = Object.fromEntries([...others, ...added]);
  // No file is created just to be empty.
  if (Object.keys(before.profiles).length + Object.keys(after).length > 0)
    keys.write({ ...before, profiles: after });
};
