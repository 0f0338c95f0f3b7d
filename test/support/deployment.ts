import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { type Answer, startFeedHost } from './feed-host.ts';
import { resale } from './resale.ts';
import { canaryKeys, json } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const listingNumber = (number: number, state: string = number % 2 ? 'OPEN' : 'CLOSED') => ({
  id: `7d0f5a32-8c1e-4b8e-9a57-${String(number).padStart(12, '0')}`,
  state,
  condition: 'GOOD',
  sku: `SKU-${number}`,
  availableInventory: 1,
  externalIdentifier: null,
});

export const aProduct = {
  productID: 'P1',
  productURL: 'https://store.example/p/1',
  productTitle: 'Coat',
  productDescription: 'Warm',
  size: 'M',
  image: 'https://store.example/1.jpg',
  price: 12.5,
  brand: 'B',
  productStock: 1,
  productAvailable: true,
  condition: 'GOOD',
};

const aShop = {
  serviceShopName: 'S',
  countryCodes: ['DE'],
  url: 'https://shop.example',
  serviceId: 's',
  styles: null,
};

/** A deployment on loopback with this feed, the profile `live` that reaches it, and the requests that came. */
export const startDeployment = async (feed: Answer = json(200, [aProduct])) => {
  const listings = [1, 2, 3, 4, 5].map((number) => listingNumber(number));
  const asked: string[] = [];
  const fileHeaders: object[] = [];
  const counted =
    (answer: (query: URLSearchParams) => Answer): Answer =>
    (response, request) => {
      const url = new URL(request.url ?? '', 'http://here');
      asked.push(`${url.pathname}${url.search}`);
      return answer(url.searchParams)(response, request);
    };
  const host = await startFeedHost({
    '/v1/listings': counted((query) => {
      const size = Number(query.get('limit') ?? 50);
      const hasNextPage = listings.length > size;
      return json(200, {
        listings: listings.slice(0, size),
        pageInfo: { hasNextPage, endCursor: hasNextPage ? String(size) : null },
      });
    }),
    ...Object.fromEntries(
      listings.map((one): [string, Answer] => [`/v1/listings/${one.id}`, counted(() => json(200, one))]),
    ),
    '/v1/shops': counted((query) =>
      json(200, query.get('shopIdentifier') === 'store.example' ? [aShop] : []),
    ),
    '/product-feed': counted(() => json(200, { url: `${host.url}/file?signature=canary`, version: 1 })),
    '/file': (response, request) => {
      asked.push('the file');
      fileHeaders.push(request.headers);
      feed(response, request);
    },
  });
  onTestFinished(host.close);
  const directory = temporaryFolder();
  const config = join(directory, 'config.json');
  const profiles = { live: { baseUrl: host.url } };
  writeFileSync(config, JSON.stringify({ version: 1, profiles }), { mode: 0o600 });
  const env = {
    RESALE_CONFIG_DIR: directory,
    RESALE_PROFILE: 'live',
    RESALE_CACHE_DIR: join(directory, 'cache'),
    ...canaryKeys,
  };
  return { env, asked, fileHeaders };
};

export const gzipped =
  (products: readonly object[]): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(JSON.stringify(products)));

interface Found {
  check: string;
  status: string;
  found: string;
  advice: string | null;
}

/** What is found where everything is as documented. */
export const fits = {
  'listing fields': 'ok',
  'page size': 'ok',
  'feed link': 'ok',
  'feed fields': 'ok',
  'shop lookup': 'ok',
  'shop fields': 'ok',
  dialect: 'ok',
};

export const examined = async (env: Record<string, string>, flags = '') => {
  const screen = await resale(`doctor --json ${flags}`, { env: { HOME: temporaryFolder(), ...env } });
  const findings = JSON.parse(screen.stdout) as Found[];
  const of = (check: string) => findings.find((finding) => finding.check === check) as Found;
  return {
    ...screen,
    statuses: Object.fromEntries(findings.map(({ check, status }) => [check, status])),
    found: (check: string) => of(check).found,
    advice: (check: string) => of(check).advice,
  };
};
