import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { DialectSettings } from '../../src/service/dialect.ts';
import { dialectOf } from '../../src/service/dialect.ts';
import { neutralNames } from '../../src/service/dialect-names.ts';
import type { Endpoint } from '../../src/service/endpoint.ts';
import { endpoints } from '../../src/service/endpoints.ts';
import { product } from '../../src/service/product.ts';
import { ownNames, translationsFor } from '../../src/service/translation.ts';
import { fc } from '../support/properties.ts';

const acmeMart: DialectSettings = {
  serviceName: 'Acme',
  commerceName: 'Mart',
  names: {
    'query.state': 'status',
    'query.shopIdentifier': 'value',
    'field.brand': 'maker',
    'field.condition': 'grade',
    'field.notes': 'remarks',
    'field.url': 'address',
    'field.endCursor': 'last',
    'constant.GOOD': 'B',
    'constant.OPEN': 'LIVE',
    'constant.SET_INVENTORY': 'PUT_STOCK',
  },
};

const translations = translationsFor(dialectOf(acmeMart));

// What is translated | in our words | on the wire.
const pairs = `
a creation, body | {"shopId":"S","condition":"GOOD","productDataSourceType":"COMMERCE_SKU","productIdentifier":"COMMERCE_SKU"} | {"shopId":"S","grade":"B","productDataSourceType":"MART_SKU","productIdentifier":"COMMERCE_SKU"}
a creation, body | {"commercePlatformDomain":"store.example","brand":"GOOD","description":"brand"} | {"commercePlatformDomain":"store.example","maker":"GOOD","description":"brand"}
a creation, body | {"metadata":{"brand":"GOOD","serviceId":7,"condition":"COMMERCE_SKU"}} | {"metadata":{"brand":"GOOD","serviceId":7,"condition":"COMMERCE_SKU"}}
a creation, body | {"images":[{"url":"https://a.example/GOOD.jpg","notes":"GOOD"}]} | {"images":[{"address":"https://a.example/GOOD.jpg","remarks":"GOOD"}]}
a creation, body | {"manualProductOptions":{"title":"GOOD","categories":["OPEN","brand"],"brand":"Elm","condition":"GOOD"}} | {"manualProductOptions":{"title":"GOOD","categories":["OPEN","brand"],"brand":"Elm","condition":"GOOD"}}
its answer, body | {"id":"A","url":"u"} | {"id":"A","address":"u"}
a list, query | {"state":"OPEN","pageSize":5,"after":"OPEN"} | {"status":"LIVE","limit":5,"after":"OPEN"}
its answer, body | {"listings":[{"id":"A","state":"OPEN","condition":"GOOD","sku":"GOOD","externalIdentifier":null}]} | {"listings":[{"id":"A","state":"LIVE","grade":"B","sku":"GOOD","externalIdentifier":null}]}
its answer, body | {"pageInfo":{"hasNextPage":true,"endCursor":"OPEN","brand":"extra"}} | {"pageInfo":{"hasNextPage":true,"last":"OPEN","maker":"extra"}}
a listing, body | {"id":"A","state":"ARCHIVED","condition":"WORN","loyaltyPoints":{"condition":"GOOD"}} | {"id":"A","state":"ARCHIVED","grade":"WORN","loyaltyPoints":{"grade":"B"}}
an update, body | {"action":"SET_INVENTORY","oldInventory":1,"newInventory":2} | {"action":"PUT_STOCK","oldInventory":1,"newInventory":2}
an update, body | {"action":"ADJUST_INVENTORY","inventoryAdjustment":-1} | {"action":"ADJUST_INVENTORY","inventoryAdjustment":-1}
grades, body | {"items":[{"id":"A","condition":"GOOD","notes":"GOOD","images":[{"url":"u"}]},{"id":"B","condition":"DAMAGED"}]} | {"items":[{"id":"A","grade":"B","remarks":"GOOD","images":[{"address":"u"}]},{"id":"B","grade":"DAMAGED"}]}
its answer, body | {"items":[{"condition":null,"images":null}]} | {"items":[{"grade":null,"images":null}]}
a lookup, query | {"shopIdentifierType":"COMMERCE_DOMAIN","shopIdentifier":"COMMERCE_DOMAIN"} | {"shopIdentifierType":"MART_DOMAIN","value":"COMMERCE_DOMAIN"}
its answer, body | [{"serviceShopName":"Elm","countryCodes":["US"],"url":"u","serviceId":"S"}] | [{"acmeShopName":"Elm","countryCodes":["US"],"address":"u","acmeId":"S"}]
its answer, body | [{"styles":{"primaryButtonBorder":"b"}}] | [{"styles":{"primaryButtonBorder":"b"}}]
the link, body | {"url":"u","version":1} | {"address":"u","version":1}
a product, body | {"productID":"1","brand":"GOOD","condition":"GOOD","commerceTags":["GOOD"],"gender":["Men"]} | {"productID":"1","maker":"GOOD","grade":"B","martTags":["GOOD"],"gender":["Men"]}
`;

test.each(pairs.trim().split('\n'))('%s', (line) => {
  const [name = '', ours = '', theirs = ''] = line.split(' | ');
  const { toWire, fromWire, fromWireStrictly } = translations[name.endsWith('query') ? 'query' : 'body'];
  expect(toWire(JSON.parse(ours))).toEqual(JSON.parse(theirs));
  expect(fromWire(JSON.parse(theirs))).toEqual(JSON.parse(ours));
  expect(fromWireStrictly(JSON.parse(theirs))).toEqual(JSON.parse(ours));
});

