import { expect, test } from 'vitest';
import { buildRequest, type EndpointInput } from '../../src/client/request.ts';
import { type DialectSettings, dialectOf } from '../../src/service/dialect.ts';
import type { Endpoint } from '../../src/service/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/service/endpoints.ts';
import { translationsFor } from '../../src/service/translation.ts';
import { id } from './calling.ts';

const requestOf = (name: EndpointName, input: EndpointInput, dialect?: DialectSettings) => {
  const endpoint: Endpoint = endpoints[name];
  const { method, path, body } = buildRequest(endpoint, input, translationsFor(dialectOf(dialect)));
  return body === undefined ? `${method} ${path}` : `${method} ${path} ${body}`;
};

test.each<[EndpointName, EndpointInput, string]>([
  ['getFeedLink', {}, 'GET /product-feed'],
  ['getListing', { params: { id } }, `GET /v1/listings/${id}`],
  ['listListings', { query: {} }, 'GET /v1/listings'],
  ['listListings', { query: { state: undefined, after: undefined } }, 'GET /v1/listings'],
  [
    'listListings',
    { query: { state: 'OPEN', pageSize: 200, after: 'a+b/c= d&e' } },
    'GET /v1/listings?state=OPEN&limit=200&after=a%2Bb%2Fc%3D+d%26e',
  ],
  [
    'getShops',
    { query: { shopIdentifierType: 'COMMERCE_DOMAIN', shopIdentifier: 'größe.example' } },
    'GET /v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=gr%C3%B6%C3%9Fe.example',
  ],
  [
    'updateInventory',
    { params: { id }, body: { action: 'SET_INVENTORY', oldInventory: 3, newInventory: 0 } },
    `PUT /v1/listings/${id}/inventory {"action":"SET_INVENTORY","oldInventory":3,"newInventory":0}`,
  ],
  [
    'createListing',
    { body: { brand: 'Elm', description: undefined, metadata: { box: 7 } } },
    'POST /v1/listings {"brand":"Elm","metadata":{"box":7}}',
  ],
  ['gradeItems', { body: { items: [] } }, 'POST /v1/items/grade {"items":[]}'],
])('%s %j → %s', (name, input, line) => {
  expect(requestOf(name, input)).toBe(line);
});

test.each([
  ['a/b', 'a%2Fb'],
  ['a?b#c', 'a%3Fb%23c'],
  ['a b', 'a%20b'],
])('an identifier such as %s is one segment of the path: %s', (given, segment) => {
  expect(requestOf('updateInventory', { params: { id: given } })).toBe(
    `PUT /v1/listings/${segment}/inventory`,
  );
});

test('a deployment speaks its own words', () => {
  const dialect = {
    commerceName: 'Mart',
    names: { 'query.pageSize': 'first', 'query.state': 'status', 'field.brand': 'maker' },
  };
  expect(requestOf('listListings', { query: { state: 'OPEN', pageSize: 5, after: 'x' } }, dialect)).toBe(
    'GET /v1/listings?status=OPEN&first=5&after=x',
  );
  expect(requestOf('createListing', { body: { brand: 'Elm', toString: 'a text' } }, dialect)).toBe(
    'POST /v1/listings {"maker":"Elm","toString":"a text"}',
  );
  expect(
    requestOf('getShops', { query: { shopIdentifierType: 'COMMERCE_DOMAIN', shopIdentifier: 'a' } }, dialect),
  ).toBe('GET /v1/shops?shopIdentifierType=MART_DOMAIN&shopIdentifier=a');
});
