import { a } from '../../json/schema.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { CredentialsSource } from '../../profiles/active-profile.ts';
import { keyStoreOf } from '../../profiles/find-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-names.ts';
import type { ProfileStore } from '../../profiles/store.ts';
import type { DialectSettings } from '../../service/dialect.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { counted } from '../../words/counted.ts';
import { textSettings } from './text-settings.ts';

/** `Acme for Service, Mart for Commerce, 2 names of its own` */
const dialectInWords = (settings: unknown): string => {
  const { serviceName, commerceName, names = {} } = (settings ?? {}) as DialectSettings;
  const count = Object.keys(names).length;
  return [
    ...(serviceName === undefined ? [] : [`${serviceName} for Service`]),
    ...(commerceName === undefined ? [] : [`${commerceName} for Commerce`]),
    ...(count === 0 ? [] : [`${counted(count, 'name')} of its own`]),
  ].join(', ');
};

const orNone = a.orNull(a.text);

const dialect: Column = {
  field: 'dialect',
  title: 'dialect',
  schema: a.orNull(a.mapOf(a.anything)),
  inWords: dialectInWords,
};
const columnOf = (field: (typeof textSettings)[number]['field']): Column => ({
  ...{ field, schema: orNone },
  title: textSettings.find((setting) => setting.field === field)?.title ?? field,
});
const [currency, rate, caBundle] = [columnOf('currency'), columnOf('rate'), columnOf('caBundle')];

const always: readonly Column[] = [
  { field: 'name', title: 'name', whole: true, schema: orNone },
  { field: 'current', title: 'current', schema: a.boolean, inWords: (current) => (current ? 'yes' : '') },
  { field: 'baseUrl', title: 'base URL', shortest: 24 },
  { field: 'keyStore', title: 'key in' },
  { field: 'guard', title: 'guard', schema: a.orNull(a.oneOf(['read-only', 'protected'])) },
  { ...columnOf('shopId'), leaves: 2 },
  { ...columnOf('output'), leaves: 1 },
];

/** The columns of a list of profiles. Rare settings are shown below the row. */
export const profileColumns: readonly Column[] = [
  ...always,
  { ...currency, below: true, inWords: (code) => (code ? `prices in ${code}` : '') },
  { ...dialect, below: true },
  { ...rate, below: true, inWords: (text) => (text ? `at most ${text} requests` : '') },
  { ...caBundle, below: true, inWords: (path) => (path ? `trusts the authorities in ${path}` : '') },
];

/** Lists of profiles leave it out on a screen. */
export const clientIdColumn = columnOf('clientId');

export const detailColumns: readonly Column[] = [
  ...always,
  currency,
  clientIdColumn,
  dialect,
  rate,
  caBundle,
];

export const shownProfile = (
  name: string | undefined,
  profile: Profile,
  current: string | undefined,
): Shown => ({
  name: name ?? null,
  current: name !== undefined && name === current,
  baseUrl: profile.baseUrl,
  keyStore: keyStoreOf(profile),
  guard: profile.readOnly ? 'read-only' : profile.protected ? 'protected' : null,
  ...Object.fromEntries(textSettings.map(({ field }) => [field, profile[field] ?? null])),
  dialect: profile.dialect ?? null,
});

const keyPlaces: Record<Exclude<CredentialsSource, 'file'>, string> = {
  keyring: 'key from the keyring',
  command: 'key from a command',
  env: 'keys from RESALE_CLIENT_ID and RESALE_API_KEY',
  sandbox: 'built-in key',
};

/** `http://127.0.0.1:4141, as sandbox-client, key from the tool itself` */
export const identityWords = (
  { baseUrl, clientId }: { baseUrl: string; clientId?: string | undefined },
  keyFrom: CredentialsSource | undefined,
  store: ProfileStore,
): string =>
  [
    baseUrl,
    ...(clientId === undefined ? [] : [`as ${clientId}`]),
    ...(keyFrom ? [keyFrom === 'file' ? `key in ${store.keyFile()}` : keyPlaces[keyFrom]] : []),
  ].join(', ');

/** The result of a command that changed a profile: the profile, and at a terminal a headline with its identity. */
export const keptProfile = async (invocation: Invocation, name: string, headline: string) => {
  const store = await invocation.store();
  const { profiles, current } = await store.read();
  const profile = profileNamed(profiles, name);
  const sentence = `${headline}\n  ${identityWords(profile, keyStoreOf(profile), store)}`;
  const record = shownProfile(name, profile, current);
  return { kind: 'record', record, sentence } as const;
};

export const usedProfile = async (invocation: Invocation, name: string) => {
  await (await invocation.store()).use(name);
  return keptProfile(invocation, name, `✓ ${name} is the current profile`);
};
