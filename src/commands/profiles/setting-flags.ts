import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { systemReason } from '../../files/file-error.ts';
import { InvalidBaseUrl } from '../../http/connection/connection-error.ts';
import { parseBaseUrl } from '../../http/connection/url.ts';
import { dialectFlags, singleNameFlags } from '../../line/flags/dialect-flags.ts';
import { choice, many, sharedNames, text, toggle } from '../../line/flags/value-kinds.ts';
import { type FlagValues, readValue, type UsageFault, type Value } from '../../line/flags/values.ts';
import { globalFlags } from '../../line/global-flags.ts';
import type { Invocation } from '../../line/invocation.ts';
import { checkKey } from '../../profiles/keys/credentials.ts';
import { InvalidKey } from '../../profiles/keys/key-errors.ts';
import type { Profile } from '../../profiles/profile.ts';
import { type DialectSettings, InvalidDialect, readDialectSetting } from '../../service/dialect.ts';
import type { Fault } from '../../service/typed-values.ts';
import { textFormatNames } from '../../terminal/formats.ts';
import { currencies } from '../../words/currency.ts';
import { didYouMean } from '../../words/nearest.ts';
import { flagName } from '../../words/resale-line.ts';
import { keyFlags } from './key-flags.ts';
import { textSettings } from './text-settings.ts';

/** Adapts a parser whose errors name the source of the text, so that they name the flag instead. */
const readBy =
  (read: (text: string) => string) =>
  (text: string): string | Fault => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof InvalidBaseUrl || error instanceof InvalidKey)) throw error;
      return { fault: error.message.replace(`${error.source} `, '') };
    }
  };

export const baseUrlValue: Value<string> = {
  ...globalFlags.baseUrl,
  read: readBy((text) => parseBaseUrl(text)),
};

const clientId: Value<string> = {
  ...text('ID', 'The client id that the key belongs to'),
  read: readBy((text) => checkKey(text, 'the client id').key.reveal()),
};

/** A code of ISO 4217, in any case. */
const currencyValue: Value<string> = {
  placeholder: 'CODE',
  description: 'The currency of prices, such as EUR',
  read(text) {
    const code = text.toUpperCase();
    return currencies().includes(code)
      ? code
      : {
          fault: `must be the code of a currency, such as EUR, not '${text}'${didYouMean(code, currencies())}`,
        };
  },
};

/** Everything in a profile but its base URL, rate and authorities, which are flags of every command. */
export const settingFlags = {
  clientId,
  ...keyFlags,
  shopId: text('ID', 'The default shop'),
  currency: currencyValue,
  defaultOutput: choice('FORMAT', textFormatNames, 'The default output format at a terminal'),
  protected: toggle('Ask before every change; before a run, ask to type the name of the profile'),
  readOnly: toggle('Refuse every change'),
  ...dialectFlags,
  ...singleNameFlags,
} as const;

const wordOf = (flag: string): string => flagName(flag).slice('--'.length);

const removable: Readonly<Record<string, string>> = {
  ...Object.fromEntries(textSettings.map(({ field, flag }) => [wordOf(flag), field])),
  protected: 'protected',
  'read-only': 'readOnly',
  'service-name': 'dialect.serviceName',
  'commerce-name': 'dialect.commerceName',
};

/** Removes settings; a single name of the dialect is removed by giving it no value. */
export const unset = many(choice('SETTING', Object.keys(removable), 'Remove a setting; repeatable'));

type SettingValues = Partial<Omit<FlagValues<typeof settingFlags>, keyof typeof keyFlags>> & {
  unset?: readonly string[] | undefined;
  baseUrl: string | undefined;
};

/** A profile with the settings of the flags, and the faults of invalid ones. */
export const withFlags = (
  before: Profile,
  values: SettingValues,
  { line: { globals }, io }: Pick<Invocation, 'line' | 'io'>,
): { profile: Profile; faults: UsageFault[] } => {
  const faults: UsageFault[] = [];
  const { rate, caBundle: bundle } = globals;
  const removed = values.unset?.flatMap((name) => removable[name] ?? []) ?? [];
  const baseUrl = values.baseUrl && readValue('--base-url', baseUrlValue, values.baseUrl, faults);
  const caBundle = typeof bundle === 'string' ? readBundlePath(resolve(io.cwd, bundle), faults) : undefined;
  const dialect = withNames(before.dialect, values, removed, faults);
  const texts = { ...values, rate, caBundle };
  const changed = {
    ...Object.fromEntries(Object.entries(before).filter(([field]) => !removed.includes(field))),
    baseUrl: baseUrl || before.baseUrl,
    ...Object.fromEntries(
      textSettings.flatMap(({ field, flag }) => (texts[flag] ? [[field, texts[flag]]] : [])),
    ),
    ...(values.protected && { protected: true }),
    ...(values.readOnly && { readOnly: true }),
  };
  const { dialect: _, ...others } = changed as Profile;
  return { profile: dialect ? { ...others, dialect } : others, faults };
};

const readBundlePath = (path: string, faults: UsageFault[]): string => {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    faults.push({ name: '--ca-bundle', message: `can't be read from ${path}: ${systemReason(error)}` });
  }
  return path;
};

/** The dialect with the words and names of the flags; undefined if nothing of it is left. */
const withNames = (
  before: DialectSettings | undefined,
  values: SettingValues,
  removed: readonly string[],
  faults: UsageFault[],
): DialectSettings | undefined => {
  const { serviceName, commerceName, dialect: names = [] } = values;
  const words = { serviceName, commerceName };
  for (const name of sharedNames(names))
    faults.push({ name: `--dialect ${name}`, message: 'is given twice' });
  const settings: [setting: string, value: string, flag: string][] = [
    ...removed
      .filter((field) => field.includes('.'))
      .map((field): [string, string, string] => [field, '', '--unset']),
    ...Object.entries(words).flatMap(([name, word]): [string, string, string][] =>
      word === undefined ? [] : [[`dialect.${name}`, word, flagName(name)]],
    ),
    ...names.map(([name, value]): [string, string, string] => [`dialect.${name}`, value, '--dialect']),
  ];
  const after = settings.reduce((settings: DialectSettings, [setting, value, flag]) => {
    try {
      return readDialectSetting(setting, value, settings);
    } catch (error) {
      if (!(error instanceof InvalidDialect)) throw error;
      faults.push(dialectFault(error, setting, flag));
      return settings;
    }
  }, before ?? {});
  const { names: own = {}, ...others } = after;
  const isSet = (settings: object) => Object.values(settings).some((value) => value !== undefined);
  const left = isSet(own) ? after : others;
  return isSet(left) ? left : undefined;
};

const dialectFault = (error: InvalidDialect, setting: string, flag: string): UsageFault => {
  const plain = (text: string) => text.replaceAll('dialect.', '');
  // What is no name of the service may be a key, typed in the wrong place.
  if (error.known.length > 0)
    return { name: flag, message: `${error.problem}. There are ${error.known.map(plain).join(', ')}` };
  const whole = plain(`${error.setting} ${error.problem}`);
  if (flag === '--dialect') return { name: flag, message: whole };
  return { name: flag, message: error.setting === setting ? error.problem : `can't be used: ${whole}` };
};
