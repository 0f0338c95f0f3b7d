import { isLosslessNumber } from 'lossless-json';
import type { Shown } from './columns.ts';

/** What is selected of an object: its fields in the order they were said, each whole or in part. */
type Selection = Map<string, Selection | 'whole'>;

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isLosslessNumber(value);

/** A selection within a value; undefined where it is a text or a number, which has no fields. */
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

/** Adds a dotted path to a selection. Where a field is said whole and in part, it is whole. */
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
