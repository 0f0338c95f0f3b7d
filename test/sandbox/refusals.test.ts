import { describe, expect, test } from 'vitest';
import { ask, creation, credentials, keys, sandboxWith, sendRaw } from './running.ts';

const json = { 'Content-Type': 'application/json' };
const noListing = '/v1/listings/00000000-0000-4000-8000-000000000000';

test.each<[string, RequestInit & { body?: string }, number, string]>([
  ['/v2/listings', {}, 404, 'There is no such path.'],
  ['/v1/listings/', {}, 404, 'There is no such path.'],
  ['//evil.example/v1/listings', {}, 404, 'There is no such path.'],
  ['/v1/listings', { method: 'DELETE' }, 405, 'This path takes only POST, GET.'],
  ['/v1/items/grade', {}, 405, 'This path takes only POST.'],
  ['/v1/listings', {}, 403, 'Credentials are missing: X-Service-Client-Id and X-Service-Authentication-Key.'],
  [
    '/v1/listings',
    { headers: { 'X-Service-Client-Id': 'a client' } },
    403,
    'Credentials are missing: X-Service-Authentication-Key.',
  ],
  [
    '/v1/listings',
    { headers: { ...keys, 'X-Service-Client-Id': 'another' } },
    403,
    'The client id and the authentication key are not a pair that this sandbox knows.',
  ],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, 'X-Service-Authentication-Key': 'another' }, body: '{' },
    403,
    'The client id and the authentication key are not a pair that this sandbox knows.',
  ],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, 'Content-Type': 'text/plain' }, body: '{' },
    415,
    'A request with a body must carry the header Content-Type: application/json.',
  ],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, ...json, 'Content-Encoding': 'gzip' }, body: '{' },
    415,
    'A body with a content encoding is not read; it must be sent as it is.',
  ],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, ...json }, body: 'x'.repeat(1024 * 1024 + 1) },
    413,
    'The body is larger than 1048576 bytes.',
  ],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, ...json }, body: '{' },
    400,
    'The body is not valid JSON.',
  ],
  ['/v1/listings', { method: 'POST', headers: { ...keys, ...json } }, 400, 'The body is not valid JSON.'],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, ...json }, body: `${'['.repeat(101)}${']'.repeat(101)}` },
    400,
    'The body is nested deeper than 100 levels.',
  ],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, ...json }, body: `${'['.repeat(100)}${']'.repeat(100)}` },
    400,
    'the body must be an object.',
  ],
  [
    '/v1/listings',
    { method: 'POST', headers: { ...keys, ...json }, body: '{"originalPrice":0,"images":[]}' },
    400,
    'shopId is missing; condition is missing; productDataSourceType is missing; originalPrice must be 1 or more; images must have at least 1 item.',
  ],
  [
    `${noListing}/inventory`,
    { method: 'PUT', headers: { ...keys, ...json }, body: '{"action":"SET_INVENTORY","oldInventory":-1}' },
    400,
    'oldInventory must be 0 or more; newInventory is missing.',
  ],
  [
    `${noListing}/inventory`,
    {
      method: 'PUT',
      headers: { ...keys, ...json },
      body: '{"action":"ADJUST_INVENTORY","inventoryAdjustment":1,"oldInventory":1}',
    },
    400,
    'oldInventory is not known.',
  ],
  [
    `${noListing}/inventory`,
    {
      method: 'PUT',
      headers: { ...keys, ...json },
      body: '{"action":"ADJUST_INVENTORY","inventoryAdjustment":1}',
    },
    404,
    'There is no listing with this identifier.',
  ],
  [noListing, { headers: keys }, 404, 'There is no listing with this identifier.'],
  ['/v1/listings/no-uuid', { headers: keys }, 404, 'There is no listing with this identifier.'],
  ['/v1/listings/%E0%A4%A', { headers: keys }, 404, 'There is no listing with this identifier.'],
  ['/v1/listings?limit=0', { headers: keys }, 400, 'limit must be 1 or more.'],
  ['/v1/listings?limit=201', { headers: keys }, 400, 'limit must be 200 or less.'],
  ['/v1/listings?limit=1e2', { headers: keys }, 400, 'limit must be a number.'],
  ['/v1/listings?limit=', { headers: keys }, 400, 'limit must be a number.'],
  ['/v1/listings?limit=5&limit=6', { headers: keys }, 400, 'limit is given twice.'],
  ['/v1/listings?state=open', { headers: keys }, 400, 'state must be one of OPEN, CLOSED.'],
  [
    '/v1/listings?pageSize=5&toString=1',
    { headers: keys },
    400,
    'pageSize is not known; toString is not known.',
  ],
  [`${noListing}?limit=5`, { headers: keys }, 400, 'limit is not known.'],
  ['/product-feed?version=1', { headers: keys }, 400, 'version is not known.'],
  [
    '/v1/shops?shopIdentifierType=DOMAIN',
    { headers: keys },
    400,
    'shopIdentifierType must be COMMERCE_DOMAIN; shopIdentifier is missing.',
  ],
])('%s %o → %i', async (path, init, status, error) => {
  const sandbox = await sandboxWith();
  const response = await fetch(sandbox.baseUrl + path, init);
  expect([response.status, await response.json()]).toEqual([status, { error }]);
  expect(response.headers.get('content-type')).toBe('application/json');
});

