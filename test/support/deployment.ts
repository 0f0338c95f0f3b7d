import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { type Answer, startFeedHost } from './feed-host.ts';
import { resale } from './resale.ts';
import { canaryKeys, json } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** How a small deployment differs from the documented service. */
export interface Oddities {
  listings?: readonly Readonly<Record<string, unknown>>[];
  /** Another name of the parameter. */
  pageSize?: string;
  strict?: boolean;
  refusal?: { status: number; error: string };
  list?: (answer: { listings: unknown; pageInfo: object }) => object;
  products?: readonly object[];
  link?: (url: string) => object;
  file?: Answer;
}

export const listingNumber = (number: number, state: string = number % 2 ? 'OPEN' : 'CLOSED') => ({
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

/** A deployment on loopback, the profile `live` that reaches it, and the requests that came. */
export const startDeployment = async (odd: Oddities = {}) => {
  const {
    listings = [1, 2, 3, 4, 5].map((number) => listingNumber(number)),
    products = [aProduct],
    pageSize = 'limit',
  } = odd;
  const asked: string[] = [];
  const fileHeaders: object[] = [];
  const guarded =
    (known: readonly string[], answer: (query: URLSearchParams, url: URL) => Answer): Answer =>
    (response, request) => {
      const url = new URL(request.url ?? '', 'http://here');
      asked.push(`${url.pathname}${url.search}`);
      const { refusal } = odd;
      if (refusal) return json(refusal.status, { error: refusal.error })(response, request);
      const strange = odd.strict
        ? [...url.searchParams.keys()].find((name) => !known.includes(name))
        : undefined;
      if (strange) return json(400, { error: `Unknown parameter: ${strange}` })(response, request);
      return answer(url.searchParams, url)(response, request);
    };
  const host = await startFeedHost({
    '/v1/listings': guarded([pageSize], (query) => {
      const size = Number(query.get(pageSize) ?? 50);
      const hasNextPage = listings.length > size;
      const answer = {
        listings: listings.slice(0, size),
        pageInfo: { hasNextPage, endCursor: hasNextPage ? String(size) : null },
      };
      return json(200, odd.list?.(answer) ?? answer);
    }),
    ...Object.fromEntries(
      listings.map((one): [string, Answer] => [`/v1/listings/${one.id}`, guarded([], () => json(200, one))]),
    ),
    '/v1/shops': guarded(['shopIdentifierType', 'shopIdentifier'], (query) =>
      json(200, query.get('shopIdentifier') === 'store.example' ? [aShop] : []),
    ),
    '/product-feed': guarded([], () => {
      const url = `${host.url}/file?signature=canary`;
      return json(200, odd.link?.(url) ?? { url, version: 1 });
    }),
    '/file': (response, request) => {
      asked.push('the file');
      fileHeaders.push(request.headers);
      (odd.file ?? json(200, products))(response, request);
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
  'single listing': 'ok',
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
