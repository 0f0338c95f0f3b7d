import { isLosslessNumber } from 'lossless-json';
import { firstOf } from '../words/counted.ts';
import { didYouMean } from '../words/nearest.ts';
import type { Column, Shown } from './columns.ts';
import { fieldNotThere } from './errors.ts';
import { stringify } from './json.ts';

/** Whether a value has fields: no array, and no number that JSON holds with more digits than JavaScript. */
export const isObject = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/**
 * The value at a dotted path of a record, undefined if there is none. A name that contains dots is found, too, and
 * for an array, the values of its elements.
 */
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

/** A value in one piece of text: texts joined by `separator`, other arrays and objects as JSON, nothing for null. */
export const fieldText = (value: unknown, separator: string): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(separator);
  return typeof value === 'object' ? stringify(value) : String(value);
};

/** The fields of a record, as dotted paths, that none of `paths` shows. */
export const fieldsBeyond = (record: Shown, paths: ReadonlySet<string>, parent = ''): string[] =>
  Object.entries(record).flatMap(([name, value]) => {
    const path = parent + name;
    if (paths.has(path)) return [];
    const shownInPart = [...paths].some((other) => other.startsWith(`${path}.`));
    if (shownInPart && isObject(value)) return fieldsBeyond(value, paths, `${path}.`);
    return shownInPart && Array.isArray(value) ? [] : [path];
  });

/** The fields to show instead of all. */
export interface Chosen {
  fields: readonly string[];
  /** The documented fields, if fields are refused that neither these nor the first records have. */
  documented: readonly string[] | undefined;
}

/** The columns of the chosen fields, in their order; a field without a column gets one. None is left out of a narrow table. */
export const chosenColumns = (columns: readonly Column[], { fields }: Chosen): Column[] =>
  fields.map((field) => {
    const {
      leaves: _,
      namedBy: __,
      ...column
    } = columns.find((one) => one.field === field) ?? { field, title: field };
    return column;
  });

/** Throws if a chosen field is neither documented nor in one of the first records. */
export const checkChosen = (
  records: readonly Shown[],
  { fields, documented }: Chosen,
  columns: readonly Column[],
): void => {
  if (documented === undefined) return;
  const known = [...new Set([...documented, ...records.flatMap((record) => Object.keys(record))])];
  const field = unknownField(fields, known);
  if (field !== undefined) throw fieldNotThere(formatUnknownField(field, known, columns));
};

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** Whether a path names one of the known fields, a part of one, or what several are parts of. */
const isKnown = (path: string, known: readonly string[]): boolean =>
  known.some((field) => isWithin(path, field) || isWithin(field, path));

/** Of some fields, the first that is not known. */
export const unknownField = (fields: readonly string[], known: readonly string[]): string | undefined =>
  fields.find((field) => !isKnown(field, known));

/** A message does not name more fields than that. */
const mostNamed = 100;

/** A field, with the head of its column if it has one. */
type Named = Pick<Column, 'field'> & Partial<Pick<Column, 'title'>>;

/** What is wrong with an unknown field, in words that follow the flag: what was probably meant, and which fields exist. */
export const formatUnknownField = (
  field: string,
  known: readonly string[],
  columns: readonly Named[] = [],
): string =>
  `names ${field}, which is not there${formatMeantField(field, known, columns)}; there are ${firstOf(known, mostNamed)}`;

/** The letters of a name, however its words are joined. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The field that was probably meant, in brackets: that of the column with this head, the only one with it in its name, or the nearest. */
const formatMeantField = (field: string, known: readonly string[], columns: readonly Named[]): string => {
  const letters = lettersOf(field);
  const headed = columns.find(({ title }) => title !== undefined && lettersOf(title) === letters);
  const within = known.filter((name) => letters.length > 2 && lettersOf(name).includes(letters));
  const meant = headed?.field ?? (within.length === 1 ? within[0] : undefined);
  return meant === undefined ? didYouMean(field, known) : ` (did you mean ${meant}?)`;
};

/** What is selected of an object: its fields in the order they were named, each whole or in part. */
type Selection = Map<string, Selection | 'whole'>;

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isLosslessNumber(value);

/** A selection within a value; undefined if it is a text or a number, which has no fields. */
const within = (value: unknown, selection: Selection | 'whole'): unknown => {
  if (selection === 'whole') return value;
  if (!isNested(value)) return undefined;
  if (!Array.isArray(value)) return selected(value as Shown, selection);
  return value.map((element) => within(element, selection)).filter((element) => element !== undefined);
};

const selected = (record: Shown, selection: Selection): Shown => {
  const fields: [string, unknown][] = [];
  for (const [name, part] of selection) {
    const value = Object.hasOwn(record, name) ? within(record[name], part) : undefined;
    if (value !== undefined) fields.push([name, value]);
  }
  return Object.fromEntries(fields);
};

/** Adds a dotted path to a selection. A field that is named whole and in part is whole. */
const add = (selection: Selection, [name = '', ...rest]: readonly string[]): void => {
  const known = selection.get(name);
  if (rest.length === 0) selection.set(name, 'whole');
  else if (known === undefined) {
    const part: Selection = new Map();
    selection.set(name, part);
    add(part, rest);
  } else if (known !== 'whole') add(known, rest);
};

/**
 * Makes a function that keeps the given fields of a record, named by dotted paths, in that order and with their
 * nesting: `images.url` keeps the url of each image. What a record does not have is left out.
 */
export const fieldSelector = (paths: readonly string[]): ((record: Shown) => Shown) => {
  const selection: Selection = new Map();
  for (const path of paths) add(selection, path.split('.'));
  return (record) => selected(record, selection);
};
