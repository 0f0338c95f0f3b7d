import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import type { DialectSettings } from '../../src/service/dialect.ts';
import {
  aProduct,
  aShop,
  examined,
  fits,
  gzipped,
  listingNumber,
  type Oddities,
  startDeployment,
} from '../support/deployment.ts';
import { singleNames } from '../support/dialect.ts';
import { serve } from '../support/feed-host.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { canaries, json } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('what is as documented fits', () => {
  it('in four reads, and one look at the file, whose host gets no credentials', async () => {
    const { env, asked, fileHeaders } = await startDeployment();
    const { exitCode, stderr, statuses, found } = await examined(env);
    expect([exitCode, stderr, statuses]).toEqual([0, '', expect.objectContaining(fits)]);
    expect(found('dialect')).toMatch(/^as documented in 4 reads;/);
    expect(asked).toEqual([
      '/v1/listings?limit=1',
      `/v1/listings/${listingNumber(1).id}`,
      '/product-feed',
      'the file',
      '/v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=store.example',
    ]);
    expect(JSON.stringify(fileHeaders)).not.toContain('canary');
  });

  it('a feed that is gzipped, and one of which only the beginning is read', async () => {
    for (const file of [gzipped([aProduct]), json(200, Array(40_000).fill(aProduct))]) {
      const { env } = await startDeployment({ file });
      const { statuses, found } = await examined(env);
      expect(statuses).toMatchObject(fits);
      expect(found('feed fields')).toMatch(/^(1 product|20 products), as documented/);
    }
  });
});

/** A sandbox that speaks a dialect, and a profile `live` for it that knows none of it, or what is given. */
const unknownSandbox = async (dialect: DialectSettings, known?: DialectSettings) => {
  const { baseUrl } = await sandboxed({ dialect });
  const config = temporaryFolder();
  const live = { baseUrl, ...(known ? { dialect: known } : {}) };
  writeFileSync(join(config, 'config.json'), JSON.stringify({ version: 1, profiles: { live } }), {
    mode: 0o600,
  });
  const { clientId, apiKey } = sandboxProfile;
  return {
    RESALE_CONFIG_DIR: config,
    RESALE_PROFILE: 'live',
    RESALE_CLIENT_ID: clientId,
    RESALE_API_KEY: apiKey,
  };
};

describe('a sandbox in another dialect', () => {
  test.each<[string, DialectSettings, DialectSettings | undefined, string]>([
    [
      'other words',
      { serviceName: 'Acme', commerceName: 'Mart' },
      undefined,
      '--service-name Acme --commerce-name Mart',
    ],
    [
      'other fields and constants',
      {
        names: {
          'field.listings': 'results',
          'field.pageInfo': 'paging',
          'field.hasNextPage': 'more',
          'field.sku': 'variant_sku',
          'field.availableInventory': 'available_inventory',
          'constant.OPEN': 'open',
          'field.productTitle': 'product_title',
        },
      },
      undefined,
      '--dialect field.listings=results --dialect field.pageInfo=paging --dialect field.hasNextPage=more --dialect field.sku=variant_sku --dialect field.availableInventory=available_inventory --dialect constant.OPEN=open --dialect field.productTitle=product_title',
    ],
    [
      'the neutral one, where the profile says others',
      {},
      { serviceName: 'Acme', commerceName: 'Mart' },
      '--service-name Service --commerce-name Commerce',
    ],
  ])('%s: it ends with the line that sets it, and then all fits', async (_, dialect, known, flags) => {
    const env = await unknownSandbox(dialect, known);
    const first = await examined(env, '--domain second-meadow.example');
    const [line] = /resale .*/.exec(first.advice('dialect') ?? '') ?? [];
    expect(line).toBe(`resale profiles set live ${flags}`);
    expect(await resale(String(line?.slice('resale '.length)), { env })).toMatchObject({ exitCode: 0 });
    const second = await examined(env, '--domain second-meadow.example');
    expect([second.exitCode, second.statuses]).toEqual([0, expect.objectContaining(fits)]);
  });

  it('with the right profile, fits at once, even if no name is the neutral one', async () => {
    const names = Object.fromEntries(
      singleNames
        .filter((name) => !name.startsWith('header.'))
        .map((name) => [name, `${name.startsWith('constant.') ? 'THEIR_' : 'their-'}${name.split('.')[1]}`]),
    );
    const env = await unknownSandbox({ names }, { names });
    const { exitCode, statuses } = await examined(env, '--domain second-meadow.example');
    expect([exitCode, statuses]).toEqual([0, expect.objectContaining(fits)]);
  });
});

