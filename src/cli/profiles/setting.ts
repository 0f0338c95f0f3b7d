import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { systemReason } from '../../disk/system-reason.ts';
import { Misread, type UsageFault } from '../../flags/values.ts';
import { InvalidBaseUrl } from '../../network/errors.ts';
import { parseBaseUrl } from '../../network/url.ts';
import { checkKey } from '../../profiles/credentials.ts';
import { InvalidKey } from '../../profiles/keys/errors.ts';
import type { Profile } from '../../profiles/profile.ts';
import { type DialectSettings, readDialectSetting } from '../../service/dialect.ts';
import { InvalidDialect } from '../../service/errors.ts';
import { textFormatNames } from '../../terminal/formats.ts';
import { nearest } from '../../words/nearest.ts';
import { globalFlags } from '../global-flags.ts';

type Read = (text: string, cwd: string) => Partial<Profile>;

const onOrOff = (text: string): boolean => {
  if (!/^(true|false|on|off|yes|no)$/i.test(text)) throw new Misread('must be true or false');
  return /^(true|on|yes)$/i.test(text);
};

/** The settings of a profile that can be typed, and how a text becomes their value. */
const readers: Readonly<Record<string, Read>> = {
  baseUrl: (text) => ({ baseUrl: parseBaseUrl(text) }),
  clientId: (text) => ({ clientId: checkKey(text, 'the client id').key.reveal() }),
  shopId(shopId) {
    if (shopId.trim() === '') throw new Misread('must not be blank');
    return { shopId };
  },
  output(text) {
    if (!textFormatNames.some((format) => format === text))
      throw new Misread(`must be one of ${textFormatNames.join(', ')}`);
    return { output: text };
  },
  rate(rate) {
    globalFlags.rate.read(rate);
    return { rate };
  },
  protected: (text) => ({ protected: onOrOff(text) }),
  readOnly: (text) => ({ readOnly: onOrOff(text) }),
  caBundle(text, cwd) {
    const path = resolve(cwd, text);
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      throw new Misread(`can't be read from ${path}: ${systemReason(error)}`);
    }
    return { caBundle: path };
  },
};

/** The names of the settings, for messages. */
const known = [...Object.keys(readers), 'dialect.serviceName', 'dialect.commerceName', 'dialect.query.NAME'];

/** A setting as it was typed: its name, its text, and what to call it in a message. */
export interface TypedSetting {
  name: string;
  text: string;
  shownAs: string;
}

/** The profile with some settings changed, and the faults of those that can't be read. An empty text removes a setting. */
export const withSettings = (
  profile: Profile,
  settings: readonly TypedSetting[],
  cwd: string,
): { profile: Profile; faults: UsageFault[] } => {
  const faults: UsageFault[] = [];
  const changed = settings.reduce((before, { name, text, shownAs }, index) => {
    try {
      if (settings.findIndex((one) => one.name === name) < index) throw new Misread('is given twice');
      return withSetting(before, name, text, cwd);
    } catch (error) {
      if (!(error instanceof Misread)) throw error;
      // The user's own words are quoted as they were typed, even at the beginning of a sentence.
      const isKnown = name.startsWith('dialect.') || Object.hasOwn(readers, name);
      faults.push({ name: isKnown ? shownAs : `"${shownAs}"`, message: error.message });
      return before;
    }
  }, profile);
  return { profile: changed, faults };
};

const withSetting = (profile: Profile, name: string, text: string, cwd: string): Profile => {
  if (name.startsWith('dialect.')) return withDialect(profile, name, text);
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (!read) throw new Misread(unknownSetting(name));
  if (text === '') {
    if (name === 'baseUrl') throw new Misread('must not be empty: every profile needs one');
    return Object.fromEntries(Object.entries(profile).filter(([field]) => field !== name)) as Profile;
  }
  try {
    return { ...profile, ...read(text, cwd) };
  } catch (error) {
    if (error instanceof InvalidBaseUrl || error instanceof InvalidKey)
      throw new Misread(error.message.replace(`${error.source} `, ''));
    throw error;
  }
};

const withDialect = ({ dialect, ...profile }: Profile, name: string, text: string): Profile => {
  try {
    const settings = readDialectSetting(name, text, dialect);
    return isEmpty(settings) ? profile : { ...profile, dialect: settings };
  } catch (error) {
    if (!(error instanceof InvalidDialect)) throw error;
    if (error.twin !== undefined) {
      const others = [error.setting, error.twin].filter((one) => one !== name);
      throw new Misread(
        others.length === 1
          ? `and ${others[0]} would have the same name`
          : `would give ${others.join(' and ')} the same name`,
      );
    }
    const there = error.known.length > 0 ? `. There are ${error.known.join(', ')}` : '';
    throw new Misread(`${error.problem}${there}`);
  }
};

const isEmpty = ({ names = {}, ...others }: DialectSettings): boolean =>
  [...Object.values(names), ...Object.values(others)].every((said) => said === undefined);

const unknownSetting = (name: string): string => {
  const meant = nearest(name, known);
  return `is not a setting${meant ? `; did you mean ${meant}?` : '.'} There are ${known.join(', ')}`;
};
