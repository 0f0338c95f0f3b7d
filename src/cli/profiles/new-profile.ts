import { choice, text, toggle } from '../../flags/value-kinds.ts';
import type { FlagValues, UsageFault } from '../../flags/values.ts';
import { keepKey, type NewKey } from '../../profiles/keys/keep-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { textFormatNames } from '../../terminal/formats.ts';
import type { Invocation } from '../invocation.ts';
import { keyFlags, storeOf } from './key-flags.ts';
import { type TypedSetting, withSettings } from './setting.ts';

/** The flags for everything in a new profile but its base URL and authorities, which are flags of every command. */
export const addFlags = {
  clientId: text('ID', 'The client id that the key belongs to'),
  ...keyFlags,
  shopId: text('ID', 'The shop to use if a command names none'),
  defaultOutput: choice(
    'FORMAT',
    textFormatNames,
    'The output format on a terminal, unless a command names one',
  ),
  protected: toggle("Ask before every change; before many, ask for the profile's name"),
  readOnly: toggle('Refuse every change'),
  serviceName: text('NAME', 'The word that this deployment uses for Service in headers and fields'),
  commerceName: text('NAME', 'The word that it uses for Commerce'),
  replace: toggle('Replace a profile of the same name'),
} as const;
export type AddFlags = FlagValues<typeof addFlags>;

type Given = AddFlags & { baseUrl: string | undefined };

const needs = (isMissing: boolean, name: string, message = 'is missing'): UsageFault[] =>
  isMissing ? [{ name, message }] : [];

const storeMeant = (given: Given) => storeOf(given) ?? (given.clientId === undefined ? 'env' : 'file');

/** The missing settings that every profile needs. */
export const missingSettings = (given: Given): UsageFault[] => [
  ...needs(given.baseUrl === undefined, '--base-url'),
  ...needs(storeMeant(given) !== 'env' && given.clientId === undefined, '--client-id'),
];

/** Everything that is missing for a profile that is added without questions. */
export const missingFlags = (given: Given): UsageFault[] => {
  const store = storeMeant(given);
  const isKept = store === 'file' || store === 'keyring';
  return [
    ...missingSettings(given),
    ...needs(
      isKept && !given.apiKeyStdin,
      '--api-key-stdin',
      'is missing: a client id is kept together with its key',
    ),
    ...needs(store === 'command' && given.keyCommand === undefined, '--key-command'),
  ];
};

/** The profile that the flags describe, and which of them can't be read. */
export const profileSaid = (
  { settings, io }: Invocation,
  given: Given,
  before: Profile = { baseUrl: '' },
): { profile: Profile; faults: UsageFault[] } => {
  const said = (name: string, text: string | undefined, shownAs: string): TypedSetting[] =>
    text === undefined ? [] : [{ name, text, shownAs }];
  const all = [
    ...said('baseUrl', given.baseUrl, '--base-url'),
    ...said('clientId', given.clientId, '--client-id'),
    ...said('shopId', given.shopId, '--shop-id'),
    ...said('output', given.defaultOutput, '--default-output'),
    ...said('protected', given.protected ? 'true' : undefined, '--protected'),
    ...said('readOnly', given.readOnly ? 'true' : undefined, '--read-only'),
    ...said('caBundle', flagOf(settings.caBundle, '--ca-bundle'), '--ca-bundle'),
    ...said('dialect.serviceName', given.serviceName, '--service-name'),
    ...said('dialect.commerceName', given.commerceName, '--commerce-name'),
  ];
  return withSettings(before, all, io.cwd);
};

/** Only the flag's value is kept: a variable of the environment is only for this run. */
const flagOf = (given: { path: string; source: string } | undefined, flag: string): string | undefined =>
  given?.source === flag ? given.path : undefined;

interface NewProfile {
  name: string;
  profile: Profile;
  key: NewKey;
  /** Whether it may replace another one. */
  replace: boolean;
}

/** Adds a profile and its key, and says where the key is. */
export const addProfile = async (
  invocation: Invocation,
  { name, profile, key, replace }: NewProfile,
): Promise<void> => {
  const { io, note, warn } = invocation;
  const store = await invocation.store();
  const left = await keepKey(key, { name, baseUrl: profile.baseUrl }, io, (kept) =>
    store.add(name, { ...profile, key: kept.key }, { apiKey: kept.apiKey, replace }),
  );
  for (const notice of left) warn(notice);
  if (key.store === 'file') note(`The API key is in ${store.keyFile()}, which only you can read.`);
  if (key.store === 'keyring') note('The API key is in the keyring of your desktop.');
  if (key.store === 'env')
    note('No key is kept: set RESALE_CLIENT_ID and RESALE_API_KEY wherever you use this profile.');
};
