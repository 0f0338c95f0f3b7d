import { isLosslessNumber } from 'lossless-json';
import type { Shown } from './columns.ts';
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