describe('a name of ours, where the deployment has another one,', () => {
  const { fromWire, fromWireStrictly } = translations.body;

  test('is still understood from a service that mixes them', () => {
    expect(fromWire({ id: 'A', condition: 'GOOD' })).toEqual({ id: 'A', condition: 'GOOD' });
  });

  test('means nothing to the deployment itself', () => {
    expect(fromWireStrictly({ id: 'A', condition: 'GOOD' })).toEqual({
      id: 'A',
      condition_undocumented: 'GOOD',
    });
    expect(fromWireStrictly({ grade: 'GOOD' })).toEqual({ condition: 'GOOD_undocumented' });
  });

  test('steps aside for the documented field, untouched and not lost', () => {
    expect(fromWire({ condition: 'B', grade: 'B' })).toEqual({
      condition: 'GOOD',
      condition_undocumented: 'B',
    });
  });
});

test.each([null, 7, 'GOOD', [], [null], { listings: 7 }, { listings: [[], null, 'x'] }, { pageInfo: null }])(
  'what is not as described passes as it is: %j',
  (value) => {
    expect(translations.body.fromWire(value)).toEqual(value);
  },
);

test('an object that is none of JSON is left alone', () => {
  class Digits {
    condition = 'GOOD';
  }
  const digits = new Digits();
  expect(translations.body.fromWire({ pageInfo: digits })).toEqual({ pageInfo: digits });
});

test('where all names are the neutral ones, the very value comes back', () => {
  const value = { brand: 'Elm' };
  const { toWire, fromWire } = translationsFor(dialectOf({})).body;
  expect(toWire(value)).toBe(value);
  expect(fromWire(value)).toBe(value);
});

test('a field named __proto__ is a field like any other', () => {
  const object = JSON.parse('{"__proto__":{"polluted":true},"brand":"Elm"}');
  const sent = JSON.stringify(translations.body.toWire(object));
  expect(sent).toBe('{"__proto__":{"polluted":true},"maker":"Elm"}');
  expect({}).not.toHaveProperty('polluted');
});

/** Names of fields that a schema has, at any depth. */
const fieldsIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  const parts = Object.entries({ ...schema, ...properties }).filter(([name]) => !ownNames.has(name));
  return [
    ...Object.keys(properties),
    ...parts.flatMap(([name, part]) => (name === 'properties' ? [] : fieldsIn(part))),
  ];
};

const bodies = [
  ...Object.values<Endpoint>(endpoints).flatMap(({ body, answer }) => (body ? [body, answer] : [answer])),
  product,
].map((schema) => z.toJSONSchema(schema, { io: 'input' }));

test('every field of every schema has a name in the dialect, and no other has but the brand of a creation', () => {
  const fields = new Set(['itemBrand', ...bodies.flatMap(fieldsIn)]);
  expect(Object.keys(neutralNames.field).sort()).toEqual([...fields].sort());
});

/** The constants that a schema names, at any depth. */
const constantsIn = (schema: unknown): unknown[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: closed = [], const: only = [], examples: open = [] } = schema as z.core.JSONSchema.JSONSchema;
  return [closed, only, open, ...Object.values(schema).map(constantsIn)].flat();
};

test('every constant of every schema has a name in the dialect, and no other has', () => {
  const queries = Object.values<Endpoint>(endpoints).flatMap(({ query }) =>
    query ? [z.toJSONSchema(query, { io: 'input' })] : [],
  );
  const constants = new Set([...bodies, ...queries].flatMap(constantsIn));
  expect(Object.keys(neutralNames.constant).sort()).toEqual([...constants].sort());
});

test('every query parameter has a name in the dialect, and no other has', () => {
  const parameters = Object.values<Endpoint>(endpoints).flatMap(({ query }) =>
    Object.keys(query?.shape ?? {}),
  );
  expect(Object.keys(neutralNames.query).sort()).toEqual([...new Set(parameters)].sort());
});

describe('laws', () => {
  const words = 'condition grade state GOOD B OPEN brand images url x __proto__'.split(' ');
  const dialects: DialectSettings[] = [
    {},
    acmeMart,
    {
      names: {
        'field.condition': 'state',
        'field.state': 'condition',
        'constant.GOOD': 'OPEN',
        'constant.OPEN': 'B',
      },
    },
    { names: { 'field.url': 'notes', 'field.notes': 'x', 'field.brand': '__proto__' } },
  ];
  const anyValue = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...words),
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words), tie('value')),
    ),
  })).value;
  const anyTranslation = fc
    .constantFrom(...dialects)
    .map((settings) => translationsFor(dialectOf(settings)).body);

  const leaves = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum, part) => sum + leaves(part), 0)
      : 1;

  test('nothing is lost, whatever an answer holds', () => {
    fc.assert(
      fc.property(anyTranslation, anyValue, ({ toWire, fromWire, fromWireStrictly }, value) => {
        for (const translate of [toWire, fromWire, fromWireStrictly])
          expect(leaves(translate(value))).toBe(leaves(value));
      }),
    );
  });

  test('what a deployment read strictly is what it would write, and so is the way back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dialects),
        fc.record({
          id: fc.string(),
          state: fc.constantFrom('OPEN', 'CLOSED', 'ELSE'),
          condition: fc.constantFrom('GOOD', 'WORN'),
          sku: fc.string(),
          metadata: anyValue,
        }),
        (settings, listing) => {
          const { toWire, fromWire, fromWireStrictly } = translationsFor(dialectOf(settings)).body;
          expect(fromWire(toWire(listing))).toEqual(listing);
          expect(fromWireStrictly(toWire(listing))).toEqual(listing);
        },
      ),
    );
  });
});
