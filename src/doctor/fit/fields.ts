import type { Names } from '../../service/dialect.ts';
import { capitalized } from '../../words/counted.ts';
import { type DialectChanges, wordBehind } from './words.ts';

/** The documented fields of an object, each with the check of its value. */
export type Shape = Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>;

/** How the fields of objects that came differ from the documented ones. */
interface FieldReport {
  /** Documented, and in none of the objects. */
  missing: string[];
  /** The same, of those that may be left out. */
  missingOptional: string[];
  /** In some object, and not documented. */
  extra: string[];
  /** Documented fields that came. */
  seen: string[];
  /** Names in `extra` that are probably those of fields in `missing`. */
  changes: DialectChanges;
}

/** A value as an object with fields; without any if it is something else. */
export const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Compares objects, as they came, with the documented fields. Our own name for a field is right if only that comes. */
export const fieldReport = (
  objects: readonly unknown[],
  shape: Shape,
  names: Names,
  mayBeMissing: readonly string[] = [],
): FieldReport => {
  const came = new Set(objects.flatMap((object) => Object.keys(fieldsIn(object))));
  const fields = Object.keys(shape);
  const seen = fields.filter((field) => came.has(names[field] ?? field));
  const ours = fields.filter((field) => !seen.includes(field) && came.has(field));
  const absent = fields.filter((field) => !seen.includes(field) && !ours.includes(field));
  const known = new Set(fields.flatMap((field) => [field, names[field] ?? field]));
  const extra = [...came].filter((name) => !known.has(name));
  const fits = (field: string, name: string) =>
    objects.every((object) => {
      const value = fieldsIn(object)[name];
      return value === undefined || shape[field]?.safeParse(value).success;
    });
  const found = [
    ...ours.map((field): [string, string] => [field, field]),
    ...alikeNames(absent, extra, fits),
  ];
  const renamed = new Set(found.map(([field]) => field));
  return {
    seen,
    missing: absent.filter((field) => !mayBeMissing.includes(field)),
    missingOptional: absent.filter((field) => mayBeMissing.includes(field) && !renamed.has(field)),
    extra: extra.filter((name) => !found.some(([, taken]) => taken === name)),
    changes: Object.fromEntries(found.map(([field, name]) => [`dialect.field.${field}`, name])),
  };
};

/** Constants of the deployment in place of ours: `THEIR_OPEN`, `open`. */
export const constantChanges = (
  values: readonly unknown[],
  constants: readonly string[],
  names: Names,
): DialectChanges => {
  const known = new Set(constants.flatMap((constant) => [constant, names[constant] ?? constant]));
  const others = [...new Set(values)].filter(
    (value) => typeof value === 'string' && !known.has(value),
  ) as string[];
  const found = alikeNames(constants, others, () => true);
  return Object.fromEntries(found.map(([constant, name]) => [`dialect.constant.${constant}`, name]));
};

/** Ways in which a name may stand for one of ours, the surest first. */
const likenesses: readonly ((ours: string, name: string) => boolean)[] = [
  (ours, name) => wordBehind(ours, name) !== undefined,
  (ours, name) => plain(ours) === plain(name),
  // their-sku, THEIR_OPEN, listingSku
  (ours, name) =>
    name.length > ours.length &&
    (name.endsWith(`-${ours}`) || name.endsWith(`_${ours}`) || name.endsWith(capitalized(ours))),
];

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{Nd}]/gu, '');

/** Pairs each of our names with the name that resembles it, if only one does. */
const alikeNames = (
  ours: readonly string[],
  names: readonly string[],
  fits: (own: string, name: string) => boolean,
): [own: string, name: string][] => {
  const pairs: [string, string][] = [];
  for (const isLike of likenesses) {
    const freeOurs = ours.filter((own) => !pairs.some(([taken]) => taken === own));
    const free = names.filter((name) => !pairs.some(([, taken]) => taken === name));
    const likeOf = (own: string) => free.filter((name) => isLike(own, name) && fits(own, name));
    for (const own of freeOurs) {
      const [name, ...others] = likeOf(own);
      const isShared = freeOurs.some((other) => other !== own && likeOf(other).includes(name as string));
      if (name !== undefined && others.length === 0 && !isShared) pairs.push([own, name]);
    }
  }
  return pairs;
};