/** What doctor finds at a deployment that differs in one way. */
const at = async (odd: Oddities, flags = '') => examined((await startDeployment(odd)).env, flags);

const { price: _, ...unpriced } = aProduct;
const { serviceShopName, serviceId, ...namelessShop } = aShop;
const unconditioned = [1, 2].map((number) => {
  const { condition: _, ...rest } = listingNumber(number);
  return { ...rest, warehouse: 'B' };
});

test.each<[what: string, odd: Oddities, check: string, expected: object]>([
  [
    'a page size without effect',
    { pageSize: 'first' },
    'page size',
    {
      status: 'warning',
      tried: 'limit=1',
      found: 'brought 5 listings',
      advice: expect.stringMatching(/--dialect query\.pageSize=NAME/),
    },
  ],
  [
    'a page size that is refused',
    { pageSize: 'first', strict: true },
    'request',
    {
      status: 'failed',
      found: 'The service refused it (400): Unknown parameter: limit.',
      advice: expect.stringMatching(/--dialect query\.pageSize=NAME/),
    },
  ],
  [
    'a lookup that wants another parameter',
    { shopIdentifier: 'domain' },
    'shop lookup',
    {
      status: 'failed',
      found: 'refused (400): An identifier is missing',
      advice: expect.stringMatching(/--dialect query\.shopIdentifier=NAME/),
    },
  ],
  ['an empty shop', { listings: [] }, 'listing fields', { status: 'skipped' }],
  ['a shop with one listing', { listings: [listingNumber(1)] }, 'page size', { status: 'skipped' }],
  [
    'constants that may mean anything',
    { listings: [{ ...listingNumber(1, 'ACTIVE'), condition: 'FINE' }] },
    'listing fields',
    {
      status: 'warning',
      found:
        '1 listing; state comes as ACTIVE, which is not documented; condition comes as FINE, which is not documented',
      set: null,
    },
  ],
  [
    'a field that is missing, and one that is not documented',
    { listings: unconditioned },
    'listing fields',
    { status: 'warning', found: '1 listing; missing: condition; not documented: warehouse', set: null },
  ],
  [
    'a value of another form',
    { products: [{ ...aProduct, price: '12.50' }] },
    'feed fields',
    { status: 'warning', found: expect.stringContaining('; price must be a number; ') },
  ],
  [
    'a product without a price',
    { products: [{ ...unpriced, score: 1 }] },
    'feed fields',
    {
      found: expect.stringMatching(
        /^1 product; missing: price; optional, and not seen: gender, .*; not documented: score$/,
      ),
    },
  ],
  [
    'a field that is one too many',
    { shop: { ...aShop, tier: 1 } },
    'shop fields',
    { status: 'ok', found: '1 shop, as documented; not documented: tier' },
  ],
  [
    'no list',
    { list: () => ({ hello: 'world' }) },
    'listing fields',
    { status: 'failed', found: 'the answer holds no list: it has hello' },
  ],
  [
    'another listing than was asked for',
    { single: () => listingNumber(7) },
    'single listing',
    { status: 'failed', found: `another listing came: ${listingNumber(7).id}` },
  ],
  ['no feed', { link: () => 404 }, 'feed link', { status: 'warning', found: 'refused (404): no feed here' }],
  [
    'a feed of another version',
    { link: (url) => ({ url, version: 2 }) },
    'feed link',
    { status: 'warning', found: 'its version is 2, and only 1 is documented' },
  ],
  [
    'no link',
    { link: (url) => ({ address: url }) },
    'feed link',
    { status: 'failed', found: 'the answer has no link, only address' },
  ],
  [
    'a file that is no feed',
    { file: serve('<html>') },
    'feed link',
    { status: 'failed', found: expect.stringContaining('The feed is not one JSON array') },
  ],
  [
    'no products',
    { products: [] },
    'shop lookup',
    { status: 'skipped', advice: 'Name one: --domain store.example' },
  ],
  [
    'a lookup that is refused',
    { shopsRefused: 403 },
    'shop lookup',
    { status: 'warning', found: 'refused (403): not for you' },
  ],
  [
    'a name that is right for listings',
    { products: [{ ...aProduct, condition: undefined, item_condition: 'GOOD' }] },
    'feed fields',
    { status: 'warning', set: null },
  ],
  ...['$(x)-size', "a';b-size", `${canaries.apiKey}-size`].map((name): [string, Oddities, string, object] => [
    'a name with characters of a shell, or with the key in it',
    { products: [{ ...aProduct, size: undefined, [name]: 'M' }] },
    'feed fields',
    { status: 'warning', set: null },
  ]),
  [
    'words for Service and Commerce where the headers are neutral',
    {
      shop: { ...namelessShop, acmeShopName: serviceShopName, acmeId: serviceId },
      products: [{ ...aProduct, martTags: ['a'], martProductType: 'b' }],
    },
    'dialect',
    {
      set: {
        'dialect.field.commerceTags': 'martTags',
        'dialect.field.commerceProductType': 'martProductType',
        'dialect.field.serviceShopName': 'acmeShopName',
        'dialect.field.serviceId': 'acmeId',
      },
    },
  ],
])('%s', async (_, odd, check, expected) => {
  const { of, exitCode, stdout, stderr } = await at(odd);
  expect(of(check)).toMatchObject(expected);
  expect(exitCode > 0).toBe('status' in expected && expected.status === 'failed');
  expect(stdout + stderr).not.toContain(canaries.apiKey);
});

