import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { hostileTexts } from '../support/hostile-texts.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { json, startBrokenList, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const listings = [
  { id: 'a', sku: '0123', externalIdentifier: 'no', description: 'one\ntwo\n' },
  { id: 'b', sku: '1.0', externalIdentifier: null, tags: [] },
];

const service = () =>
  startService({
    '/v1/listings': json(200, { listings, pageInfo: { hasNextPage: false } }),
  });

const screen = `- id: a
  sku: "0123"
  externalIdentifier: "no"
  description: |
    one
    two
- id: b
  sku: "1.0"
  externalIdentifier: null
  tags: []
...
`;

describe('-o yaml', () => {
  it('is one sequence, which an end mark closes', async () => {
    const { env } = await service();
    expect((await resale('listings list -o yaml', { env })).stdout).toBe(screen);
    expect(parse(screen)).toEqual(listings);
  });

  test.each([
    ['RESALE_OUTPUT', { RESALE_OUTPUT: 'yaml' }],
    ['RESALE_OUTPUT on a terminal', { RESALE_OUTPUT: 'yaml', COLUMNS: '80' }],
  ])('%s says the same', async (_, more) => {
    const { env } = await service();
    expect((await resale('listings list', { env: { ...env, ...more } })).stdout).toBe(screen);
  });

  it('a profile may prefer it on a terminal', async () => {
    const directory = temporaryFolder();
    const { env, url } = await service();
    const own = { ...env, RESALE_CONFIG_DIR: directory, RESALE_BASE_URL: '' };
    await resale(`profiles add live --base-url ${url} --default-output yaml`, { env: own });
    const line = 'listings list --profile live';
    expect((await resale(line, { env: own, terminal: 80 })).stdout).toBe(screen);
    expect((await resale(line, { env: own })).stdout).toMatch(/^\[/);
  });

  it('contradicts --json', async () => {
    const { exitCode, stderr } = await resale('listings list -o yaml --json');
    expect([exitCode, stderr.includes('--json contradicts --output yaml')]).toEqual([2, true]);
  });

  it('reports errors in sentences', async () => {
    const { env } = await sandboxed();
    const { exitCode, stderr } = await resale('shops lookup nowhere.example -o yaml', { env });
    expect([exitCode, stderr.split('\n')[0]]).toEqual([3, 'Error: No shop belongs to nowhere.example.']);
  });

  it('a list that fails midway has no end mark', async () => {
    const { env } = await startBrokenList();
    const { exitCode, stdout } = await resale('listings list -o yaml --max-retries 0', { env });
    expect([exitCode, stdout]).toEqual([7, '- id: a\n']);
  });

  it('keeps all digits of a product in the feed', async () => {
    const product = '{"productID":"1","price":0.1000000000000000055}';
    const host = await startService({ '/feed.json': (response) => response.end(`[${product}]`) });
    const directory = temporaryFolder();
    const service = await startService({ '/product-feed': json(200, { url: `${host.url}/feed.json` }) });
    const env = { ...service.env, RESALE_CACHE_DIR: directory };
    expect((await resale('feed fetch -o yaml', { env })).stdout).toBe(
      '- productID: "1"\n  price: 0.1000000000000000055\n...\n',
    );
    expect((await resale('feed fetch -o ndjson --fields price', { env })).stdout).toBe(
      '{"price":0.1000000000000000055}\n',
    );
  });
});

describe('hostile texts of the service', () => {
  const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
  // Half a character becomes one that stands for it.
  const texts = hostileTexts.filter((text) => !/\p{Cs}/u.test(text));
  const listing = {
    id,
    state: 'OPEN',
    availableInventory: 5,
    sku: 'a\u2028state: OPEN',
    metadata: Object.fromEntries(texts.map((text) => [text, text])),
  };
  const product = { productID: '1', title: 'a\u0085- productID: 2', more: [...texts, listing.metadata] };

  it.each([
    'listings list',
    'listings list --fields sku,metadata',
    `listings get ${id}`,
    `inventory set ${id} 3 --dry-run`,
    'api GET /v1/listings',
    'shops lookup a.example',
    'feed fetch',
  ])('%s reads the same in YAML as in JSON', async (line) => {
    const host = await startService({ '/feed.json': json(200, [product]) });
    const { env } = await startService({
      '/v1/listings': json(200, {
        listings: [listing, { ...listing, id: 'b' }],
        pageInfo: { hasNextPage: false },
      }),
      [`/v1/listings/${id}`]: json(200, listing),
      '/v1/shops': json(200, [{ id: 's', serviceShopName: 'x\u2029id: y', ...listing.metadata }]),
      '/product-feed': json(200, { url: `${host.url}/feed.json` }),
    });
    const own = { ...env, RESALE_CACHE_DIR: temporaryFolder() };
    const asJson = await resale(`${line} -o json`, { env: own });
    const asYaml = await resale(`${line} -o yaml`, { env: own });
    expect([asJson.stderr, asJson.exitCode, asYaml.exitCode]).toEqual(['', 0, 0]);
    for (const version of ['1.1', '1.2'] as const)
      expect(parse(asYaml.stdout, { version })).toEqual(JSON.parse(asJson.stdout));
  });
});
