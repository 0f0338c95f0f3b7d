import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { mostSingleTries } from '../../src/doctor/fit/search.ts';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import type { DialectSettings } from '../../src/service/dialect.ts';
import {
  aProduct,
  aShop,
  deepCheck,
  fits,
  gzipped,
  listingNumber,
  type Oddities,
  startDeployment,
} from '../support/deployment.ts';
import { singleNames } from '../support/dialect.ts';
import { serve } from '../support/feed-host.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { canaries, json } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A sandbox that speaks a dialect, and a profile `live` for it that knows none of it, or what is given. */
const unknownSandbox = async (dialect: DialectSettings, known?: DialectSettings) => {
  const { baseUrl, requests } = await sandboxed({ dialect });
  const config = temporaryFolder();
  const file = join(config, 'config.json');
  const live = { baseUrl, ...(known ? { dialect: known } : {}) };
  writeFileSync(file, JSON.stringify({ version: 1, profiles: { live } }), { mode: 0o600 });
  const { clientId, apiKey } = sandboxProfile;
  const env = {
    RESALE_CONFIG_DIR: config,
    RESALE_PROFILE: 'live',
    RESALE_CLIENT_ID: clientId,
    RESALE_API_KEY: apiKey,
  };
  return { env, requests };
};

describe('what is as documented fits', () => {
  it('in seven reads, and one look at the file, whose host gets no credentials', async () => {
    const { env, asked, fileHeaders } = await startDeployment();
    const { exitCode, stderr, statuses, of, ok } = await deepCheck(env);
    expect([exitCode, stderr, ok, statuses]).toEqual([0, '', true, fits]);
    expect(of('dialect').found).toBe('everything that could be checked fits (7 reads)');
    const [first, second] = [listingNumber(1), listingNumber(2)];
    expect(second.state).toBe('CLOSED');
    expect(asked).toEqual([
      '/v1/listings?limit=1',
      // What a check without --deep asks, and then the seven.
      '/v1/listings?limit=1',
      '/v1/listings?limit=1&state=CLOSED',
      '/v1/listings?limit=1&after=1',
      `/v1/listings/${first.id}`,
      '/product-feed',
      'the file',
      '/v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=store.example',
      '/v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=no-such-store.invalid',
    ]);
    expect(JSON.stringify(fileHeaders)).not.toContain('canary');
  });

  it('on a screen: one line for each, with what was tried', async () => {
    const { env } = await startDeployment();
    const { exitCode, stdout } = await resale('profiles check --deep', { env, terminal: 120 });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^NAME +live$/m);
    expect(stdout).toMatch(/page size +limit=1: brought one listing of several$/m);
    expect(stdout).toMatch(/11 ok, 1 skipped\n$/);
  });

  it('without --deep, it stays one request', async () => {
    const { env, asked } = await startDeployment();
    const { stdout } = await resale('profiles check --json', { env });
    expect([asked.length, 'checks' in JSON.parse(stdout)]).toEqual([1, false]);
  });

  it('a feed that is gzipped, and one of which only the beginning is read', async () => {
    for (const file of [gzipped([aProduct]), json(200, Array(40_000).fill(aProduct))]) {
      const { env } = await startDeployment({ file });
      const { statuses, of } = await deepCheck(env);
      expect(statuses).toEqual(fits);
      expect(Number(/(\d+) bytes/.exec(of('feed link').found)?.[1])).toBeLessThan(500_000);
    }
  });
});

