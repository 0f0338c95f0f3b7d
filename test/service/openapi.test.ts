import { describe, expect, test } from 'vitest';
import { type Dialect, dialectOf } from '../../src/service/dialect.ts';
import type { Endpoint } from '../../src/service/endpoint.ts';
import { endpoints } from '../../src/service/endpoints.ts';
import { openApiDocument } from '../../src/service/openapi-document.ts';

// As whoever reads the document sees it: through JSON.
// biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it
const documentOf = (...more: [Dialect?]): any =>
  JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:4010', '1.2.3', ...more)));

const document = documentOf();
const table = Object.entries<Endpoint>(endpoints);
const operationOf = ({ path, method }: Endpoint) => document.paths[path][method.toLowerCase()];

test('the head of the document', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: expect.any(String), version: '1.2.3' },
    servers: [{ url: 'http://127.0.0.1:4010' }],
    security: [{ clientId: [], authenticationKey: [] }],
    components: {
      securitySchemes: {
        clientId: { type: 'apiKey', in: 'header', name: 'X-Service-Client-Id' },
        authenticationKey: { type: 'apiKey', in: 'header', name: 'X-Service-Authentication-Key' },
      },
    },
  });
});

describe.each(table)('%s', (name, endpoint) => {
  const operation = operationOf(endpoint);

  test('is an operation as OpenAPI asks for it', () => {
    expect(operation).toMatchObject({
      operationId: name,
      summary: expect.stringMatching(/\S/),
      parameters: expect.any(Array),
    });
    for (const parameter of operation.parameters)
      expect(parameter).toEqual({
        name: expect.stringMatching(/^\w+$/),
        in: expect.stringMatching(/^(path|query)$/),
        required: expect.any(Boolean),
        description: expect.any(String),
        schema: expect.objectContaining({ type: expect.any(String) }),
      });
    const named = operation.parameters.map(({ name }: { name: string }) => name);
    expect(new Set(named).size).toBe(named.length);
  });

  test('declares every parameter of its path, as required', () => {
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    expect(inPath.map((parameter: { name: string }) => parameter.name)).toEqual(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    expect(inPath.every((parameter: { required: boolean }) => parameter.required)).toBe(true);
  });

  test('has a body where the table says so', () => {
    expect(operation.requestBody?.required).toBe(endpoint.body && true);
    expect(endpoint.method === 'GET' && endpoint.body).toBeFalsy();
  });

  test('answers JSON with 200, and errors with each status of the table', () => {
    expect(Object.keys(operation.responses).sort()).toEqual(['200', ...endpoint.errors.map(String)].sort());
    for (const [status, response] of Object.entries<object>(operation.responses)) {
      expect(response).toMatchObject({ description: expect.stringMatching(/\S/) });
      const { schema } = (response as { content: Record<string, { schema: object }> }).content[
        'application/json'
      ] as never;
      if (status === '200') expect(schema).toMatchObject({ type: expect.any(String) });
      else expect(schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  });
});

test('every reference leads somewhere', () => {
  const references = referencesIn(document);
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) expect(at(reference), reference).toBeTypeOf('object');
});

test('no schema speaks of the bounds of JavaScript', () => {
  expect(JSON.stringify(document)).not.toMatch(/9007199254740991|"\$schema"/);
});

test('the rules of the service are in it', () => {
  const creation = operationOf(endpoints.createListing).requestBody.content['application/json'].schema;
  expect(creation.required).toEqual(['shopId', 'condition', 'productDataSourceType', 'images']);
  expect(creation.properties).toMatchObject({
    condition: { enum: ['NEW_WITH_TAGS', 'NEW_WITHOUT_TAGS', 'EXCELLENT', 'GOOD', 'MINOR_DEFECT'] },
    originalPrice: { type: 'integer', minimum: 1, maximum: 9_999_999 },
    metadata: { type: 'object', maxProperties: 3 },
    images: { type: 'array', minItems: 1, items: { required: ['url'], additionalProperties: false } },
    manualProductOptions: { required: ['title', 'categories'], additionalProperties: { type: 'string' } },
  });
  expect(operationOf(endpoints.getFeedLink).description).toBe('At most 15 requests a minute.');
});

test('a deployment has it in its own words', () => {
  const acme = documentOf(
    dialectOf({
      serviceName: 'Acme',
      commerceName: 'Mart',
      names: {
        'header.authenticationKey': 'X-Acme-Key',
        'query.pageSize': 'first',
        'query.state': 'status',
        'field.brand': 'maker',
        'field.itemBrand': 'label',
        'field.notes': 'remarks',
        'field.url': 'address',
        'constant.OPEN': 'LIVE',
        'constant.GOOD': 'B',
        'constant.ADJUST_INVENTORY': 'ADD',
      },
    }),
  );
  expect(acme.components.securitySchemes).toMatchObject({
    clientId: { name: 'X-Acme-Client-Id' },
    authenticationKey: { name: 'X-Acme-Key' },
  });
  const { get, post } = acme.paths['/v1/listings'];
  expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual(['status', 'first', 'after']);
  const { properties } = post.requestBody.content['application/json'].schema;
  expect([properties.label?.type, properties.brand, properties.maker]).toEqual([
    'string',
    undefined,
    undefined,
  ]);
  expect(properties.productDataSourceType.enum).toContain('MART_SKU');
  expect(properties.images.items.required).toEqual(['address']);
  expect(get.parameters[0].schema.enum).toEqual(['LIVE', 'CLOSED']);
  const answer = acme.paths['/v1/shops'].get.responses[200].content['application/json'].schema;
  expect(Object.keys(answer.items.properties)).toEqual(
    expect.arrayContaining(['acmeShopName', 'acmeId', 'address']),
  );
  const update = acme.paths['/v1/listings/{id}/inventory'].put.requestBody.content['application/json'].schema;
  expect(update.oneOf[1].properties.action.const).toBe('ADD');
  const grade = acme.paths['/v1/items/grade'].post.requestBody.content['application/json'].schema;
  expect(grade.properties.items.items.properties.condition.examples).toContain('B');
  expect(JSON.stringify(acme)).not.toMatch(/COMMERCE_SKU|"brand"|"notes"|"OPEN"|"GOOD"|serviceId|X-Service/);
});

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part] : referencesIn(part),
  );
};

const at = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((value, name) => value?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
