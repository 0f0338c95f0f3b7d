import { describe, expect, test } from 'vitest';
import { acceptedCredentials } from '../../src/sandbox/options.ts';
import { ask, creation, keys, sandboxWith, sendRaw } from './running.ts';

const { clientId, apiKey } = acceptedCredentials;
const json = { 'Content-Type': 'application/json' };
const noListing = '/v1/listings/00000000-0000-4000-8000-000000000000';

/** What a request carries. */
const bearers: Readonly<Record<string, Record<string, string>>> = {
  nobody: {},
  half: { 'X-Service-Client-Id': clientId },
  'another-client': { ...keys, 'X-Service-Client-Id': 'another' },
  'another-key': { ...keys, 'X-Service-Authentication-Key': 'another' },
  keys,
  json: { ...keys, ...json },
  text: { ...keys, 'Content-Type': 'text/plain' },
  gzip: { ...keys, ...json, 'Content-Encoding': 'gzip' },
};

// Who asks, for what, with which body (of `x×9` nine x), and what the answer says.
const refusals = `
nobody          GET    /v2/listings → 404 There is no such path.
nobody          GET    /v1/listings/ → 404 There is no such path.
nobody          GET    //evil.example/v1/listings → 404 There is no such path.
nobody          DELETE /v1/listings → 405 This path takes only POST, GET.
nobody          GET    /v1/items/grade → 405 This path takes only POST.
nobody          GET    /v1/listings → 403 Credentials are missing: X-Service-Client-Id and X-Service-Authentication-Key.
half            GET    /v1/listings → 403 Credentials are missing: X-Service-Authentication-Key.
another-client  GET    /v1/listings → 403 The client id or the authentication key is wrong: the sandbox takes only its own.
another-key     POST   /v1/listings { → 403 The client id or the authentication key is wrong: the sandbox takes only its own.
text            POST   /v1/listings { → 415 A request with a body must carry the header Content-Type: application/json.
gzip            POST   /v1/listings { → 415 A body must be sent without a content encoding.
json            POST   /v1/listings x×1048577 → 413 The body is larger than 1048576 bytes.
json            POST   /v1/listings { → 400 The body is not valid JSON.
json            POST   /v1/listings → 400 The body is not valid JSON.
json            POST   /v1/listings [×101]×101 → 400 The body is nested deeper than 100 levels.
json            POST   /v1/listings [×100]×100 → 400 the body must be an object.
json            POST   /v1/listings {"originalPrice":0,"images":[]} → 400 shopId is missing; condition is missing; productDataSourceType is missing; originalPrice must be 1 or more; images must have at least 1 item.
json            PUT    ${noListing}/inventory {"action":"SET_INVENTORY","oldInventory":-1} → 400 oldInventory must be 0 or more; newInventory is missing.
json            PUT    ${noListing}/inventory {"action":"ADJUST_INVENTORY","inventoryAdjustment":1,"oldInventory":1} → 400 oldInventory is not known.
json            PUT    ${noListing}/inventory {"action":"ADJUST_INVENTORY","inventoryAdjustment":1} → 404 There is no listing with this identifier.
keys            GET    ${noListing} → 404 There is no listing with this identifier.
keys            GET    /v1/listings/no-uuid → 404 There is no listing with this identifier.
keys            GET    /v1/listings/%E0%A4%A → 404 There is no listing with this identifier.
keys            GET    /v1/listings?limit=0 → 400 limit must be 1 or more.
keys            GET    /v1/listings?limit=201 → 400 limit must be 200 or less.
keys            GET    /v1/listings?limit=1e2 → 400 limit must be a number.
keys            GET    /v1/listings?limit= → 400 limit must be a number.
keys            GET    /v1/listings?limit=5&limit=6 → 400 limit is given twice.
keys            GET    /v1/listings?state=open → 400 state must be one of OPEN, CLOSED.
keys            GET    /v1/listings?pageSize=5&toString=1 → 400 pageSize is not known; toString is not known.
keys            GET    ${noListing}?limit=5 → 400 limit is not known.
keys            GET    /product-feed?version=1 → 400 version is not known.
keys            GET    /v1/shops?shopIdentifierType=DOMAIN → 400 shopIdentifierType must be COMMERCE_DOMAIN; shopIdentifier is missing.
`;

test.each(refusals.trim().split('\n'))('%s', async (line) => {
  const [, who = '', method = '', path = '', body, status, error] =
    /^(\S+) +(\S+) +(\S+)(?: (.+))? → (\d+) (.+)$/.exec(line) ?? [];
  const init = {
    method,
    headers: bearers[who] ?? {},
    ...(body && { body: body.replace(/(.)×(\d+)/g, (_, sign, times) => sign.repeat(times)) }),
  };
  const sandbox = await sandboxWith();
  const response = await fetch(sandbox.baseUrl + path, init);
  expect([response.status, await response.json()]).toEqual([Number(status), { error }]);
  expect(response.headers.get('content-type')).toBe('application/json');
});

test.each([
  ['{"images":[{"url":"https://a.example/1.jpg","width":7}]}', 'images[0].width is not known.'],
  ['{"metadata":{"__proto__":{"x":1},"a":1}}', 'metadata must not have a property named __proto__.'],
  ['{"metadata":{"__proto__":"x"}}', 'metadata must not have a property named __proto__.'],
  [
    '{"manualProductOptions":{"title":"Coat","categories":[],"__proto__":5}}',
    'manualProductOptions must not have a property named __proto__.',
  ],
  ['{"__proto__":{"shopId":"x"}}', 'the body must not have a property named __proto__.'],
  ['{"metadata":{"constructor":{}}}', 'metadata.constructor must be a string or an integer.'],
])('a listing with %s is refused', async (more, error) => {
  const sandbox = await sandboxWith();
  // Written by hand: a spread would not copy __proto__ into the text.
  const body = JSON.stringify(creation(sandbox.shopId)).replace(/}$/, `,${more.slice(1)}`);
  const answer = await ask(sandbox, 'POST /v1/listings', body);
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
    `X-Service-Client-Id: ${clientId}`,
    `X-Service-Authentication-Key: ${apiKey}`,
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
  const acme = { 'X-Acme-Client-Id': clientId, 'X-Acme-Authentication-Key': apiKey };
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