describe('a sandbox in another dialect, with a profile that knows nothing of it', () => {
  const dialects: readonly [string, DialectSettings, Record<string, string>][] = [
    [
      'other words',
      { serviceName: 'Acme', commerceName: 'Mart' },
      { 'dialect.commerceName': 'Mart', 'dialect.serviceName': 'Acme' },
    ],
    [
      'other names of parameters',
      {
        names: {
          'query.pageSize': 'first',
          'query.state': 'status',
          'query.after': 'cursor',
          'query.shopIdentifier': 'value',
        },
      },
      {
        'dialect.query.pageSize': 'first',
        'dialect.query.state': 'status',
        'dialect.query.after': 'cursor',
        'dialect.query.shopIdentifier': 'value',
      },
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
          'constant.CLOSED': 'closed',
          'field.productTitle': 'product_title',
        },
      },
      {
        'dialect.field.listings': 'results',
        'dialect.field.pageInfo': 'paging',
        'dialect.field.hasNextPage': 'more',
        'dialect.field.sku': 'variant_sku',
        'dialect.field.availableInventory': 'available_inventory',
        'dialect.constant.OPEN': 'open',
        // What the filter took, and brought.
        'dialect.constant.CLOSED': 'closed',
        'dialect.field.productTitle': 'product_title',
      },
    ],
  ];

  test.each(dialects)(
    '%s: it proposes them, --apply writes them, and then all fits',
    async (_, dialect, set) => {
      const { env, requests } = await unknownSandbox(dialect);
      const first = await deepCheck(env, '--domain second-meadow.example --apply');
      expect(first.exitCode).not.toBe(0);
      expect(first.of('dialect').set).toEqual(set);
      expect(first.stderr).toContain('Written to the profile live: ');
      expect(requests.length).toBeLessThan(40);
      requests.length = 0;
      const second = await deepCheck(env, '--domain second-meadow.example');
      expect([second.exitCode, second.statuses]).toEqual([0, fits]);
      expect(
        requests.filter((line) => !line.includes('/v1/') && !line.includes('/product-feed')).length,
      ).toBe(1);
    },
  );

  it('with the right profile, fits at once, even if no name is the neutral one', async () => {
    const names = Object.fromEntries(
      singleNames
        .filter((name) => !name.startsWith('header.'))
        .map((name) => [name, `${name.startsWith('constant.') ? 'THEIR_' : 'their-'}${name.split('.')[1]}`]),
    );
    for (const dialect of [
      { names },
      { serviceName: 'Acme', commerceName: 'Mart' },
      dialects[1]?.[1] ?? {},
    ]) {
      const { env } = await unknownSandbox(dialect, dialect);
      const { exitCode, statuses } = await deepCheck(env, '--domain second-meadow.example');
      expect([exitCode, statuses]).toEqual([0, fits]);
    }
  });

  test('a profile that knows words which are not the deployment’s', async () => {
    const { env } = await unknownSandbox({}, { serviceName: 'Acme', commerceName: 'Mart' });
    const first = await deepCheck(env, '--apply');
    expect(first.of('feed fields').set).toEqual({
      'dialect.field.commerceTags': 'commerceTags',
      'dialect.field.commerceProductType': 'commerceProductType',
    });
    expect(first.of('dialect').set).toEqual({
      'dialect.commerceName': 'Commerce',
      'dialect.serviceName': 'Service',
    });
    expect((await deepCheck(env)).statuses).toEqual(fits);
  });
});

