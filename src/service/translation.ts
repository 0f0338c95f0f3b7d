import { writtenAs } from '../json/exact.ts';
import type { Dialect, Names } from './dialect.ts';

/** Translates values between our names and a deployment's. */
export interface Translation {
  toWire(value: unknown): unknown;
  fromWire(value: unknown): unknown;
  /** Reads strictly, as the deployment does: our name for something that it calls otherwise means nothing to it. */
  fromWireStrictly(value: unknown): unknown;
}

/** The translations for a dialect: of queries, and of the bodies of requests, answers and the feed. */
export interface Translations {
  query: Translation;
  body: Translation;
}

export const translationsFor = ({ query, field, constant }: Dialect): Translations => ({
  query: translationOf(query, constant),
  body: translationOf(field, constant),
});

/** The fields and parameters whose values are constants. */
const constantFields: ReadonlySet<string> = new Set([
  'state',
  'condition',
  'productDataSourceType',
  'action',
  'gender',
  'shopIdentifierType',
]);

/** The fields in which people name things themselves: nothing in them is renamed. */
export const ownNames: ReadonlySet<string> = new Set(['metadata', 'manualProductOptions']);

/** What ends the name of something undocumented that would otherwise be taken for what is documented. */
export const undocumented = '_undocumented';

const translationOf = (names: Names, constants: Names): Translation => {
  const [toNames, toConstants] = [changesIn(names), changesIn(constants)];
  const [fromNames, fromConstants] = [inverse(toNames), inverse(toConstants)];
  return {
    toWire: translator(toNames, toConstants, 'toWire'),
    fromWire: translator(fromNames, fromConstants, 'fromWire'),
    fromWireStrictly: translator(strict(fromNames), strict(fromConstants), 'fromWire'),
  };
};

type Renaming = ReadonlyMap<string, string>;

const changesIn = (names: Names): Renaming =>
  new Map(Object.entries(names).filter(([ours, theirs]) => ours !== theirs));

const inverse = (renaming: Renaming): Renaming =>
  new Map([...renaming].map(([ours, theirs]) => [theirs, ours]));

/** The same, but nothing keeps a name of ours that the deployment has another word for. */
const strict = (renaming: Renaming): Renaming =>
  new Map([...[...renaming.values()].map((ours) => [ours, ours + undocumented] as const), ...renaming]);

const translator = (names: Renaming, constants: Renaming, direction: 'toWire' | 'fromWire') => {
  if (names.size === 0 && constants.size === 0) return (value: unknown) => value;
  const translated = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return constantFields.has(field) ? (constants.get(value) ?? value) : value;
    if (Array.isArray(value)) return value.map((part) => translated(part, field));
    if (!isPlainObject(value) || ownNames.has(field)) return value;
    const entries = Object.entries(value);
    const taken = new Set(entries.flatMap(([name]) => names.get(name) ?? []));
    const renamed = (name: string) => names.get(name) ?? (taken.has(name) ? name + undocumented : name);
    const ours = direction === 'toWire' ? (name: string) => name : renamed;
    const translation = entries.map(([name, part]) => [renamed(name), translated(part, ours(name))]);
    return writtenAs(Object.fromEntries(translation), value, renamed);
  };
  return (value: unknown) => translated(value);
};

/** Whether a value is an object of JSON, and not, for example, a number that is kept as it was written. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
