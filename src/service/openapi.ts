import * as z from 'zod/mini';
import { type Dialect, type Names, neutralDialect } from './dialect.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

type Json = Readonly<Record<string, unknown>>;

/** The table of endpoints as an OpenAPI 3.1 document, in the words of a dialect. */
export const openApiDocument = (
  serverUrl: string,
  version: string,
  dialect: Dialect = neutralDialect,
): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Listing management service of a resale shop',
    description:
      'Listings, their inventory, grades of returned items, shops, and the link to the product feed.',
    version,
  },
  servers: [{ url: serverUrl }],
  security: [{ clientId: [], authenticationKey: [] }],
  paths: pathsOf(dialect),
  components: {
    securitySchemes: {
      clientId: { type: 'apiKey', in: 'header', name: dialect.header.clientId },
      authenticationKey: { type: 'apiKey', in: 'header', name: dialect.header.authenticationKey },
    },
    schemas: {
      Error: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'string', description: 'What went wrong' } },
      },
    },
  },
});

const pathsOf = (dialect: Dialect): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] as object, {
      [endpoint.method.toLowerCase()]: operation(name, endpoint, dialect),
    });
  }
  return paths;
};

const operation = (name: string, endpoint: Endpoint, dialect: Dialect): Json => ({
  operationId: name,
  summary: endpoint.summary,
  ...(endpoint.requestsPerMinute
    ? { description: `At most ${endpoint.requestsPerMinute} requests a minute.` }
    : {}),
  parameters: [
    ...parameters('path', endpoint.params, {}, dialect.constant),
    ...parameters('query', endpoint.query, dialect.query, dialect.constant),
  ],
  ...(endpoint.body
    ? { requestBody: { required: true, content: json(bodySchema(endpoint.body, dialect)) } }
    : {}),
  responses: {
    200: { description: 'Done', content: json(bodySchema(endpoint.answer, dialect)) },
    ...Object.fromEntries(
      endpoint.errors.map((status) => [
        status,
        { description: 'Refused or failed', content: json({ $ref: '#/components/schemas/Error' }) },
      ]),
    ),
  },
});

const json = (schema: Json): Json => ({ 'application/json': { schema } });

const parameters = (
  where: 'path' | 'query',
  schema: z.ZodMiniObject | undefined,
  names: Names,
  constants: Names,
): Json[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inWireWords(schemaOf(schema), names, constants) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: where,
      required: required.includes(name),
      description,
      schema: rest,
    };
  });
};

const bodySchema = (schema: z.ZodMiniType, { field, constant }: Dialect): Json =>
  inWireWords(schemaOf(schema), field, constant);

/** A JSON Schema with its fields and constants in the words of a deployment. */
const inWireWords = (schema: Json, names: Names, constants: Names): Json => {
  const word = (said: unknown, from: Names): unknown =>
    typeof said === 'string' && Object.hasOwn(from, said) ? from[said] : said;
  const within = (part: unknown): unknown => inWireWords(part as Json, names, constants);
  const words: Readonly<Record<string, (part: unknown) => unknown>> = {
    properties: (part) =>
      Object.fromEntries(
        Object.entries(part as object).map(([name, property]) => [word(name, names), within(property)]),
      ),
    required: (part) => (part as unknown[]).map((name) => word(name, names)),
    enum: (part) => (part as unknown[]).map((value) => word(value, constants)),
    examples: (part) => (part as unknown[]).map((value) => word(value, constants)),
    const: (part) => word(part, constants),
    items: within,
    anyOf: (part) => (part as unknown[]).map(within),
    oneOf: (part) => (part as unknown[]).map(within),
  };
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, part]) => [
      keyword,
      Object.hasOwn(words, keyword) ? words[keyword]?.(part) : part,
    ]),
  );
};

/** A schema as JSON Schema, without the bounds that only say what JavaScript can count to. */
const schemaOf = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return plain;
};
