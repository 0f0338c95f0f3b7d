import * as z from 'zod/mini';
import { type BrokenRule, brokenRules, dotted } from '../../service/broken-rules.ts';
import type { Dialect, Names } from '../../service/dialect.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { endpointTranslation, type Translation } from '../../service/translation.ts';
import { Refusal } from '../refusal.ts';
import { parseBody } from './body.ts';

/** The parts of a request that hold input. */
interface RequestParts {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Buffer;
}

/** Makes a function that reads an endpoint's input. Input that breaks rules of its schemas is refused, with all of them named. */
export const inputReader = (endpoint: Endpoint, dialect: Dialect) => {
  const translation = endpointTranslation(endpoint, dialect);
  const readQuery = queryReader(endpoint.query ?? noParameters, dialect, translation.query);
  const wire = { names: dialect.field, constants: dialect.constant };
  const readBody = (schema: z.ZodMiniType, said: unknown): unknown =>
    obey(schema, translation.body.fromWireStrictly(said), said, wire);
  return ({ params, query, body }: RequestParts) => ({
    // Not checked here: no listing has an identifier of any other form, so the answer is 404.
    params,
    query: readQuery(query),
    body: endpoint.body && readBody(endpoint.body, parseBody(body)),
  });
};

const noParameters = z.strictObject({});

/** The names of fields or parameters, and of constants, on the wire. */
interface WireNames {
  names: Names;
  constants: Names;
}

/**
 * Checks a value against a schema. If it breaks rules, it is refused, and all of them are named in the deployment's words.
 * `said` is the value as it came.
 */
const obey = (schema: z.ZodMiniType, value: unknown, said: unknown, wire: WireNames): unknown => {
  const rules = brokenRules(schema, value);
  if (rules.length === 0) return value;
  const paths = pathsIn(value, said);
  throw new Refusal(400, `${rules.map((rule) => onTheWire(rule, paths, wire)).join('; ')}.`);
};

/** The path of each part of a value → the one by which it came. Translation keeps the order of names. */
const pathsIn = (value: unknown, said: unknown): ReadonlyMap<string, string> => {
  const paths = new Map<string, string>();
  const add = (part: unknown, saidPart: unknown, path: string, saidPath: string): void => {
    paths.set(path, saidPath);
    if (typeof part !== 'object' || part === null) return;
    const saidParts = Object.entries(saidPart as object);
    for (const [index, [name, inner]] of Object.entries(part).entries()) {
      const [saidName = name, saidInner] = saidParts[index] ?? [];
      const below = (above: string, own: string) => dotted([above, Array.isArray(part) ? index : own]);
      add(inner, saidInner, below(path, name), below(saidPath, saidName));
    }
  };
  add(value, said, '', '');
  return paths;
};

const onTheWire = (
  { path, message }: BrokenRule,
  paths: ReadonlyMap<string, string>,
  { names, constants }: WireNames,
): string => {
  // What is missing has no path yet. Fields are at the beginning of a path and in the elements of arrays.
  const where = paths.get(path) ?? path.replace(/^\w+|(?<=\]\.)\w+/g, (name) => wordFor(name, names));
  const what = message.replace(/\b[A-Z]\w+\b/g, (word) => wordFor(word, constants));
  return `${where || 'the body'} ${what}`;
};

const wordFor = (name: string, names: Names): string =>
  (Object.hasOwn(names, name) ? names[name] : name) ?? name;

/**
 * Makes a function that turns the texts of a query into values, by our names for them. Where the schema asks for an
 * integer, a text that is one becomes one.
 */
const queryReader = (schema: z.ZodMiniObject, dialect: Dialect, translation: Translation) => {
  const wire = { names: dialect.query, constants: dialect.constant };
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const isInteger = (word: string): boolean => {
    const property = Object.hasOwn(properties, word) ? properties[word] : undefined;
    return typeof property === 'object' && property.type === 'integer';
  };
  return (query: URLSearchParams): unknown => {
    const seen = new Set<string>();
    const twice = [...query.keys()].find((name) => seen.size === seen.add(name).size);
    if (twice !== undefined) throw new Refusal(400, `${twice} is given twice.`);
    const said = Object.fromEntries(query);
    const texts = translation.fromWireStrictly(said) as Record<string, string>;
    const values = Object.entries(texts).map(([word, text]): [string, unknown] => [
      word,
      isInteger(word) && /^-?\d{1,15}$/.test(text) ? Number(text) : text,
    ]);
    return obey(schema, Object.fromEntries(values), said, wire);
  };
};
