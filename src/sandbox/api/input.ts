import * as z from 'zod/mini';
import { type BrokenRule, brokenRulesOf } from '../../service/broken-rules.ts';
import type { Dialect, Names } from '../../service/dialect.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { endpointTranslation, type Translation } from '../../service/translation.ts';
import { Refusal } from '../refusal.ts';
import { parseBody } from './body.ts';

/** The parts of a request that hold input. */
export interface RequestParts {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Buffer;
}

/** Makes the reader of an endpoint's input. What breaks a rule of its schemas is refused with all that is wrong. */
export const inputReader = (endpoint: Endpoint, dialect: Dialect) => {
  const translation = endpointTranslation(endpoint, dialect);
  const readQuery = endpoint.query && queryReader(endpoint.query, dialect, translation.query);
  return ({ params, query, body }: RequestParts) => ({
    // An identifier of another form than the documented one is that of no listing, 404: it is not judged here.
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

/** What fields or parameters, and constants, are called on the wire. */
interface WireWords {
  names: Names;
  constants: Names;
}

/** Holds a value in our words against a schema. Refuses it with all that is wrong with it, in the words of the wire. */
export const obey = (schema: z.ZodMiniType, value: unknown, words: WireWords): unknown => {
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return checked.data;
  throw refusalOf(brokenRulesOf(checked.error), words);
};

const refusalOf = (faults: readonly BrokenRule[], words: WireWords) =>
  new Refusal(400, `${faults.map((fault) => onTheWire(fault, words)).join('; ')}.`);

const onTheWire = ({ path, message }: BrokenRule, { names, constants }: WireWords): string => {
  // Fields stand at the beginning and in the elements of arrays; elsewhere in a path are names that the client chose.
  const where = path.replace(/^\w+|(?<=\]\.)\w+/g, (name) => wordFor(name, names));
  const what = message.replace(/\b[A-Z]\w+\b/g, (word) => wordFor(word, constants));
  return `${where || 'the body'} ${what}`;
};

const wordFor = (name: string, names: Names): string =>
  (Object.hasOwn(names, name) ? names[name] : name) ?? name;

/**
 * Makes the reader of a query: text → values by our words for them. What the schema wants as an integer, and is
 * written as one, becomes one. Parameters that the schema does not name are ignored.
 */
export const queryReader = (schema: z.ZodMiniObject, dialect: Dialect, translation: Translation) => {
  const words = { names: dialect.query, constants: dialect.constant };
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
    return obey(schema, Object.fromEntries(values), words);
  };
};