test.each<Oddities>([{}, { noShop: 404 }])('a domain that no shop has %j', async (odd) => {
  const { of, exitCode } = await at(odd, '--domain nowhere.example');
  expect([exitCode, of('shop lookup').status]).toEqual([0, 'skipped']);
  expect(of('shop lookup').found).toBe('no shop belongs to nowhere.example, so this could not be checked');
});

describe('refused credentials', () => {
  test.each([401, 403])('%i: nothing further is read, and no value is shown', async (status) => {
    const { env, asked } = await startDeployment({ refusal: { status, error: `no ${canaries.apiKey}` } });
    const { exitCode, stdout, stderr, of } = await examined(env);
    expect([exitCode, of('request').status, of('dialect').status]).toEqual([4, 'failed', 'skipped']);
    expect(of('request').found).toContain(`(${status}): no ***`);
    expect(asked).toHaveLength(1);
    expect(stdout + stderr).not.toMatch(/canary-key/);
  });

  it('a refusal that names other headers: they are tried, and the rest is read with them', async () => {
    const error = 'Missing headers: X-Acme-Client-Id, X-Acme-Authentication-Key';
    const { env } = await startDeployment({ refusal: { status: 401, error, unless: 'x-acme-client-id' } });
    const { exitCode, of, statuses } = await examined(env);
    expect([exitCode, of('request').status, statuses['shop fields']]).toEqual([4, 'failed', 'ok']);
    expect(of('request').found).toMatch(/X-Acme-Client-Id and X-Acme-Authentication-Key: accepted$/);
    expect(of('dialect').set).toEqual({
      'dialect.header.clientId': 'X-Acme-Client-Id',
      'dialect.header.authenticationKey': 'X-Acme-Authentication-Key',
    });
  });
});

test.each([
  ['no profile', { RESALE_PROFILE: '' }],
  ['the sandbox', { RESALE_PROFILE: 'sandbox' }],
  ['another base URL than the profile has', {}],
])('with %s, the line names no profile', async (_, more) => {
  const { env, url } = await startDeployment({
    products: [{ ...aProduct, size: undefined, their_size: 'M' }],
  });
  const { advice } = await examined({ ...env, RESALE_BASE_URL: url, ...more });
  expect(advice('dialect')).toBe(
    'To set it in a profile for this service: resale profiles set NAME --dialect field.size=their_size',
  );
});

it('--dry-run prints the requests that are known beforehand', async () => {
  const { env, url, asked } = await startDeployment();
  const { stdout } = await resale('doctor --domain a.example -n', { env });
  expect(JSON.parse(stdout).map((request: { url: string }) => request.url.slice(url.length))).toEqual([
    '/v1/listings?limit=1',
    '/product-feed',
    '/v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=a.example',
  ]);
  expect(asked).toEqual([]);
});