describe('a service that ignores a parameter under its usual name', () => {
  test.each<[string, Oddities, string, string, Record<string, string>]>([
    ['page size', { pageSize: 'per_page' }, 'warning', 'limit=1', { 'dialect.query.pageSize': 'per_page' }],
    [
      'page size',
      { pageSize: 'page[size]' },
      'warning',
      'limit=1',
      { 'dialect.query.pageSize': 'page[size]' },
    ],
    [
      'state filter',
      { state: 'filter[state]' },
      'failed',
      'state=CLOSED',
      { 'dialect.query.state': 'filter[state]' },
    ],
    ['cursor', { after: 'starting_after' }, 'failed', 'after=1', { 'dialect.query.after': 'starting_after' }],
    [
      'shop lookup',
      { shopIdentifier: 'shop_domain' },
      'failed',
      'shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=store.example',
      { 'dialect.query.shopIdentifier': 'shop_domain' },
    ],
  ])('%s %j: the name is found in six reads, and then all fits', async (check, odd, status, tried, set) => {
    const { env, asked } = await startDeployment(odd);
    const first = await deepCheck(env, '--apply');
    expect(first.of(check)).toMatchObject({ status, tried, set });
    expect(first.exitCode).toBe(status === 'failed' ? 1 : 0);
    expect(first.of('dialect').set).toEqual(set);
    expect(asked.length).toBeLessThanOrEqual(9 + 7);
    expect((await deepCheck(env)).statuses).toEqual(fits);
  });

  test.each<[string, Oddities, string]>([
    ['page size', { pageSize: 'take', strict: true }, 'take'],
    ['state filter', { state: 'status', strict: true }, 'status'],
    ['cursor', { after: 'cursor', strict: true }, 'cursor'],
    ['shop lookup', { shopIdentifier: 'value', strict: true }, 'value'],
  ])('%s, where unknown names are refused: %j', async (check, odd, name) => {
    const { env } = await startDeployment(odd);
    const first = await deepCheck(env, '--apply');
    expect(Object.values(first.of(check).set ?? {})).toEqual([name]);
    expect(first.of(check).found).toContain('refused (400)');
    expect((await deepCheck(env)).statuses).toEqual(fits);
  });

  test.each<[string, Oddities, string]>([
    ['page size', { pageSize: null }, 'dialect.query.pageSize'],
    ['page size', { pageSize: 'wieviele' }, 'dialect.query.pageSize'],
    ['state filter', { state: null }, 'dialect.query.state'],
    ['cursor', { after: null }, 'dialect.query.after'],
    ['shop lookup', { shopIdentifier: null }, 'dialect.query.shopIdentifier'],
  ])(
    '%s under every name that is tried %j: it says what to ask for, and sets nothing',
    async (check, odd, setting) => {
      const { env, dialect, asked } = await startDeployment(odd);
      const { of, stderr } = await deepCheck(env, '--apply');
      expect(of(check).set).toBeNull();
      expect(of(check).advice).toContain(setting);
      expect(of('dialect').status).toBe('skipped');
      expect(stderr).toContain('Nothing was found to set in the profile live.');
      expect(dialect()).toBeUndefined();
      expect(asked.length).toBeLessThanOrEqual(11);
    },
  );
});

describe('what can not be told is said, and not guessed', () => {
  it('an empty shop', async () => {
    const { env } = await startDeployment({ listings: [] });
    const { exitCode, statuses, of } = await deepCheck(env);
    expect([exitCode, statuses]).toEqual([
      0,
      {
        ...fits,
        'listing fields': 'skipped',
        'page size': 'skipped',
        'state filter': 'skipped',
        cursor: 'skipped',
        'single listing': 'skipped',
      },
    ]);
    expect(of('page size').found).toBe('the shop has no listing, so this could not be checked');
  });

  it('a shop with one listing: the state filter shows all the same', async () => {
    const { env } = await startDeployment({ listings: [listingNumber(1)] });
    const { statuses, of } = await deepCheck(env);
    expect(statuses).toEqual({ ...fits, 'page size': 'skipped', cursor: 'skipped' });
    expect(of('state filter').found).toBe('brought none; without it, the first listing is OPEN');
    const ignoring = await startDeployment({ listings: [listingNumber(1)], state: null });
    expect((await deepCheck(ignoring.env)).of('state filter').status).toBe('failed');
  });

  it('a shop whose listings are all OPEN', async () => {
    const listings = [1, 2, 3].map((number) => listingNumber(number, 'OPEN'));
    expect((await deepCheck((await startDeployment({ listings })).env)).statuses).toEqual(fits);
    const ignoring = await startDeployment({ listings, state: null });
    expect((await deepCheck(ignoring.env)).of('state filter')).toMatchObject({ status: 'failed', set: null });
  });

  it('constants that are not documented, which may be anything', async () => {
    const listings = [1, 2, 3].map((number) => ({ ...listingNumber(number, 'ACTIVE'), condition: 'FINE' }));
    const { of, ok } = await deepCheck((await startDeployment({ listings })).env);
    expect(ok).toBe(false);
    expect(of('listing fields')).toMatchObject({
      status: 'warning',
      found: expect.stringMatching(
        /; state comes as ACTIVE, which is not documented; condition comes as FINE, which is not documented$/,
      ),
      advice: expect.stringMatching(/dialect\.constant\.OPEN or .*dialect\.constant\.NEW_WITH_TAGS or /),
      set: null,
    });
    expect(of('state filter')).toMatchObject({
      status: 'failed',
      found: 'the first listing is ACTIVE, so a filter by OPEN or CLOSED misses it',
      set: null,
    });
    expect(of('dialect')).toMatchObject({ status: 'skipped', set: null });
  });

  it.each([
    [
      'the first listing',
      'CLOSED',
      (state: unknown, wanted: string) => String(state).toLowerCase() === wanted,
    ],
    ['a later one', 'OPEN', (state: unknown, wanted: string) => state === wanted && wanted === 'CLOSED'],
  ])('a filter that brings nothing, though the list has %s', async (_, missed, isInState) => {
    const listings = [1, 2, 3].map((number) => listingNumber(number, number < 3 ? 'CLOSED' : 'OPEN'));
    const { of } = await deepCheck((await startDeployment({ listings, isInState })).env);
    expect(of('state filter')).toMatchObject({
      status: 'failed',
      tried: `state=${missed}`,
      found: `brought none, though the list has a listing that is ${missed}`,
      set: null,
    });
  });

  it('a feed without products, and so no store to look up', async () => {
    const { env } = await startDeployment({ products: [] });
    const { statuses, of } = await deepCheck(env);
    expect(statuses).toMatchObject({
      'feed fields': 'skipped',
      'shop lookup': 'skipped',
      'shop fields': 'skipped',
    });
    expect(of('shop lookup').advice).toBe('Name one: --domain store.example');
    expect((await deepCheck(env, '--domain store.example')).statuses['shop lookup']).toBe('ok');
  });

  test.each<Oddities>([{}, { noShop: 404 }])('a domain that no shop has %j', async (odd) => {
    const { env } = await startDeployment(odd);
    const { of, exitCode } = await deepCheck(env, '--domain nowhere.example');
    expect([exitCode, of('shop lookup').status]).toEqual([0, 'skipped']);
    expect(of('shop lookup').found).toBe('no shop belongs to nowhere.example, so this could not be checked');
    expect((await deepCheck(env)).statuses).toEqual(fits);
  });
});

