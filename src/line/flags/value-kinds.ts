import { uncleanName } from '../../service/clean-name.ts';
import {
  type Bounds,
  type Fault,
  integerInText,
  isFault,
  namedIn,
  nameFault,
  requestsPerSecond,
  wordOf,
} from '../../service/typed-values.ts';
import { didYouMean } from '../../words/nearest.ts';
import type { Many, Toggle, Value } from './values.ts';

/** Any text but a blank one. */
export const text = (placeholder: string, description: string): Value<string> => ({
  placeholder,
  description,
  read: (said) =>
    said.trim() === '' ? { fault: said === '' ? 'must not be empty' : 'must not be blank' } : said,
});

/** A text that may be empty. */
export const freeText = (placeholder: string, description: string): Value<string> => ({
  placeholder,
  description,
  read: (said) => said,
});

/** A name of something in the shop, as it is looked up: one that could not be made names nothing. */
export const cleanName = (placeholder: string, description: string): Value<string> => {
  const any = text(placeholder, description);
  return {
    ...any,
    read(said) {
      const blank = any.read(said);
      const unclean = isFault(blank) ? undefined : uncleanName(said);
      return unclean === undefined ? blank : { fault: unclean };
    },
  };
};

export const names = (placeholder: string, description: string): Value<readonly string[]> => ({
  placeholder,
  description,
  read(said) {
    const named = said.split(',').map((name) => name.trim());
    if (named.some((name) => !/^[^.]+(\.[^.]+)*$/.test(name)))
      return { fault: `must be names separated by commas, such as id,state, not '${said}'` };
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

/** A file that is written besides the data, which has stdout. */
export const fileBeside = (description: string): Value<string> => {
  const named = fileToWrite(description);
  return {
    ...named,
    read: (said) =>
      said === '-'
        ? { fault: 'must name a file: stdout has the data (a file named - is ./-)' }
        : named.read(said),
  };
};

export const profileName = (description: string): Value<string> => ({
  ...text('NAME', description),
  complete: 'profile',
});

export const runName: Value<string> = {
  ...text('RUN', 'The run, by its name or the end of it'),
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
  read: (said) => integerSaid(said, bounds),
});

export const wholeNumbers = (description: string): Value<readonly number[]> => ({
  placeholder: 'LIST',
  description,
  read(said) {
    const numbers = said.split(',').map((number) => integerSaid(number.trim(), { min: 1 }));
    return numbers.find(isFault) ?? (numbers as number[]);
  },
});

export const integerSaid = (said: string, bounds: Bounds = {}): number | Fault =>
  integerInText(said, bounds, (text) => `'${text}'`);

/** A time in seconds; parts of a second are fine. */
export const seconds = (description: string, least = 0): Value<number> => ({
  placeholder: 'SECONDS',
  description,
  type: 'number',
  min: least,
  read(said) {
    const number = Number(said);
    if (!/^\d{1,7}(\.\d+)?$/.test(said) || number < least)
      return { fault: `must be a number of seconds${least > 0 ? `, at least ${least}` : ''}, not '${said}'` };
    return number;
  },
});

export const requestRate = (description: string): Value<number> => ({
  placeholder: 'RATE',
  description,
  read(said) {
    const perSecond = requestsPerSecond(said);
    return isFault(perSecond) ? invalidValue(said, perSecond.fault) : perSecond;
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
  read: (said) => words.find((word) => word === said.toLowerCase()) ?? refuseWord(said, words),
});

/** Says which words there are, and which of them was probably meant. */
export const refuseWord = (said: string, words: readonly string[]): Fault =>
  invalidValue(said, `must be one of ${words.join(', ')}, not '${said}'${didYouMean(wordOf(said), words)}`);

/** Refuses a text for a reason that quotes it. What looks like a key in the wrong place is not quoted. */
export const invalidValue = (said: string, reason: string): Fault => {
  const mayBeKey = /^\S{8,}$/.test(said) && (/\d/.test(said) || said.length > 24);
  return { fault: mayBeKey ? reason.replace(`, not '${said}'`, '') : reason };
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
  read(said) {
    const { name, isRaw, value } = namedIn(said) ?? {};
    if (name === undefined || value === undefined || (isRaw && readRaw === undefined))
      return { fault: `must be of the form ${form}, not '${said}'` };
    const fault = nameFault(name);
    if (fault !== undefined) return { fault };
    if (!isRaw || readRaw === undefined) return [name, value];
    const raw = readRaw(value);
    return 'fault' in raw ? { fault: `${raw.fault} (${name})` } : [name, raw.value];
  },
});

/** The names that several named values share: only the last one would be sent. */
export const sharedNames = (pairs: readonly (readonly [name: string, value: unknown])[] = []): string[] => {
  const names = pairs.map(([name]) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
};
