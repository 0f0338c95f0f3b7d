import { expect, test } from 'vitest';
import { sandboxShops } from '../../src/sandbox/state/shops.ts';
import { conditions, sources } from '../../src/service/constants.ts';
import type { Endpoint } from '../../src/service/endpoint.ts';
import { endpoints } from '../../src/service/endpoints.ts';
import { anyText } from '../support/any-text.ts';
import { fc } from '../support/properties.ts';
import { type Answer, ask, sandboxWith } from './running.ts';

const documented = [200, 400, 404, 405, 409, 413, 415, 429];

/** No failure of the sandbox's own, and the documented form, whatever was sent. */
const isSound = (answer: Answer) => {
  expect(documented).toContain(answer.status);
  if (answer.status !== 200) expect(answer.body).toEqual({ error: expect.stringMatching(/./) });
};

const conforms = (endpoint: Endpoint, answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(endpoint.answer.safeParse(answer.body).error).toBe(undefined);
};

const listing = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const lines = [
  'POST /v1/listings',
  'POST /v1/items/grade',
  `PUT /v1/listings/${listing}/inventory`,
  'PUT /v1/listings/nothing/inventory',
];

const odd = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  ' ',
  '💥',
  '\u0000',
  '9'.repeat(400),
  'https://a.example',
  'COMMERCE_SKU',
  'MANUAL_PRODUCT_OPTIONS',
  'SET_INVENTORY',
  'ADJUST_INVENTORY',
  'GOOD',
);
const fields = `shopId condition productDataSourceType productIdentifier manualProductOptions originalPrice metadata
  images items id url notes action oldInventory newInventory inventoryAdjustment __proto__ constructor hasOwnProperty`;
const field = fc.constantFrom('', ...fields.split(/\s+/));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      odd,
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(1e308),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(field, tie('value'), { maxKeys: 8 }),
  ),
}));

test('well-formed nonsense', async () => {
  const sandbox = await sandboxWith();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lines),
      fc.dictionary(field, value, { maxKeys: 10 }),
      async (line, body) => isSound(await ask(sandbox, line, body)),
    ),
    { numRuns: 80 },
  );
});

test('malformed bodies', async () => {
  const sandbox = await sandboxWith();
  const text = fc.oneof(
    anyText(),
    fc.json(),
    fc.json().map((json) => json.slice(0, -1)),
    fc.constantFrom(
      '',
      '"',
      '{"a":',
      '[[[',
      `${'['.repeat(200_000)}`,
      `"${'\\"'.repeat(300_000)}`,
      '\ufeff{}',
      'NaN',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lines), text, async (line, body) =>
      isSound(await ask(sandbox, line, body)),
    ),
    { numRuns: 60 },
  );
});

test('paths and queries', async () => {
  const sandbox = await sandboxWith();
  const piece = fc.oneof(
    odd,
    fc.webQueryParameters(),
    fc.webSegment(),
    fc.constantFrom('%', '%ff', '..', '//', '%00'),
  );
  const path = fc.constantFrom(
    '/v1/listings/',
    '/v1/listings?state=',
    '/v1/listings?limit=',
    '/v1/shops?',
    '/',
    '/v1/listings?after=',
  );
  await fc.assert(
    fc.asyncProperty(path, piece, async (start, end) =>
      isSound(await ask(sandbox, `GET ${start}${encodeURI(end).replaceAll(' ', '+')}`)),
    ),
    { numRuns: 80 },
  );
});

const address = fc.domain().map((domain) => `https://${domain}/coat%20front.jpg`);
const image = fc.record({ url: address, notes: fc.string() }, { requiredKeys: ['url'] });
const common = {
  condition: fc.constantFrom(...conditions),
  images: fc.array(image, { minLength: 1, maxLength: 3 }),
};
const optional = {
  externalIdentifier: fc.string(),
  description: fc.string({ unit: 'grapheme' }),
  metadata: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string(), fc.maxSafeInteger()), {
    maxKeys: 3,
  }),
  brand: fc.string(),
};
const price = fc.integer({ min: 1, max: 9_999_999 });
const identified = fc.record(
  {
    ...common,
    ...optional,
    productDataSourceType: fc.constantFrom(
      ...sources.filter((source) => source !== 'MANUAL_PRODUCT_OPTIONS'),
    ),
    productIdentifier: fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('variant-000007', '4470012000003', 'EXT-x-999999'),
    ),
    originalPrice: price,
  },
  { requiredKeys: ['condition', 'images', 'productDataSourceType', 'productIdentifier'] },
);
const manual = fc.record(
  {
    ...common,
    ...optional,
    productDataSourceType: fc.constant('MANUAL_PRODUCT_OPTIONS'),
    manualProductOptions: fc.record({
      title: fc.string(),
      categories: fc.array(fc.string()),
      size: fc.string(),
    }),
    originalPrice: price,
  },
  {
    requiredKeys: ['condition', 'images', 'productDataSourceType', 'manualProductOptions', 'originalPrice'],
  },
);

/** A shop, and maybe one of its stores. */
const place = fc.constantFrom(
  ...sandboxShops.flatMap(({ id: shopId, domains }) => [
    { shopId },
    ...domains.map((commercePlatformDomain) => ({ shopId, commercePlatformDomain })),
  ]),
);

test('what the rules allow is created and read back', async () => {
  const sandbox = await sandboxWith();
  await fc.assert(
    fc.asyncProperty(fc.oneof(identified, manual), place, async (item, where) => {
      const payload = { ...item, ...where };
      fc.pre(!('productIdentifier' in payload && payload.productIdentifier?.startsWith('MISSING-')));
      const created = await ask(sandbox, 'POST /v1/listings', payload);
      conforms(endpoints.createListing, created);
      const read = await ask(sandbox, `GET /v1/listings/${created.body.id}`);
      conforms(endpoints.getListing, read);
      expect(read.body).toEqual({
        id: created.body.id,
        state: 'OPEN',
        condition: payload.condition,
        sku: expect.any(String),
        availableInventory: 1,
        externalIdentifier: payload.externalIdentifier ?? null,
      });
    }),
    { numRuns: 30 },
  );
});

test('every other answer has the form that the table says', async () => {
  const sandbox = await sandboxWith();
  const update = { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 };
  const items = [{ id: listing, condition: 'GOOD' }];
  conforms(endpoints.listListings, await ask(sandbox, 'GET /v1/listings?limit=3&state=OPEN'));
  conforms(endpoints.updateInventory, await ask(sandbox, `PUT /v1/listings/${listing}/inventory`, update));
  conforms(endpoints.gradeItems, await ask(sandbox, 'POST /v1/items/grade', { items }));
  conforms(endpoints.getFeedLink, await ask(sandbox, 'GET /product-feed'));
  const shops = `GET /v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=${sandbox.domain}`;
  const found = await ask(sandbox, shops);
  conforms(endpoints.getShops, found);
  // Of what a sandbox suggests trying, the shop is there, and the SKU is not listed yet.
  expect(found.body[0].serviceId).toBe(sandbox.shopId);
  expect(JSON.stringify((await ask(sandbox, 'GET /v1/listings')).body)).not.toContain(sandbox.sku);
});