describe('answers that are not as documented', () => {
  it('a single read that answers another listing', async () => {
    const { env } = await startDeployment({ single: () => listingNumber(7) });
    const { exitCode, of } = await deepCheck(env);
    expect([exitCode, of('single listing').status]).toEqual([1, 'failed']);
    expect(of('single listing').found).toBe(`another listing came: ${listingNumber(7).id}`);
  });

  it('fields that come and are not documented are no fault; those that are missing are a warning', async () => {
    const listings = [1, 2].map((number) => {
      const { condition: _, ...rest } = listingNumber(number);
      return { ...rest, warehouse: 'B' };
    });
    const { price: _, ...unpriced } = aProduct;
    const { env } = await startDeployment({
      listings,
      products: [{ ...unpriced, score: 1 }],
      shop: { ...aShop, tier: 1 },
    });
    const { exitCode, of } = await deepCheck(env);
    expect(exitCode).toBe(0);
    expect(of('listing fields')).toMatchObject({
      status: 'warning',
      found:
        '1 listing with id, state, sku, availableInventory, externalIdentifier; missing: condition; not documented: warehouse',
    });
    expect(of('feed fields').found).toMatch(
      /; missing: price; optional, and not seen: gender, .*; not documented: score$/,
    );
    expect(of('shop fields')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('not documented: tier'),
    });
  });

  it('words for Service and Commerce where the headers are neutral: single names, so that the headers stay', async () => {
    const { serviceShopName, serviceId, ...rest } = aShop;
    const { env, dialect } = await startDeployment({
      shop: { ...rest, acmeShopName: serviceShopName, acmeId: serviceId },
      products: [{ ...aProduct, martTags: ['a'], martProductType: 'b' }],
    });
    const { of } = await deepCheck(env, '--apply');
    expect(of('dialect').set).toEqual({
      'dialect.field.commerceTags': 'martTags',
      'dialect.field.commerceProductType': 'martProductType',
      'dialect.field.serviceShopName': 'acmeShopName',
      'dialect.field.serviceId': 'acmeId',
    });
    expect(dialect()?.serviceName).toBeUndefined();
    expect((await deepCheck(env)).statuses).toEqual(fits);
  });

  test.each([401, 403, 405])(
    'a lookup of shops that is refused with %i: no other name is tried',
    async (shopsRefused) => {
      const { env, asked } = await startDeployment({ shopsRefused });
      const { exitCode, of } = await deepCheck(env);
      expect([exitCode, of('shop lookup').status]).toEqual([0, 'warning']);
      expect(of('shop lookup').found).toBe(`refused (${shopsRefused}): not for you`);
      expect(asked.filter((line) => line.startsWith('/v1/shops'))).toHaveLength(1);
    },
  );

  it('a lookup of shops whose parameter nobody guesses, and others are refused: those that were tried are named', async () => {
    const { env, asked } = await startDeployment({ shopIdentifier: 'unheardOf', strict: true });
    const { of } = await deepCheck(env);
    const [, names = ''] = /; none of these worked: (.*)$/.exec(of('shop lookup').found) ?? [];
    const tried = asked.flatMap((line) => /COMMERCE_DOMAIN&(\w+)=store\.example$/.exec(line)?.[1] ?? []);
    expect([tried[0], names.split(', ')]).toEqual(['shopIdentifier', tried.slice(1)]);
    expect(tried).toHaveLength(1 + mostSingleTries);
  });

  it('no list at all', async () => {
    const { env } = await startDeployment({ list: () => ({ hello: 'world' }) });
    const { exitCode, statuses, of } = await deepCheck(env);
    expect([exitCode, statuses['page size'], statuses['feed link']]).toEqual([1, 'skipped', 'ok']);
    expect(of('listing fields').found).toBe('the answer holds no list: it has hello');
  });

  test.each<[string, Oddities, string, string]>([
    ['no feed', { link: () => 404 }, 'warning', 'refused (404): no feed here'],
    [
      'another version',
      { link: (url) => ({ url, version: 2 }) },
      'warning',
      'its version is 2, and only 1 is documented',
    ],
    ['no link', { link: (url) => ({ address: url }) }, 'failed', 'the answer has no link, only address'],
    ['a file that is no feed', { file: serve('<html>') }, 'failed', 'The feed is not one JSON array'],
  ])('%s', async (_, odd, status, said) => {
    const { env } = await startDeployment(odd);
    const { of } = await deepCheck(env);
    expect([of('feed link').status, of('feed link').found]).toEqual([status, expect.stringContaining(said)]);
  });

  test.each(['$(x)-size', "a';b-size", `${canaries.apiKey}-size`])(
    'a name with characters of a shell, or with the key in it, is never proposed: %s',
    async (name) => {
      const { size, ...unsized } = aProduct;
      const { env } = await startDeployment({ products: [{ ...unsized, [name]: size }] });
      const { of, stdout, stderr } = await deepCheck(env);
      expect(of('feed fields')).toMatchObject({ status: 'warning', set: null });
      expect(stdout + stderr).not.toContain(canaries.apiKey);
    },
  );

  it('a name that is right for listings is not changed for the feed', async () => {
    const { condition, ...rest } = aProduct;
    const { env } = await startDeployment({ products: [{ ...rest, item_condition: condition }] });
    const { of } = await deepCheck(env);
    expect(of('feed fields')).toMatchObject({ status: 'warning', set: null });
    expect(of('dialect').set).toBeNull();
  });
});

