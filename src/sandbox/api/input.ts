import * as z from 'zod/mini';
import { type BrokenRule, brokenRules } from '../../service/broken-rules.ts';
import type { Dialect, Names } from '../../service/dialect.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { ownNames, type Translation, translationsFor, undocumented } from '../../service/translation.ts';
import { Refusal } from '../refusal.ts';
import { parseBody } from './body.ts';

interface RequestParts {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Buffer;
}

export const inputReader = (endpoint: Endpoint, dialect: Dialect) => {
  const translations = translationsFor(dialect);
  const readQuery = queryReader(endpoint.query ?? noParameters, dialect, translations.query);
  const wire = { names: dialect.field, constants: dialect.constant };
  const readBody = (schema: z.ZodMiniType, said: unknown): unknown =>
    obey(schema, translations.body.fromWireStrictly(said), wire);
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

/** Checks a value against a schema. If it breaks rules, it is refused, and all of them are named in the deployment's words. */
const obey = (schema: z.ZodMiniType, value: unknown, wire: WireNames): unknown => {
  const rules = brokenRules(schema, value);
  if (rules.length === 0) return value;
  throw new Refusal(400, `${rules.map((rule) => onTheWire(rule, wire)).join('; ')}.`);
};

/** A broken rule in the deployment's words. Names inside people's own objects stay. */
const onTheWire = ({ path, message }: BrokenRule, { names, constants }: WireNames): string => {
  let isOwn = false;
  const where = path.replace(/[^.[\]]+/g, (name) => {
    if (isOwn) return name;
    isOwn = ownNames.has(name);
    return name.endsWith(undocumented) ? name.slice(0, -undocumented.length) : wordFor(name, names);
  });
  return `${where || 'the body'} ${message.replace(/\b[A-Z]\w+\b/g, (word) => wordFor(word, constants))}`;
};

const wordFor = (name: string, names: Names): string =>
  (Object.hasOwn(names, name) ? names[name] : name) ?? name;

/** Reads the texts of a query as values. Where the schema asks for an integer, a text that is one becomes one. */
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
    const texts = translation.fromWireStrictly(Object.fromEntries(query)) as Record<string, string>;
    const values = Object.entries(texts).map(([word, text]): [string, unknown] => [
      word,
      isInteger(word) && /^-?\d{1,15}$/.test(text) ? Number(text) : text,
    ]);
    return obey(schema, Object.fromEntries(values), wire);
  };
};
