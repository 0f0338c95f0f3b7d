import { isLoopback, parseBaseUrl } from '../http/connection/url.ts';
import { asUrl } from '../service/addresses.ts';
import { type Advice, proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import { findKey, keyStoreOf } from './find-key.ts';
import { type Credentials, checkKey, environmentCredentials, type Surroundings } from './keys/credentials.ts';
import { LacksCredentials, NoCredentials, NoProfile } from './keys/key-errors.ts';
import type { KeptKey, Profile } from './profile.ts';
import { profileNamed } from './profile-names.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import type { ProfileStore } from './store.ts';

/** The profile in use: the service, the credentials, and the source of each setting. */
export interface ActiveProfile extends Omit<Profile, 'baseUrl' | 'clientId' | 'key'> {
  /** Undefined if flags and environment have all settings. */
  readonly name: string | undefined;
  readonly baseUrl: string;
  readonly origin: string;
  /** Undefined if neither environment nor profile has one; the first request then fails. */
  readonly clientId: string | undefined;
  /** Looks up the key. Called right before the first request, since it may run a program or unlock a keyring. */
  credentials(): Promise<Credentials>;
  readonly sources: {
    readonly baseUrl: 'flag' | 'RESALE_BASE_URL' | 'profile';
    readonly clientId: 'env' | 'profile';
    readonly credentials: CredentialsSource;
  };
  /** Notices about the settings. */
  readonly notices: readonly Advice[];
}

export type CredentialsSource = KeptKey['store'];

interface ProfileChoice {
  readonly flag: { readonly profile?: string | undefined; readonly baseUrl?: string | undefined };
  readonly openStore: () => Promise<ProfileStore>;
  readonly surroundings: Surroundings;
}

/**
 * The active profile: a flag overrides the environment, which overrides the current profile. If these have base URL and
 * credentials, no file is read. Stored credentials go to their own origin only.
 */
export const activeProfile = async (choice: ProfileChoice): Promise<ActiveProfile> => {
  const { flag, openStore, surroundings } = choice;
  const { env } = surroundings;
  const notices: Advice[] = [];
  const pair = environmentCredentials(env, (notice) => notices.push(notice));
  const override = overridingUrl(flag.baseUrl, env);
  const named = flag.profile ?? env.RESALE_PROFILE;
  if (named === undefined && override && pair)
    return {
      name: undefined,
      baseUrl: override.url,
      origin: new URL(override.url).origin,
      ...fromEnvironment(pair, override.url),
      sources: { baseUrl: override.source, clientId: 'env', credentials: 'env' },
      notices: [...notices, ...aboutVersion(override.url)],
    };

  const store = await openStore();
  const { name, profile, others } = await chosenProfile(named, store, override !== undefined);
  const { url, source } = override ?? baseUrlOf(name, profile);
  const { clientId: _id, key: _key, ...settings } = profile;
  if (pair && name === sandboxProfile.name) notices.push(...aboutSandboxKeys(pair, url, others));
  return {
    ...settings,
    name,
    baseUrl: url,
    origin: new URL(url).origin,
    ...(pair ? fromEnvironment(pair, url) : fromProfile(name, profile, url, { store, surroundings })),
    sources: {
      baseUrl: source,
      clientId: pair ? 'env' : 'profile',
      credentials: pair ? 'env' : keyStoreOf(profile),
    },
    notices: [...notices, ...aboutVersion(url)],
  };
};

/** A base URL with a version is a mistake: the paths of the endpoints contain it. */
export const aboutVersion = (baseUrl: string): string[] =>
  /\/v1$/.test(baseUrl)
    ? [`The base URL ends in /v1, which is added to it: requests go to ${baseUrl}/v1/…. Leave out the /v1`]
    : [];

type Identity = Pick<ActiveProfile, 'clientId' | 'credentials'>;

/** A notice about credentials of the environment that go to the sandbox. Those of a stored live profile are refused. */
const aboutSandboxKeys = (
  { clientId, apiKey }: Credentials,
  url: string,
  others: ReadonlyMap<string, Profile>,
): string[] => {
  const isSandboxs = apiKey.reveal() === sandboxProfile.apiKey;
  if (isSandboxs || !isLoopback(new URL(url))) return [];
  for (const [name, { clientId: known, baseUrl }] of others) {
    const place = asUrl(baseUrl);
    if (known === clientId && place && !isLoopback(place))
      throw new LacksCredentials(
        `RESALE_CLIENT_ID is the client id of the profile "${name}", whose credentials are not sent to the sandbox`,
        'Nothing was sent. Unset RESALE_CLIENT_ID and RESALE_API_KEY to use the keys of the sandbox.',
      );
  }
  return [
    'RESALE_CLIENT_ID and RESALE_API_KEY from the environment are sent to the sandbox, in place of its own keys',
  ];
};

const fromEnvironment = (pair: Credentials, url: string): Identity => ({
  clientId: pair.clientId,
  async credentials() {
    const areOfSandbox = pair.apiKey.reveal() === sandboxProfile.apiKey;
    if (areOfSandbox && !isLoopback(new URL(url)))
      throw new LacksCredentials(
        `these are the sandbox's keys, but ${new URL(url).origin} is not a sandbox`,
        'Nothing was sent. Give the keys of that service, or choose another profile with --profile.',
      );
    return pair;
  },
});

const fromProfile = (
  name: string,
  profile: Profile,
  url: string,
  places: { store: ProfileStore; surroundings: Surroundings },
): Identity => {
  const clientId =
    profile.clientId === undefined
      ? undefined
      : checkKey(profile.clientId, `the client id of the profile "${name}"`).key.reveal();
  const find = async (): Promise<Credentials> => {
    const apiKey = await findKey(name, profile, new URL(url).origin, places);
    if (clientId === undefined) throw new NoCredentials(name);
    return { clientId, apiKey };
  };
  let found: Promise<Credentials> | undefined;
  return { clientId, credentials: () => (found ??= find()) };
};

interface BaseUrl {
  url: string;
  source: ActiveProfile['sources']['baseUrl'];
}

const overridingUrl = (flag: string | undefined, env: Surroundings['env']): BaseUrl | undefined => {
  if (flag !== undefined) return { url: parseBaseUrl(flag, '--base-url'), source: 'flag' };
  const variable = 'RESALE_BASE_URL';
  const text = env[variable];
  return text ? { url: parseBaseUrl(text, variable), source: variable } : undefined;
};

const baseUrlOf = (name: string, profile: Profile): BaseUrl => ({
  url: parseBaseUrl(profile.baseUrl, `the base URL of the profile "${name}"`),
  source: 'profile',
});

const chosenProfile = async (named: string | undefined, store: ProfileStore, isBaseUrlGiven: boolean) => {
  const stored = await store.read();
  const name = named ?? stored.current;
  if (name === undefined)
    throw isBaseUrlGiven ? new NoCredentials(undefined) : new NoProfile([...stored.profiles.keys()]);
  const profile = profileNamed(stored.profiles, name);
  return { name, profile, others: stored.profiles };
};

export const keysFrom = ({ name, sources }: ActiveProfile): string =>
  ({
    env: 'RESALE_CLIENT_ID and RESALE_API_KEY in the environment, which override those of any profile',
    file: `the file in which the profile "${name}" keeps its key`,
    keyring: `the keyring, in which the profile "${name}" keeps its key`,
    command: `the key command of the profile "${name}"`,
    sandbox: 'built in',
  })[sources.credentials];

/** The source of the base URL, or how to change it. The sandbox's is built in. */
export const baseUrlFrom = ({ name, sources }: ActiveProfile): Advice | undefined => {
  if (sources.baseUrl === 'flag') return 'The base URL comes from --base-url.';
  if (sources.baseUrl !== 'profile') return `The base URL comes from ${sources.baseUrl}.`;
  return name === sandboxProfile.name
    ? undefined
    : proposal('To change the base URL:', resaleLine('profiles set', [`${name}`], { baseUrl: 'URL' }));
};

/** How to replace a stored key, or the other source of the credentials. */
export const aboutKeys = (active: ActiveProfile): Advice =>
  ['file', 'keyring'].includes(active.sources.credentials)
    ? proposal(
        `To replace the key of ${active.name}:`,
        resaleLine('profiles set', [`${active.name}`], { apiKeyStdin: true }),
      )
    : `The credentials came from ${keysFrom(active)}.`;
