import * as z from 'zod/mini';
import { writtenAs } from '../json/exact.ts';
import type { Dialect, Names } from './dialect.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Translates values between our names and a deployment's. Fields and constants are renamed where a schema has them and
 * nowhere else: what people wrote stays as it is, and so do fields that the schema does not know.
 */
export interface Translation {
  toWire(value: unknown): unknown;
  fromWire(value: unknown): unknown;
  /** Reads strictly, as the deployment does: our name for something that it calls otherwise means nothing to it. */
  fromWireStrictly(value: unknown): unknown;
}

const same = (value: unknown): unknown => value;
const unchanged: Translation = { toWire: same, fromWire: same, fromWireStrictly: same };

/** The translation for a schema, given the deployment's names for its fields. */
export const translationOf = (schema: z.ZodMiniType, names: Names, constants: Names): Translation => {
  if (isNeutral(names) && isNeutral(constants)) return unchanged;
  const described = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const step = (direction: Way['direction'], strict: boolean): Step =>
    stepOf([described], { direction, strict, names, constants: renamingOf(constants, direction) }) ?? same;
  return {
    toWire: step('toWire', false),
    fromWire: step('fromWire', false),
    fromWireStrictly: step('fromWire', true),
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

/** Translates a value in one place of a schema. */
type Step = (value: unknown) => unknown;

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
  return (value) => {
    if (typeof value === 'string') return inText ? inText(value) : value;
    if (Array.isArray(value)) return inArray ? value.map(inArray) : value;
    return inObject && isPlainObject(value) ? inObject(value) : value;
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

const objectStep = (all: readonly JsonSchema[], way: Way): ((object: object) => object) | undefined => {
  const described = all.flatMap(({ properties = {} }) => Object.entries(properties));
  const fields = [...new Set(described.map(([name]) => name))];
  const { some, closed } = renamingOf(
    Object.fromEntries(fields.map((field) => [field, way.names[field] ?? field])),
    way.direction,
  );
  const renaming: Renaming = { some: way.strict ? closed : some, closed };
  const parts = new Map(
    fields.flatMap((field) => {
      const schemas = described.filter(([name]) => name === field).map(([, schema]) => schema);
      const step = stepOf(schemas, way);
      return step ? [[field, step]] : [];
    }),
  );
  if (some.size === 0 && parts.size === 0) return undefined;
  const ours = (name: string): string =>
    way.direction === 'toWire' ? name : (renaming.some.get(name) ?? name);
  return (object) =>
    renamed(
      Object.entries(object).map(([name, value]) => [name, (parts.get(ours(name)) ?? same)(value)]),
      renaming,
      object,
    );
};

/** Whether a value is an object of JSON, and not, for example, a number that is kept as it was written. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A change of names. */
interface Renaming {
  /** Old names → new ones. A name that is not in it stays. */
  readonly some: ReadonlyMap<string, string>;
  /**
   * The same as a permutation: if a name is taken, its former owner gets the name that became free. So two fields never
   * end up with the same name, whatever they are called.
   */
  readonly closed: ReadonlyMap<string, string>;
}

/** The change from our names to a deployment's, or back. */
const renamingOf = (names: Names, direction: 'toWire' | 'fromWire'): Renaming => {
  const pairs = Object.entries(names).filter(([ours, theirs]) => ours !== theirs);
  const some = new Map(direction === 'toWire' ? pairs : pairs.map(([ours, theirs]) => [theirs, ours]));
  const back = new Map([...some].map(([from, to]) => [to, from]));
  const leftOver = (taken: string): string => {
    const taker = back.get(taken);
    return taker === undefined ? taken : leftOver(taker);
  };
  const taken = [...some.values()].filter((name) => !some.has(name));
  return {
    some,
    closed: new Map([...some, ...taken.map((name): [string, string] => [name, leftOver(name)])]),
  };
};

/** An object with its fields renamed, in the same order, and none of them lost. */
const renamed = (
  entries: readonly (readonly [string, unknown])[],
  { some, closed }: Renaming,
  original: object,
): Record<string, unknown> => {
  const by = (names: ReadonlyMap<string, string>) => {
    const nameOf = (name: string) => names.get(name) ?? name;
    const copy = Object.fromEntries(entries.map(([name, value]) => [nameOf(name), value]));
    return writtenAs(copy, original, nameOf);
  };
  const object = by(some);
  return Object.keys(object).length === entries.length ? object : by(closed);
};
