import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { mostLevels, nestsTooDeep } from '../../json/exact.ts';
import { type BrokenRule, brokenRules } from '../../service/broken-rules.ts';
import { type Dialect, fieldNames, type Names } from '../../service/dialect.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { ownNames, type Translation, translationsFor, undocumented } from '../../service/translation.ts';
import { Refusal } from '../refusal.ts';
import { keepBody } from '../request-log.ts';

interface RequestParts {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Buffer;
}

export const inputReader = (endpoint: Endpoint, dialect: Dialect) => {
  const translations = translationsFor(dialect);
  const readQuery = queryReader(endpoint.query ?? noParameters, dialect, translations.query);
  const { bodyNames = 'body' } = endpoint;
  const wire = { names: fieldNames(dialect, bodyNames), constants: dialect.constant };
  const readBody = (schema: z.ZodMiniType, body: unknown): unknown =>
    obey(schema, translations[bodyNames].fromWireStrictly(body), wire);
  return ({ params, query, body }: RequestParts) => ({
    // Not checked here: an invalid identifier belongs to no listing, so the answer is 404.
    params,
    query: readQuery(query),
    body: endpoint.body && readBody(endpoint.body, parseBody(body)),
  });
};

const noParameters = z.strictObject({});

interface WireNames {
  names: Names;
  constants: Names;
}

/** Checks a value against a schema. A refusal lists all broken rules in the deployment's names. */
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

/** Parses the texts of a query. Where the schema has an integer, a valid text becomes one. */
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

const maxBodyBytes = 1024 * 1024;

/** Receives a JSON body. */
export const receiveJson = async (incoming: IncomingMessage): Promise<Buffer> => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = incoming.headers;
  if (!/^\s*application\/json\s*(;.*)?$/i.test(type))
    throw new Refusal(415, 'A request with a body must carry the header Content-Type: application/json.');
  if (encoding.toLowerCase() !== 'identity')
    throw new Refusal(415, 'A body must be sent without a content encoding.');
  return receiveBody(incoming);
};

/** Receives a body up to a limit. */
export const receiveBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // An early end of this loop must not destroy the connection, which still carries the refusal.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > maxBodyBytes) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    throw new Refusal(400, 'The body was cut short.');
  }
  if (size > maxBodyBytes)
    throw new Refusal(413, `The body is larger than ${maxBodyBytes} bytes.`, { Connection: 'close' });
  const body = Buffer.concat(chunks, size);
  keepBody(incoming, 'body', body);
  return body;
};

const parseBody = (bytes: Buffer): unknown => {
  const value = parsed(bytes);
  if (nestsTooDeep(value)) throw new Refusal(400, `The body is nested deeper than ${mostLevels} levels.`);
  return value;
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.');
  }
};