test.each([
  [{ colour: 'navy' }, 'colour is not known.'],
  [{ images: [{ url: 'https://a.example/1.jpg', width: 7 }] }, 'images[0].width is not known.'],
  [{ productIdentifier: '' }, 'productIdentifier must not be empty: COMMERCE_SKU requires it.'],
])('a listing with %j is refused', async (more, error) => {
  const sandbox = await sandboxWith();
  const answer = await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId, more));
  expect([answer.status, answer.body]).toEqual([400, { error }]);
});

test('the answer to a wrong method names the right ones', async () => {
  const { headers } = await ask(await sandboxWith(), 'PATCH /v1/listings');
  expect(headers.get('allow')).toBe('POST, GET');
});

test('HEAD is a wrong method too', async () => {
  expect((await ask(await sandboxWith(), 'HEAD /v1/shops')).status).toBe(405);
});

test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/json ;x=y'])(
  '%s is JSON',
  async (type) => {
    const sandbox = await sandboxWith();
    const { status } = await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId), {
      'Content-Type': type,
    });
    expect(status).toBe(200);
  },
);

test('bytes that are no UTF-8 are no JSON', async () => {
  const response = await fetch(`${(await sandboxWith()).baseUrl}/v1/listings`, {
    method: 'POST',
    headers: { ...keys, ...json },
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });
  expect([response.status, await response.json()]).toEqual([400, { error: 'The body is not valid JSON.' }]);
});

test('a body without a length is counted as it comes', async () => {
  const { baseUrl } = await sandboxWith();
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const head = [
    'POST /v1/listings HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    `X-Service-Client-Id: ${credentials.clientId}`,
    `X-Service-Authentication-Key: ${credentials.apiKey}`,
    '',
    '',
  ].join('\r\n');
  expect(await sendRaw(baseUrl, head + chunk.repeat(17))).toMatch(
    /^HTTP\/1\.1 413 .*The body is larger than/s,
  );
});

describe('in a dialect', () => {
  const dialect = {
    serviceName: 'Acme',
    commerceName: 'Mart',
    names: {
      'query.state': 'status',
      'query.pageSize': 'first',
      'field.availableInventory': 'stock',
      'field.originalPrice': 'fullPrice',
      'constant.OPEN': 'LIVE',
    },
  };
  const acme = { 'X-Acme-Client-Id': 'a client', 'X-Acme-Authentication-Key': 'a key' };
  const fromSku = { productDataSourceType: 'MART_SKU' };

  test('its keys are the ones that count', async () => {
    const sandbox = await sandboxWith({ dialect });
    expect((await ask(sandbox, 'GET /v1/listings')).status).toBe(403);
    const page = await ask(sandbox, 'GET /v1/listings?first=1&status=LIVE', undefined, acme);
    expect(page.body.listings).toEqual([
      expect.objectContaining({ state: 'LIVE', stock: expect.any(Number) }),
    ]);
  });

  test.each([
    ['GET /v1/listings?first=0', undefined, 'first must be 1 or more.'],
    ['GET /v1/listings?status=LIVE&status=LIVE', undefined, 'status is given twice.'],
    ['POST /v1/listings', { ...fromSku, fullPrice: 0 }, 'fullPrice must be 1 or more.'],
    [
      'POST /v1/listings',
      { ...fromSku, metadata: { OPEN: 'OPEN', originalPrice: 1.5 } },
      'metadata.originalPrice must be a string or an integer.',
    ],
    // The neutral names mean nothing to it.
    ['GET /v1/listings?state=LIVE&limit=5', undefined, 'state is not known; limit is not known.'],
    ['GET /v1/listings?status=OPEN', undefined, 'status must be one of LIVE, CLOSED.'],
    [
      'POST /v1/listings',
      { productDataSourceType: 'COMMERCE_SKU' },
      'productDataSourceType must be one of MART_SKU, MART_PRODUCT_VARIANT_ID, EXTERNAL_PRODUCT_VARIANT_IDENTIFIER, EXTERNAL_PRODUCT_VARIANT_SKU, MANUAL_PRODUCT_OPTIONS.',
    ],
    [
      'POST /v1/listings',
      {
        productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
        manualProductOptions: { title: 'Coat', categories: [] },
        originalPrice: 100,
      },
      'originalPrice is not known; fullPrice is missing: MANUAL_PRODUCT_OPTIONS requires it.',
    ],
  ])('%s %j: %s', async (line, body, error) => {
    const sandbox = await sandboxWith({ dialect });
    const payload = body && creation(sandbox.shopId, body);
    expect(await ask(sandbox, line, payload, acme)).toMatchObject({ status: 400, body: { error } });
  });
});
