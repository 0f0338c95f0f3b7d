import type { Column, Shown } from './columns.ts';
import { isObject } from './field.ts';
import { harmless } from './harmless.ts';

/** What a document of unknown form comes to in a table: many records and what is said beside them, or one. */
export type DocumentRecords = { list: readonly Shown[]; beside: Shown } | { one: Shown };

/**
 * The records of a document: an array of objects; the one list of objects in an envelope that says nothing else but other
 * objects, as a page with its pageInfo; or an object by itself. Undefined for what is none of these.
 */
export const recordsOf = (value: unknown): DocumentRecords | undefined => {
  if (isList(value)) return { list: value, beside: {} };
  if (!isObject(value)) return undefined;
  const fields = Object.entries(value);
  const lists = fields.filter(([, field]) => isList(field));
  const [name, list] = lists[0] ?? [];
  const isEnvelope = lists.length === 1 && fields.every(([, field]) => isList(field) || isObject(field));
  return isEnvelope && isList(list)
    ? { list, beside: Object.fromEntries(fields.filter(([other]) => other !== name)) }
    : { one: value };
};

const isList = (value: unknown): value is readonly Shown[] => Array.isArray(value) && value.every(isObject);

/** A column for each field that any of the records has, in the order in which they are met. Whoever sees an `id` will copy it. */
export const columnsOf = (records: readonly Shown[]): Column[] =>
  [...new Set(records.flatMap(Object.keys))].map((field) => ({
    field,
    title: harmless(field),
    ...(field === 'id' ? { whole: true } : {}),
  }));