describe('refused credentials', () => {
  test.each([401, 403])('%i: the names that were sent are shown, and no value', async (status) => {
    const { env } = await startDeployment({ refusal: { status, error: `no ${canaries.apiKey}` } });
    const { exitCode, stdout, stderr, of } = await deepCheck(env);
    expect([exitCode, of('headers').status]).toEqual([4, 'failed']);
    expect(of('headers').tried).toBe('X-Service-Client-Id and X-Service-Authentication-Key');
    expect(of('headers').found).toBe(`refused (${status}): no ***`);
    expect(of('headers').advice).toContain('dialect.header.clientId');
    expect(of('feed link').found).toBe('the service refuses the credentials');
    expect(stdout + stderr).not.toMatch(/canary-key/);
  });

  it('a refusal that names other headers: they are tried', async () => {
    const { env } = await startDeployment({
      refusal: {
        status: 401,
        error: 'Missing headers: X-Acme-Client-Id, X-Acme-Authentication-Key',
        unless: 'x-acme-client-id',
      },
    });
    const { of } = await deepCheck(env, '--apply');
    expect(of('headers').set).toEqual({
      'dialect.header.clientId': 'X-Acme-Client-Id',
      'dialect.header.authenticationKey': 'X-Acme-Authentication-Key',
    });
    expect((await resale('listings list --count', { env })).stdout).toBe('5\n');
  });

  it('a service that is not there: nothing further is tried', async () => {
    const { env } = await startDeployment();
    const screen = await resale(
      'profiles check --deep --json --base-url http://127.0.0.1:1 --max-retries 0',
      { env },
    );
    expect([screen.exitCode, JSON.parse(screen.stdout).checks]).toEqual([7, []]);
  });
});

