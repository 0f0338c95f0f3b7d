import { isLoopback, parseBaseUrl } from './base-url.ts';
import type { Credentials } from './credentials.ts';
import { environmentCredentials } from './environment-credentials.ts';
import { ForeignOrigin, NoCredentials, NoProfile, UnknownProfile } from './errors.ts';
import type { Environment } from './paths.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import type { Profile } from './settings.ts';
import type { Store } from './store.ts';

/** Which service is called, as whom, and what of this was decided where. */
export interface ActiveProfile extends Omit<Profile, 'baseUrl'> {
  /** Missing where flags and environment said it all. */
  readonly name: string | undefined;
  readonly baseUrl: string;
  readonly origin: string;
  readonly credentials: Credentials;
  readonly sources: {
    readonly baseUrl: 'flag' | 'RESALE_BASE_URL' | 'profile';
    readonly credentials: 'environment' | 'profile';
  };
  /** What a person should know about the settings. */
  readonly notices: readonly string[];
}

export interface Given {
  readonly flag: { readonly profile?: string | undefined; readonly baseUrl?: string | undefined };
  readonly env: Environment;
  readonly store: Store;
}

interface BaseUrl {
  url: string;
  source: ActiveProfile['sources']['baseUrl'];
}

/**
 * Which profile holds: flags before the environment before the store's current profile. Where base URL and credentials
 * are given without a profile, no file is touched. Stored credentials go to their own origin alone.
 */
export const activeProfile = async ({ flag, env, store }: Given): Promise<ActiveProfile> => {
  const notices: string[] = [];
  const pair = environmentCredentials(env, (notice) => notices.push(notice));
  const base = givenBaseUrl(flag.baseUrl, env);
  const asked = flag.profile ?? (env.RESALE_PROFILE || undefined);
  if (asked === undefined && base && pair)
    return {
      name: undefined,
      baseUrl: base.url,
      origin: new URL(base.url).origin,
      credentials: pair,
      sources: { baseUrl: base.source, credentials: 'environment' },
      notices,
    };

  const { name, profile } = await chosenProfile(asked, store, base !== undefined);
  const { url, source } = base ?? baseUrlOf(name, profile);
  const { origin } = new URL(url);
  const credentials = pair ?? (await storedCredentials(name, origin, store));
  return {
    ...profile,
    name,
    baseUrl: url,
    origin,
    credentials,
    sources: { baseUrl: source, credentials: pair ? 'environment' : 'profile' },
    notices: [...store.notices, ...notices],
  };
};

const givenBaseUrl = (flag: string | undefined, env: Environment): BaseUrl | undefined => {
  if (flag !== undefined) return { url: parseBaseUrl(flag, '--base-url'), source: 'flag' };
  const variable = 'RESALE_BASE_URL';
  const text = env[variable];
  return text ? { url: parseBaseUrl(text, variable), source: variable } : undefined;
};

const baseUrlOf = (name: string, profile: Profile): BaseUrl => ({
  url: parseBaseUrl(profile.baseUrl, `the base URL of the profile "${name}"`),
  source: 'profile',
});

const chosenProfile = async (asked: string | undefined, store: Store, baseUrlIsGiven: boolean) => {
  const { current, profiles } = await store.read();
  const name = asked ?? current;
  if (name === undefined)
    throw baseUrlIsGiven ? new NoCredentials(undefined) : new NoProfile([...profiles.keys()]);
  const profile = profiles.get(name);
  if (!profile) throw new UnknownProfile(name, [...profiles.keys()]);
  return { name, profile };
};

const storedCredentials = async (name: string, origin: string, store: Store): Promise<Credentials> => {
  const stored = await store.credentialsOf(name);
  if (!stored) throw new NoCredentials(name);
  const theyMayGo = stored.origin === origin || (name === sandboxProfile.name && isLoopback(new URL(origin)));
  if (!theyMayGo) throw new ForeignOrigin(name, stored.origin, origin);
  return { clientId: stored.clientId, apiKey: stored.apiKey };
};
