import { isLoopback, parseBaseUrl } from '../network/url.ts';
import { type Credentials, checkKey, environmentCredentials, type Secret } from './credentials.ts';
import { NoProfile, UnknownProfile } from './errors.ts';
import { ForeignOrigin, NoCredentials, SandboxKeys } from './keys/errors.ts';
import { findKey, keyStoreOf } from './keys/find-key.ts';
import type { KeyStore, Surroundings } from './keys/key-store.ts';
import type { Profile } from './profile.ts';
import { sandboxCredentials, sandboxProfile } from './sandbox-profile.ts';
import type { ProfileStore } from './store.ts';

/** Which service is called, as whom, and what of this was decided where. */
export interface ActiveProfile extends Omit<Profile, 'baseUrl' | 'clientId' | 'key'> {
  /** Missing where flags and environment said it all. */
  readonly name: string | undefined;
  readonly baseUrl: string;
  readonly origin: string;
  /** Undefined where neither the environment nor the profile has one, which is then missed with the first request. */
  readonly clientId: Secret | undefined;
  /** Looks for the key when it is first needed: that may take a program, or a keyring that wants to be opened. */
  credentials(): Promise<Credentials>;
  readonly sources: {
    readonly baseUrl: 'flag' | 'RESALE_BASE_URL' | 'profile';
    readonly clientId: 'env' | 'profile';
    readonly credentials: CredentialsSource;
  };
  /** What a person should know about the settings. */
  readonly notices: readonly string[];
}

/** Where credentials come from; those of the sandbox are part of the tool. */
export type CredentialsSource = KeyStore | 'sandbox';

export interface Given {
  readonly flag: { readonly profile?: string | undefined; readonly baseUrl?: string | undefined };
  /** Opens the store where flags and environment do not say it all. */
  readonly openStore: () => Promise<ProfileStore>;
  readonly surroundings: Surroundings;
}

interface BaseUrl {
  url: string;
  source: ActiveProfile['sources']['baseUrl'];
}

/**
 * Which profile holds: flags before the environment before the store's current profile. Where base URL and credentials
 * are given without a profile, no file is touched. Stored credentials go to their own origin alone.
 */
export const activeProfile = async (given: Given): Promise<ActiveProfile> => {
  const { flag, openStore, surroundings } = given;
  const { env } = surroundings;
  const notices: string[] = [];
  const pair = environmentCredentials(env, (notice) => notices.push(notice));
  const base = givenBaseUrl(flag.baseUrl, env);
  const asked = flag.profile ?? (env.RESALE_PROFILE || undefined);
  if (asked === undefined && base && pair)
    return {
      name: undefined,
      baseUrl: base.url,
      origin: new URL(base.url).origin,
      ...fromEnvironment(pair, base.url),
      sources: { baseUrl: base.source, clientId: 'env', credentials: 'env' },
      notices,
    };

  const store = await openStore();
  const { name, profile, warnings } = await chosenProfile(asked, store, base !== undefined);
  const { url, source } = base ?? baseUrlOf(name, profile);
  const { clientId: _id, key: _key, ...settings } = profile;
  const found = whose(name, profile, url, pair, { store, surroundings });
  return {
    ...settings,
    name,
    baseUrl: url,
    origin: new URL(url).origin,
    ...found.who,
    sources: { baseUrl: source, ...found.from },
    notices: [...store.notices, ...warnings, ...notices],
  };
};

type Who = Pick<ActiveProfile, 'clientId' | 'credentials'>;

const whose = (
  name: string,
  profile: Profile,
  url: string,
  pair: Credentials | undefined,
  { store, surroundings }: { store: ProfileStore; surroundings: Surroundings },
): { who: Who; from: Omit<ActiveProfile['sources'], 'baseUrl'> } => {
  const sandboxed = name === sandboxProfile.name;
  const local = isLoopback(new URL(url));
  // The sandbox takes its own keys alone: what the environment holds is meant for another service.
  if (sandboxed && (local || !pair)) {
    const known = sandboxCredentials();
    const credentials = async () => {
      if (!local) throw new ForeignOrigin(name, sandboxProfile.baseUrl, new URL(url).origin);
      return known;
    };
    return {
      who: { clientId: known.clientId, credentials },
      from: { clientId: 'profile', credentials: 'sandbox' },
    };
  }
  if (pair)
    return {
      who: fromEnvironment(pair, url),
      from: { clientId: 'env', credentials: 'env' },
    };
  const clientId =
    profile.clientId === undefined
      ? undefined
      : checkKey(profile.clientId, `the client id of the profile "${name}"`).key;
  const credentials = once(async (): Promise<Credentials> => {
    const apiKey = await findKey(name, profile, new URL(url).origin, { store, surroundings });
    if (clientId === undefined) throw new NoCredentials(name);
    return { clientId, apiKey };
  });
  return {
    who: { clientId, credentials },
    from: { clientId: 'profile', credentials: keyStoreOf(profile) },
  };
};

const fromEnvironment = (pair: Credentials, url: string): Who => ({
  clientId: pair.clientId,
  async credentials() {
    const areOfSandbox = pair.apiKey.reveal() === sandboxProfile.apiKey;
    if (areOfSandbox && !isLoopback(new URL(url))) throw new SandboxKeys(new URL(url).origin);
    return pair;
  },
});

/** Does it when it is first asked for, and answers the same from then on. */
const once = <Answer>(find: () => Promise<Answer>): (() => Promise<Answer>) => {
  let found: Promise<Answer> | undefined;
  return () => (found ??= find());
};

const givenBaseUrl = (flag: string | undefined, env: Surroundings['env']): BaseUrl | undefined => {
  if (flag !== undefined) return { url: parseBaseUrl(flag, '--base-url'), source: 'flag' };
  const variable = 'RESALE_BASE_URL';
  const text = env[variable];
  return text ? { url: parseBaseUrl(text, variable), source: variable } : undefined;
};

const baseUrlOf = (name: string, profile: Profile): BaseUrl => ({
  url: parseBaseUrl(profile.baseUrl, `the base URL of the profile "${name}"`),
  source: 'profile',
});

const chosenProfile = async (asked: string | undefined, store: ProfileStore, baseUrlIsGiven: boolean) => {
  const { current, profiles, warnings } = await store.read();
  const name = asked ?? current;
  if (name === undefined)
    throw baseUrlIsGiven ? new NoCredentials(undefined) : new NoProfile([...profiles.keys()]);
  const profile = profiles.get(name);
  if (!profile) throw new UnknownProfile(name, [...profiles.keys()]);
  const warning = warnings.get(name);
  return { name, profile, warnings: warning === undefined ? [] : [warning] };
};
