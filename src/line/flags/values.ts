import type { BrokenRule } from '../../service/broken-rules.ts';
import { type Fault, isFault } from '../../service/typed-values.ts';
import type { Io } from '../../terminal/io.ts';
import type { Choice } from '../../terminal/prompts/ask-which.ts';
import { type FlagTexts, flagName } from '../../words/resale-line.ts';

export interface Value<T> {
  /** The placeholder for the value in help: `SECONDS`. */
  placeholder: string;
  description: string;
  /** Turns a text into a value, or says why it is none: `must be a whole number`. */
  read(text: string): T | Fault;
  choices?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
  /** What completion offers if the words are not known beforehand: it looks at the disk, or asks the tool. */
  complete?: 'file' | 'profile' | 'run' | 'listing' | 'external-id' | 'sku';
  /** What is offered when it is asked for. */
  offer?(io: Pick<Io, 'env' | 'clock'>): Promise<readonly Choice<string>[]>;
  writes?: true;
  /** The type that `help --json` gives for it; a text if left out. */
  type?: 'integer' | 'number';
  min?: number;
  max?: number;
  /** It takes other words than its choices, too. */
  takesOthers?: true;
  /** What applies if it is not given, as it would be typed. */
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

/** A value that may be given several times; as an argument at least once, unless it is optional. */
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
  /** It was not given, so it can be asked for. */
  isMissing?: true;
}

/** A flag or argument that was not given; `more` says what else is to be known of it. */
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

/** Turns texts, as they were typed, into values. What can't be read is undefined, and a fault. */
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
 * Turns arguments, as they were typed, into values. One that is missing or can't be read is undefined, and a fault; `flags` are
 * those that were typed, since some may stand in its place.
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
    // A number alone means that the listing was forgotten.
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

/** The other ways to give an argument, in words that follow `is missing`. */
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

/** Which value of a flag that was given several times: `images[1].url` is the second. */
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
