import * as z from 'zod/mini';
import { writtenAs } from '../json/exact.ts';
import { type BrokenRule, dotted } from './broken-rules.ts';
import type { Dialect, Names } from './dialect.ts';
import type { Endpoint } from './endpoint.ts';
import { namesAfter, type Renaming, renamingOf } from './renaming.ts';

/**
 * Translates values between our names and a deployment's. Fields and constants are renamed where a schema has them and
 * nowhere else: what people wrote stays as it is, and so do fields that the schema does not know.
 */
export interface Translation {
  toWire(value: unknown): unknown;
  fromWire(value: unknown): unknown;
  /** Reads strictly, as the deployment does: our name for something that it calls otherwise means nothing to it. */
  fromWireStrictly(value: unknown): unknown;
  /** Properties that a person added under names which the deployment has for documented fields: it would take them for these. */
  clashes(value: unknown): BrokenRule[];
}

const same = (value: unknown): unknown => value;
const unchanged: Translation = { toWire: same, fromWire: same, fromWireStrictly: same, clashes: () => [] };

/** The translation for a schema, given the deployment's names for its fields. */
export const translationOf = (schema: z.ZodMiniType, names: Names, constants: Names): Translation => {
  if (isNeutral(names) && isNeutral(constants)) return unchanged;
  const described = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const step = (direction: Way['direction'], strict: boolean): Step =>
    stepOf([described], { direction, strict, names, constants: renamingOf(constants, direction) }) ?? same;
  const toWire = step('toWire', false);
  return {
    toWire,
    fromWire: step('fromWire', false),
    fromWireStrictly: step('fromWire', true),
    clashes(value) {
      const clashes: BrokenRule[] = [];
      toWire(value, { path: [], clashes });
      return clashes;
    },
  };
};

/** The translations for an endpoint's query, body and answer. */
export interface EndpointTranslation {
  query: Translation;
  body: Translation;
  answer: Translation;
}

export const endpointTranslation = (
  { query, body, answer }: Endpoint,
  dialect: Dialect,
): EndpointTranslation => ({
  query: query ? translationOf(query, dialect.query, dialect.constant) : unchanged,
  body: body ? translationOf(body, dialect.field, dialect.constant) : unchanged,
  answer: translationOf(answer, dialect.field, dialect.constant),
});

const isNeutral = (names: Names): boolean => Object.entries(names).every(([ours, theirs]) => ours === theirs);

/** The part of JSON Schema that our schemas use. */
interface JsonSchema {
  properties?: Readonly<Record<string, JsonSchema>>;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  /** The values of an open list. */
  examples?: readonly unknown[];
}

interface Way {
  direction: 'toWire' | 'fromWire';
  strict: boolean;
  names: Names;
  constants: Renaming;
}

/** Where a value is, for whoever wants to know of clashes. */
interface Place {
  path: readonly PropertyKey[];
  clashes: BrokenRule[];
}

const within = (place: Place | undefined, key: PropertyKey): Place | undefined =>
  place && { ...place, path: [...place.path, key] };

/** Translates a value in one place of a schema. */
type Step = (value: unknown, place?: Place) => unknown;

/** The step for a value that any of these schemas describes; undefined if nothing in it can have another name. */
const stepOf = (schemas: readonly JsonSchema[], way: Way): Step | undefined => {
  if (schemas.length === 0) return undefined;
  const all = schemas.flatMap(alternatives);
  const inText = textStep(all, way);
  const inArray = stepOf(
    all.flatMap(({ items }) => items ?? []),
    way,
  );
  const inObject = objectStep(all, way);
  if (!inText && !inArray && !inObject) return undefined;
  return (value, place) => {
    if (typeof value === 'string') return inText ? inText(value) : value;
    if (Array.isArray(value))
      return inArray ? value.map((part, index) => inArray(part, within(place, index))) : value;
    return inObject && isPlainObject(value) ? inObject(value, place) : value;
  };
};

const alternatives = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(alternatives),
];

const textStep = (
  all: readonly JsonSchema[],
  { constants, strict }: Way,
): ((text: string) => string) | undefined => {
  const isConstant = all.some((schema) => schema.enum ?? schema.const ?? schema.examples);
  const names = strict ? constants.closed : constants.some;
  return isConstant && names.size > 0 ? (text) => names.get(text) ?? text : undefined;
};

const objectStep = (
  all: readonly JsonSchema[],
  way: Way,
): ((object: object, place?: Place) => object) | undefined => {
  const described = all.flatMap(({ properties = {} }) => Object.entries(properties));
  const fields = [...new Set(described.map(([name]) => name))];
  const { some, closed } = renamingOf(
    Object.fromEntries(fields.map((field) => [field, way.names[field] ?? field])),
    way.direction,
  );
  const renaming = way.strict ? closed : some;
  const parts = new Map(
    fields.flatMap((field) => {
      const schemas = described.filter(([name]) => name === field).map(([, schema]) => schema);
      const step = stepOf(schemas, way);
      return step ? [[field, step]] : [];
    }),
  );
  if (some.size === 0 && parts.size === 0) return undefined;
  const ours = (name: string): string => (way.direction === 'toWire' ? name : (renaming.get(name) ?? name));
  const owners = new Map([...some].map(([field, theirs]) => [theirs, field]));
  return (object, place) => {
    const names = namesAfter(Object.keys(object), renaming);
    const entries = Object.entries(object).map(([name, value]) => {
      const owner = owners.get(name);
      if (place && owner !== undefined && !fields.includes(name))
        place.clashes.push({
          path: dotted(place.path),
          message: `must not have a property named ${name}, which is what this deployment calls ${owner}`,
        });
      const step = names.aside.has(name) ? same : (parts.get(ours(name)) ?? same);
      return [names.of(name), step(value, within(place, name))];
    });
    return writtenAs(Object.fromEntries(entries), object, names.of);
  };
};

/** Whether a value is an object of JSON, and not, for example, a number that is kept as it was written. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
