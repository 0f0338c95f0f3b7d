import * as z from 'zod/mini';
import { type Dialect, fieldNames, type Names, neutralDialect } from './dialect.ts';
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
    ? {
        requestBody: {
          required: true,
          content: json(bodySchema(endpoint.body, dialect, endpoint.bodyNames)),
        },
      }
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
  const { properties = {}, required = [] } = jsonSchemaOf(schema, names, constants) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    description,
    schema: rest,
  }));
};

const bodySchema = (
  schema: z.ZodMiniType,
  dialect: Dialect,
  names: Endpoint['bodyNames'] | 'body' = 'body',
): Json => jsonSchemaOf(schema, fieldNames(dialect, names), dialect.constant);

/** An answer as JSON Schema. Constants that the service may add to are examples: answers with others are accepted. */
export const answerSchema = (schema: z.ZodMiniType): Json => jsonSchemaOf(schema, {}, {}, true);

/** A schema as JSON Schema, in a deployment's names, without the bounds of JavaScript's numbers. */
const jsonSchemaOf = (schema: z.ZodMiniType, names: Names, constants: Names, isOpen = false): Json => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: 'input',
    // Called for every part of the schema, once.
    override: ({ jsonSchema: part, zodSchema }) => {
      if (isOpen && part.enum && zodSchema._zod.def.type !== 'enum') {
        part.examples = part.enum;
        delete part.enum;
      }
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.properties)
        part.properties = Object.fromEntries(
          Object.entries(part.properties).map(([name, property]) => [names[name] ?? name, property]),
        );
      if (part.required) part.required = part.required.map((name) => names[name] ?? name);
      const constant = <Value>(value: Value) =>
        typeof value === 'string' ? (constants[value] ?? value) : value;
      if (part.const !== undefined) part.const = constant(part.const);
      if (part.enum) part.enum = part.enum.map(constant);
      if (part.examples) part.examples = (part.examples as unknown[]).map(constant);
    },
  });
  return plain;
};
