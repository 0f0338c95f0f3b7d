import * as z from 'zod/mini';
import { type BrokenRule, brokenRules } from '../../service/broken-rules.ts';
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
  const readQuery = endpoint.query && queryReader(endpoint.query, dialect, translation.query);
  return ({ params, query, body }: RequestParts) => ({
    // Not checked here: no listing has an identifier of any other form, so the answer is 404.
    params,
    query: readQuery?.(query),
    body:
      endpoint.body &&
      obey(endpoint.body, translation.body.fromWireStrictly(parseBody(body)), {
        names: dialect.field,
        constants: dialect.constant,
      }),
  });
};

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

const onTheWire = ({ path, message }: BrokenRule, { names, constants }: WireNames): string => {
  // Fields are at the beginning of a path and in the elements of arrays; other names in a path are the client's.
  const where = path.replace(/^\w+|(?<=\]\.)\w+/g, (name) => wordFor(name, names));
  const what = message.replace(/\b[A-Z]\w+\b/g, (word) => wordFor(word, constants));
  return `${where || 'the body'} ${what}`;
};

const wordFor = (name: string, names: Names): string =>
  (Object.hasOwn(names, name) ? names[name] : name) ?? name;

/**
 * Makes a function that turns the texts of a query into values, by our names for them. Where the schema asks for an
 * integer, a text that is one becomes one. Parameters that the schema does not know are ignored.
 */
const queryReader = (schema: z.ZodMiniObject, dialect: Dialect, translation: Translation) => {
  const wire = { names: dialect.query, constants: dialect.constant };
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const onWire = Object.keys(properties).map((word) => wordFor(word, dialect.query));
  const isInteger = (word: string): boolean => {
    const property = properties[word];
    return typeof property === 'object' && property.type === 'integer';
  };
  return (query: URLSearchParams): unknown => {
    const given = onWire.filter((name) => query.has(name));
    const twice = given.find((name) => query.getAll(name).length > 1);
    if (twice !== undefined) throw new Refusal(400, `${twice} is given twice.`);
    const texts = translation.fromWireStrictly(
      Object.fromEntries(given.map((name) => [name, query.get(name)])),
    ) as Record<string, string>;
    const values = Object.entries(texts).map(([word, text]): [string, unknown] => [
      word,
      isInteger(word) && /^-?\d{1,15}$/.test(text) ? Number(text) : text,
    ]);
    return obey(schema, Object.fromEntries(values), wire);
  };
};
