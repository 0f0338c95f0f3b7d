import type { BrokenRule } from '../../service/broken-rules.ts';
import { type Fault, isFault } from '../../service/typed-values.ts';
import type { Io } from '../../terminal/io.ts';
import type { Choice } from '../../terminal/prompts/ask-which.ts';
import { type FlagTexts, flagName } from '../../words/resale-line.ts';

export interface Value<T> {
  /** The placeholder for the value in help: `SECONDS`. */
  placeholder: string;
  description: string;
  /** Parses a text, or returns a fault: `must be a whole number`. */
  read(text: string): T | Fault;
  choices?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
  /** The source of completions, if there is no fixed list of words: files, or names from the tool. */
  complete?: 'file' | 'profile' | 'run' | 'listing' | 'external-id' | 'sku';
  /** The choices for a question about it. */
  offer?(io: Pick<Io, 'env' | 'clock'>): Promise<readonly Choice<string>[]>;
  writes?: true;
  /** The type that `help --json` gives for it; a text if left out. */
  type?: 'integer' | 'number';
  min?: number;
  max?: number;
  /** Words other than its choices are valid, too. */
  takesOthers?: true;
  /** The default, as a user would type it. */
  default?: string | number;
  variable?: string;
  short?: string;
  /** The field of the service that it fills. */
  field?: string;
  group?: string;
  optional?: true;
  /** The names of flags that may stand in place of an argument. */
  orFlags?: readonly string[];
}

/** A repeatable value; as an argument at least once, unless it is optional. */
export interface Many<T> extends Value<T> {
  many: true;
}

/** A flag without a value. One named `noClose` is typed as `--no-close`. */
export interface Toggle {
  toggle: true;
  description: string;
  short?: string;
  group?: string;
  variable?: string;
}

export type Flags = Readonly<Record<string, Value<unknown> | Many<unknown> | Toggle>>;
export type Arguments = Readonly<Record<string, Value<unknown> | Many<unknown>>>;

export type FlagValues<F extends Flags> = {
  [Name in keyof F]: F[Name] extends Toggle
    ? boolean
    : F[Name] extends Many<infer T>
      ? T[] | undefined
      : F[Name] extends Value<infer T>
        ? T | undefined
        : never;
};
export type ArgumentValues<A extends Arguments> = {
  [Name in keyof A]: A[Name] extends Many<infer T>
    ? T[]
    : A[Name] extends Value<infer T>
      ? A[Name] extends { optional: true } | { orFlags: readonly string[] }
        ? T | undefined
        : T
      : never;
};

/** What is wrong with one flag or argument, in words that follow its name. */
export interface UsageFault {
  name: string;
  message: string;
  /** The field of the service that it would fill, if there is one. */
  field?: string;
  /** The text that can't be read as its value. */
  text?: string;
  /** The value is missing, so a question can ask for it. */
  isMissing?: true;
}

/** The fault of a missing flag or argument; `more` is appended to the message. */
export const missing = (name: string, more = ''): UsageFault => ({
  name,
  message: `is missing${more}`,
  isMissing: true,
});

export const readValue = <T>(
  name: string,
  value: Value<T>,
  text: string,
  faults: UsageFault[],
): T | undefined => {
  const read = value.read(text);
  if (!isFault(read)) return read;
  faults.push({ name, message: read.fault, text, ...(value.field ? { field: value.field } : {}) });
  return undefined;
};

/** Parses the texts of flags. An invalid value is undefined, and adds a fault. */
export const readFlags = <F extends Flags>(
  flags: F,
  typed: FlagTexts,
  faults: UsageFault[],
): FlagValues<F> => {
  const values = Object.entries(flags).map(([name, flag]) => {
    const raw = typed[name];
    if ('toggle' in flag) return [name, raw === true];
    if (raw === undefined || raw === true) return [name, undefined];
    const texts = typeof raw === 'string' ? [raw] : raw;
    const read = texts.map((text) => readValue(flagName(name), flag, text, faults));
    return [name, 'many' in flag ? read.filter(isRead) : read[0]];
  });
  return Object.fromEntries(values);
};

const isRead = (value: unknown): boolean => value !== undefined;

/** What is wrong with the answer to a question, as a sentence. */
export const problemIn = (value: Value<unknown>, text: string): string | undefined => {
  if (text === '') return "It can't be left out.";
  const read = value.read(text);
  return isFault(read) ? `It ${read.fault}.` : undefined;
};

/**
 * Parses the texts of arguments. A missing or invalid one is undefined, and adds a fault; some may be replaced by `flags`.
 */
export const readArguments = <A extends Arguments>(
  named: A,
  typed: readonly string[],
  faults: UsageFault[],
  flags: FlagTexts = {},
): ArgumentValues<A> => {
  const left = [...typed];
  const all = Object.values(named);
  const values = Object.entries(named).map(([name, argument], at) => {
    const instead = flagsInstead(argument, flags);
    const [first = ''] = left;
    // A single number is the quantity: the listing is missing.
    const next = all[at + 1];
    const isLeftOut =
      argument.orFlags &&
      next &&
      left.length < all.length &&
      (instead.length > 0 || !isFault(next.read(first)));
    const texts = left.splice(0, 'many' in argument ? left.length : isLeftOut ? 0 : 1);
    if (texts.length === 0 && instead.length === 0 && !('optional' in argument))
      faults.push(missing(argument.placeholder, orFlagWords(argument)));
    if (texts.length > 0 && instead.length > 0)
      faults.push({ name: argument.placeholder, message: `does not go with ${instead.join(' or ')}` });
    if (instead.length > 1 && !('many' in argument))
      faults.push({ name: `${instead[1]}`, message: `does not go with ${instead[0]}` });
    const read = texts.map((text) =>
      readValue(argument.placeholder, argument, text, instead.length > 0 ? [] : faults),
    );
    return [name, 'many' in argument ? read.filter(isRead) : read[0]];
  });
  return Object.fromEntries(values) as ArgumentValues<A>;
};

const flagsInstead = ({ orFlags = [] }: Value<unknown>, typed: FlagTexts): string[] =>
  orFlags.filter((name) => typed[name] !== undefined).map(flagName);

/** The flags that replace an argument, in words that follow `is missing`. */
const orFlagWords = ({ orFlags = [] }: Value<unknown>): string =>
  orFlags.length === 0
    ? ''
    : ` (or give ${orFlags
        .map(flagName)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' or ')})`;

/** Turns faults of the service's fields into faults of the flags that fill these fields. */
export const inFlags = (faults: readonly BrokenRule[], flags: Flags): UsageFault[] =>
  faults.map(({ path, message, isMissing }) => ({
    name: flagFor(path, flags),
    message: `${message}${whichOne(path)}`,
    field: path,
    ...(isMissing && { isMissing }),
  }));

/** The position of a value of a repeated flag: `images[1].url` is the second. */
const whichOne = (path: string): string => {
  const [, index] = /\[(\d+)\]/.exec(path) ?? [];
  return index === undefined || index === '0' ? '' : ` (number ${Number(index) + 1})`;
};

/** The flag that fills a field most closely: `manualProductOptions.title` is --title, its other texts are --option. */
const flagFor = (path: string, flags: Flags): string => {
  const [closest] = Object.entries(flags)
    .map(([name, flag]) => ({ name, field: 'field' in flag ? flag.field : undefined }))
    .filter(({ field }) => field !== undefined && isWithin(path, field))
    .sort((one, other) => (other.field?.length ?? 0) - (one.field?.length ?? 0));
  return closest ? flagName(closest.name) : path;
};

const isWithin = (path: string, field: string) =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
