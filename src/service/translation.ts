import { writtenAs } from '../json/exact.ts';
import { type Dialect, fieldNames, type Names } from './dialect.ts';

export interface Translation {
  toWire(value: unknown): unknown;
  fromWire(value: unknown): unknown;
  /** Reads as the deployment does: our name for something that it calls otherwise means nothing. */
  fromWireStrictly(value: unknown): unknown;
}

export interface Translations {
  query: Translation;
  body: Translation;
  creation: Translation;
}

export const translationsFor = (dialect: Dialect): Translations => {
  const { query, constant } = dialect;
  return {
    query: translationOf(query, constant),
    body: translationOf(fieldNames(dialect, 'body'), constant),
    creation: translationOf(fieldNames(dialect, 'creation'), constant),
  };
};

const constantFields: ReadonlySet<string> = new Set([
  'state',
  'condition',
  'productDataSourceType',
  'action',
  'gender',
  'shopIdentifierType',
]);

/** Fields in which people name things themselves: nothing in them is renamed. */
export const ownNames: ReadonlySet<string> = new Set(['metadata', 'manualProductOptions']);

/** Ends the name of an undocumented field that would otherwise be taken for a documented one. */
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

/** The same, but names of ours for which the deployment has other words lose their meaning. */
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

/** Whether a value is a JSON object, and not, for example, a number that keeps its spelling. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