describe('--apply', () => {
  it('without --deep: exit 2', async () => {
    const { env, asked } = await startDeployment();
    for (const flags of ['--apply', '--domain a.example']) {
      const screen = await resale(`profiles check ${flags}`, { env });
      expect([screen.exitCode, asked]).toEqual([2, []]);
      expect(errorOf(screen).message).toMatch(/goes only with --deep\.$/);
    }
  });

  test.each([
    ['without a profile', { RESALE_PROFILE: '' }, /needs a profile to write to/],
    ['with the sandbox', { RESALE_PROFILE: 'sandbox', RESALE_BASE_URL: '' }, /always there and can't be/],
    [
      'with another base URL than the profile has',
      { RESALE_BASE_URL: 'http://127.0.0.1:1' },
      /whose base URL is/,
    ],
  ])('%s: exit 2, and nothing is sent', async (_, more, message) => {
    const { env, url, asked } = await startDeployment();
    for (const command of ['profiles check --deep --apply', 'doctor --apply']) {
      const screen = await resale(command, { env: { ...env, RESALE_BASE_URL: url, ...more } });
      expect([screen.exitCode, asked]).toEqual([2, []]);
      expect(screen.stderr).toMatch(message);
    }
  });

  it('of a read-only and of a protected profile: its settings are ours to change', async () => {
    const { env, dialect } = await startDeployment({ pageSize: 'first' });
    await resale('profiles set live readOnly=true protected=true', { env });
    const { exitCode } = await deepCheck(env, '--apply');
    expect([exitCode, dialect()]).toEqual([0, { names: { 'query.pageSize': 'first' } }]);
  });

  it('the line that it would save is printed, too', async () => {
    const { env } = await startDeployment({ pageSize: 'page[size]' });
    expect((await deepCheck(env)).of('dialect').advice).toBe(
      "Set it with --apply, or: resale profiles set live 'dialect.query.pageSize=page[size]'",
    );
  });

  test.each([
    ['no profile', { RESALE_PROFILE: '' }],
    ['the sandbox', { RESALE_PROFILE: 'sandbox' }],
    ['a profile that has another base URL', { RESALE_PROFILE: 'other' }],
  ])('where %s is used, the line names none', async (_, more) => {
    const { env, url } = await startDeployment({ pageSize: 'first' });
    await resale('profiles add other --base-url https://other.example', { env });
    const { of } = await deepCheck({ ...env, RESALE_BASE_URL: url, ...more });
    expect(of('dialect').advice).toBe(
      'Set it in a profile for this service: resale profiles set NAME dialect.query.pageSize=first',
    );
  });
});

it('--dry-run prints the requests that are known beforehand', async () => {
  const { env, url, asked } = await startDeployment();
  const { stdout } = await resale('profiles check --deep --domain a.example -n', { env });
  expect(JSON.parse(stdout).map((request: { url: string }) => request.url.slice(url.length))).toEqual([
    '/v1/listings?limit=1',
    '/product-feed',
    '/v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=a.example',
  ]);
  expect(asked).toEqual([]);
});

it('doctor finds the same', async () => {
  const { env } = await startDeployment({ pageSize: 'first' });
  const { stdout, exitCode } = await resale('doctor --json --apply', { env });
  const findings = JSON.parse(stdout) as { check: string; set: object | null }[];
  expect([exitCode, findings.find(({ check }) => check === 'dialect')?.set]).toEqual([
    0,
    { 'dialect.query.pageSize': 'first' },
  ]);
  expect((await deepCheck(env)).statuses).toEqual(fits);
});
