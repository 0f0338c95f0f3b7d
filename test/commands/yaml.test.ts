import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hostileTexts } from '../support/hostile-texts.ts';
import { resale } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
    `api PUT /v1/listings/${id}/inventory --field newInventory:=3 --dry-run`,
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
