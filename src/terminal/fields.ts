import { isLosslessNumber } from 'lossless-json';
import { usage } from '../failure/kinds.ts';
import { firstOf } from '../words/counted.ts';
import { didYouMean } from '../words/nearest.ts';
import type { Column, Field, Shown } from './columns.ts';
import { stringify } from './write-json.ts';

/** Whether a value has fields: arrays and exact numbers have none. */
export const isObject = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** The value at a dotted path of a record; for an array, the values of its elements. A name may contain dots itself. */
export const fieldOf = (record: unknown, path: string): unknown => {
  if (Array.isArray(record)) {
    const values = record.map((element) => fieldOf(element, path)).filter((value) => value !== undefined);
    return values.length > 0 ? values : undefined;
  }
  if (!isObject(record)) return undefined;
  if (Object.hasOwn(record, path)) return record[path];
  const dot = path.indexOf('.');
  if (dot < 0 || !Object.hasOwn(record, path.slice(0, dot))) return undefined;
  return fieldOf(record[path.slice(0, dot)], path.slice(dot + 1));
};

/** A value as text: texts joined by `separator`, other arrays and objects as JSON, nothing for null. */
export const fieldText = (value: unknown, separator: string): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(separator);
  return typeof value === 'object' ? stringify(value) : String(value);
};

/** The dotted paths of those fields of a record that `paths` leave out. */
export const fieldsBeyond = (record: Shown, paths: ReadonlySet<string>, parent = ''): string[] =>
  Object.entries(record).flatMap(([name, value]) => {
    const path = parent + name;
    if (paths.has(path)) return [];
    const shownInPart = [...paths].some((other) => other.startsWith(`${path}.`));
    if (shownInPart && isObject(value)) return fieldsBeyond(value, paths, `${path}.`);
    return shownInPart && Array.isArray(value) ? [] : [path];
  });

export interface Chosen {
  fields: readonly string[];
  /** If set, a field is refused unless it is one of these or in the first records. */
  documented: readonly string[] | undefined;
}

/** The columns of the chosen fields, in their order. None of them is left out of a narrow table. */
export const chosenColumns = (columns: readonly Column[], { fields }: Chosen): Column[] =>
  fields.map((field) => {
    const {
      leaves: _,
      namedBy: __,
      later: ___,
      ...column
    } = columns.find((one) => one.field === field) ?? { field, title: field };
    return column;
  });

/** Throws if a chosen field is neither documented nor in one of the first records. */
export const checkChosen = (records: readonly Shown[], { fields, documented }: Chosen): void => {
  if (documented === undefined) return;
  const known = [...new Set([...documented, ...records.flatMap((record) => Object.keys(record))])];
  const field = unknownField(fields, known);
  if (field !== undefined) throw usage(`--fields ${formatUnknownField(field, known)}`);
};

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** Whether a path is a known field, a part of one, or a parent of one. */
const isKnown = (path: string, known: readonly string[]): boolean =>
  known.some((field) => isWithin(path, field) || isWithin(field, path));

export const unknownField = (fields: readonly string[], known: readonly string[]): string | undefined =>
  fields.find((field) => !isKnown(field, known));

const asInHead = (name: string): string => name.toUpperCase().replace(/[-_]/g, ' ');

/** The field that a person chose by its name in data, or by the head of its column: `inventory`, `external-id`. */
export const fieldChosen = (name: string, fields: readonly (Field | Column)[]): string => {
  const named = fields.map(({ field }) => field);
  if (isKnown(name, named)) return name;
  return fields.find((one) => 'title' in one && one.title === asInHead(name))?.field ?? name;
};

const mostNamed = 100;

/** The fault of an unknown field, with the nearest and all known fields; follows the name of a flag. */
export const formatUnknownField = (field: string, known: readonly string[]): string =>
  `names ${field}, which is not there${didYouMean(field, known)}; there are ${firstOf(known, mostNamed)}`;

/** The selected fields of an object, in order, each whole or in part. */
type Selection = Map<string, Selection | 'whole'>;

const within = (value: unknown, selection: Selection | 'whole'): unknown => {
  if (selection === 'whole') return value;
  if (Array.isArray(value))
    return value.map((element) => within(element, selection)).filter((element) => element !== undefined);
  return isObject(value) ? selected(value, selection) : undefined;
};

const selected = (record: Shown, selection: Selection): Shown => {
  const fields: [string, unknown][] = [];
  for (const [name, part] of selection) {
    const value = Object.hasOwn(record, name) ? within(record[name], part) : undefined;
    if (value !== undefined) fields.push([name, value]);
  }
  return Object.fromEntries(fields);
};

/** Adds a dotted path. A field that is named whole and in part is whole. */
const add = (selection: Selection, [name = '', ...rest]: readonly string[]): void => {
  const known = selection.get(name);
  if (rest.length === 0) selection.set(name, 'whole');
  else if (known === undefined) {
    const part: Selection = new Map();
    selection.set(name, part);
    add(part, rest);
  } else if (known !== 'whole') add(known, rest);
};

/** Makes a function that keeps the fields at these dotted paths, in order and nested: `images.url` keeps the url of each image. */
export const fieldSelector = (paths: readonly string[]): ((record: Shown) => Shown) => {
  const selection: Selection = new Map();
  for (const path of paths) add(selection, path.split('.'));
  return (record) => selected(record, selection);
};
