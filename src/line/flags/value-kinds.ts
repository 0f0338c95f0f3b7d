import { uncleanName } from '../../service/clean-name.ts';
import {
  type Bounds,
  type Fault,
  integerInText,
  isFault,
  nameFault,
  requestsPerSecond,
  splitNamed,
  wordOf,
} from '../../service/typed-values.ts';
import { didYouMean } from '../../words/nearest.ts';
import type { Many, Toggle, Value } from './values.ts';

/** Any text but a blank one. */
export const text = (placeholder: string, description: string): Value<string> => ({
  placeholder,
  description,
  read: (text) =>
    text.trim() === '' ? { fault: text === '' ? 'must not be empty' : 'must not be blank' } : text,
});

/** A text that may be empty. */
export const freeText = (placeholder: string, description: string): Value<string> => ({
  placeholder,
  description,
  read: (text) => text,
});

/** A name to look up in the shop. The rules for new names apply: an invalid name can't exist. */
export const cleanName = (placeholder: string, description: string): Value<string> => {
  const any = text(placeholder, description);
  return {
    ...any,
    read(text) {
      const blank = any.read(text);
      const unclean = isFault(blank) ? undefined : uncleanName(text);
      return unclean === undefined ? blank : { fault: unclean };
    },
  };
};

export const names = (placeholder: string, description: string): Value<readonly string[]> => ({
  placeholder,
  description,
  read(text) {
    const named = text.split(',').map((name) => name.trim());
    if (named.some((name) => !/^[^.]+(\.[^.]+)*$/.test(name)))
      return { fault: `must be names separated by commas, such as id,state, not '${text}'` };
    return named;
  },
});

export const file = (placeholder: string, description: string): Value<string> => ({
  ...text(placeholder, description),
  complete: 'file',
});

export const fileToWrite = (description: string): Value<string> => ({
  ...file('FILE', description),
  writes: true,
});

/** A second output file; stdout is for the data. */
export const fileBeside = (description: string): Value<string> => {
  const named = fileToWrite(description);
  return {
    ...named,
    read: (text) =>
      text === '-'
        ? { fault: 'must name a file: stdout has the data (a file named - is ./-)' }
        : named.read(text),
  };
};

export const profileName = (description: string): Value<string> => ({
  ...text('NAME', description),
  complete: 'profile',
});

export const runName: Value<string> = {
  ...text('RUN', 'Name of the run, or the last 4 characters of its automatic one'),
  complete: 'run',
};

export const wholeNumber = (
  placeholder: string,
  description: string,
  bounds: Bounds = {},
): Value<number> => ({
  placeholder,
  description,
  type: 'integer',
  ...(bounds.min === undefined ? {} : { min: bounds.min }),
  ...(bounds.max === undefined ? {} : { max: bounds.max }),
  read: (text) => readInteger(text, bounds),
});

export const wholeNumbers = (description: string): Value<readonly number[]> => ({
  placeholder: 'LIST',
  description,
  read(text) {
    const numbers = text.split(',').map((number) => readInteger(number.trim(), { min: 1 }));
    return numbers.find(isFault) ?? (numbers as number[]);
  },
});

export const readInteger = (text: string, bounds: Bounds = {}): number | Fault =>
  integerInText(text, bounds, (text) => `'${text}'`);

/** A time in seconds; parts of a second are fine. */
export const seconds = (description: string, least = 0): Value<number> => ({
  placeholder: 'SECONDS',
  description,
  type: 'number',
  min: least,
  read(text) {
    const number = Number(text);
    if (!/^\d{1,7}(\.\d+)?$/.test(text) || number < least)
      return { fault: `must be a number of seconds${least > 0 ? `, at least ${least}` : ''}, not '${text}'` };
    return number;
  },
});

export const requestRate = (description: string): Value<number> => ({
  placeholder: 'RATE',
  description,
  read(text) {
    const perSecond = requestsPerSecond(text);
    return isFault(perSecond) ? invalidValue(text, perSecond.fault) : perSecond;
  },
});

export const choice = <const T extends string>(
  placeholder: string,
  words: readonly T[],
  description: string,
): Value<T> => ({
  placeholder,
  description,
  choices: words,
  read: (text) => words.find((word) => word === text.toLowerCase()) ?? refuseWord(text, words),
});

/** A fault that lists the valid words and suggests the nearest. */
export const refuseWord = (text: string, words: readonly string[]): Fault =>
  invalidValue(text, `must be one of ${words.join(', ')}, not '${text}'${didYouMean(wordOf(text), words)}`);

/** A fault whose reason quotes the text, unless the text looks like a key, typed in the wrong place. */
export const invalidValue = (text: string, reason: string): Fault => {
  const mayBeKey = /^\S{8,}$/.test(text) && (/\d/.test(text) || text.length > 24);
  return { fault: mayBeKey ? reason.replace(`, not '${text}'`, '') : reason };
};

export const toggle = (description: string): Toggle => ({ toggle: true, description });

export const many = <T>(value: Value<T>): Many<T> => ({ ...value, many: true });

/** A named value, `name=text`, and if there is a `readRaw`, also `name:=raw`. `form` is how it may be typed. */
export const named = <Raw = never>(
  form: string,
  description: string,
  readRaw?: (raw: string) => { value: Raw } | Fault,
): Value<readonly [name: string, value: string | Raw]> => ({
  placeholder: form.split(' ')[0] ?? '',
  description,
  read(text) {
    const { name, isRaw, value } = splitNamed(text) ?? {};
    if (name === undefined || value === undefined || (isRaw && readRaw === undefined))
      return { fault: `must be of the form ${form}, not '${text}'` };
    const fault = nameFault(name);
    if (fault !== undefined) return { fault };
    if (!isRaw || readRaw === undefined) return [name, value];
    const raw = readRaw(value);
    return 'fault' in raw ? { fault: `${raw.fault} (${name})` } : [name, raw.value];
  },
});

/** Repeated names: of these, only the last value would be sent. */
export const sharedNames = (pairs: readonly (readonly [name: string, value: unknown])[] = []): string[] => {
  const names = pairs.map(([name]) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
};
