import { choice, text, toggle } from '../../flags/value-kinds.ts';
import type { FlagValues, UsageFault } from '../../flags/values.ts';
import { parseBaseUrl } from '../../network/url.ts';
import type { NewKey } from '../../profiles/keys/keep-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { formatNames } from '../../terminal/formats.ts';
import type { Invocation } from '../invocation.ts';
import { keyFlags, keyOf, storeOf } from './key-flags.ts';
import { type Said, withSettings } from './setting.ts';

/** The flags that say all of a new profile but its base URL and authorities, which are flags of every command. */
export const addFlags = {
  clientId: text('ID', 'The client id that the key belongs to'),
  ...keyFlags,
  shopId: text('ID', 'The shop to use where a command names none'),
  defaultOutput: choice('FORMAT', formatNames, 'How to print on a terminal where a command does not say'),
  protected: toggle('Ask before every change, and for its name before many'),
  readOnly: toggle('Refuse every change'),
  serviceName: text('NAME', 'What this deployment says for Service in its headers and fields'),
  commerceName: text('NAME', 'What it says for Commerce'),
  replace: toggle('Put it in the place of a profile of the same name'),
} as const;
export type AddFlags = FlagValues<typeof addFlags>;

/** The flags that are missing, for a profile that is made without questions. */
export const missing = ({ settings }: Invocation, given: AddFlags): UsageFault[] => {
  const store = storeOf(given) ?? (given.clientId === undefined ? 'env' : 'file');
  const needs = (isMissing: boolean, name: string, message = 'is missing') =>
    isMissing ? [{ name, message }] : [];
  return [
    ...needs(settings.baseUrl === undefined, '--base-url'),
    ...needs(store !== 'env' && given.clientId === undefined, '--client-id'),
    ...needs(
      (store === 'file' || store === 'keyring') && !given.apiKeyStdin,
      '--api-key-stdin',
      'is missing: a client id is kept together with its key',
    ),
    ...needs(store === 'command' && given.keyCommand === undefined, '--key-command'),
  ];
};

/** Whether nothing is left to ask: with someone there, keys from the environment have to be asked for by name. */
const isWhole = (invocation: Invocation, given: AddFlags): boolean =>
  !invocation.canAsk() || (missing(invocation, given).length === 0 && storeOf(given) !== undefined);

/** The settings that flags give beside base URL and key, by the names under which `profiles set` knows them. */
const saidOf = ({ settings }: Invocation, given: AddFlags): Said[] => {
  const said = (name: string, text: string | undefined, shownAs: string): Said[] =>
    text === undefined ? [] : [{ name, text, shownAs }];
  return [
    ...said('clientId', given.clientId, '--client-id'),
    ...said('shopId', given.shopId, '--shop-id'),
    ...said('output', given.defaultOutput, '--default-output'),
    ...said('protected', given.protected ? 'true' : undefined, '--protected'),
    ...said('readOnly', given.readOnly ? 'true' : undefined, '--read-only'),
    ...said('caBundle', flagOf(settings.caBundle, '--ca-bundle'), '--ca-bundle'),
    ...said('dialect.serviceName', given.serviceName, '--service-name'),
    ...said('dialect.commerceName', given.commerceName, '--commerce-name'),
  ];
};

/** What was said with the flag: a variable of the environment holds for the moment, and is kept nowhere. */
const flagOf = (given: { path: string; source: string } | undefined, flag: string): string | undefined =>
  given?.source === flag ? given.path : undefined;

/** What is wrong with the settings that flags give. */
export const settingFaults = (invocation: Invocation, given: AddFlags): UsageFault[] =>
  withSettings({ baseUrl: '' }, saidOf(invocation, given), invocation.io.cwd).faults;

const profileOf = (baseUrl: string, given: AddFlags, invocation: Invocation): Profile =>
  withSettings({ baseUrl }, saidOf(invocation, given), invocation.io.cwd).profile;

/** A profile that is to be added, and its key. */
export interface NewProfile {
  profile: Profile;
  key: NewKey;
  /** Whether somebody typed it in, answering questions. */
  wasAsked: boolean;
}

/** The profile as the flags give it; with someone there, what they leave open is asked. */
export const newProfile = async (invocation: Invocation, given: AddFlags): Promise<NewProfile> => {
  const { baseUrl: said } = invocation.settings;
  const baseUrl = said === undefined ? undefined : parseBaseUrl(said);
  if (baseUrl !== undefined && isWhole(invocation, given)) {
    const key = (await keyOf(given, invocation)) ?? { store: 'env' };
    return { profile: profileOf(baseUrl, given, invocation), key, wasAsked: false };
  }
  const { askAnswers, askKey, askStore } = await import('../../conversation/profile/questions.ts');
  const store = storeOf(given) ?? (await askStore(invocation));
  const answers = await askAnswers(invocation, { ...given, baseUrl }, store);
  const key = (await keyOf(given, invocation)) ?? (await askKey(invocation, store));
  const profile = profileOf(parseBaseUrl(answers.baseUrl), { ...given, ...answers }, invocation);
  return { profile, key, wasAsked: true };
};
