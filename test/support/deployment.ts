import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { DialectSettings } from '../../src/service/dialect.ts';
import { type Answer, startFeedHost } from './feed-host.ts';
import { type Circumstances, resale } from './resale.ts';
import { canaryKeys, json } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** How a small deployment differs from the documented service. */
export interface Oddities {
  listings?: readonly Readonly<Record<string, unknown>>[];
  /** Other names of parameters; null for one that has no effect under any name. */
  pageSize?: string | null;
  state?: string | null;
  shopIdentifier?: string | null;
  strict?: boolean;
  /** Refuses requests without these headers. */
  refusal?: { status: number; error: string; unless?: string };
  single?: (id: string) => object;
  list?: (answer: { listings: unknown; pageInfo: object }) => object;
  shop?: object;
  shopsRefused?: number;
  /** Whether a store that nobody has is answered with 404. */
  noShop?: 404;
  products?: readonly object[];
  link?: (url: string) => object | number;
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

export const aShop = {
  serviceShopName: 'S',
  countryCodes: ['DE'],
  url: 'https://shop.example',
  serviceId: 's',
  styles: null,
};

/** A deployment on loopback, the profile `live` that reaches it, and the requests that came. */
export const startDeployment = async (odd: Oddities = {}, dialect?: DialectSettings) => {
  const { listings = [1, 2, 3, 4, 5].map((number) => listingNumber(number)), products = [aProduct] } = odd;
  const asked: string[] = [];
  const fileHeaders: object[] = [];
  const named = (parameter: 'pageSize' | 'state' | 'shopIdentifier', usual: string) =>
    odd[parameter] === undefined ? usual : odd[parameter];
  const names = {
    pageSize: named('pageSize', 'limit'),
    state: named('state', 'state'),
    after: 'after',
    shop: named('shopIdentifier', 'shopIdentifier'),
  };
  const guarded =
    (known: readonly (string | null)[], answer: (query: URLSearchParams, url: URL) => Answer): Answer =>
    (response, request) => {
      const url = new URL(request.url ?? '', 'http://here');
      asked.push(`${url.pathname}${url.search}`);
      const { refusal } = odd;
      if (refusal && !(refusal.unless && request.headers[refusal.unless.toLowerCase()]))
        return json(refusal.status, { error: refusal.error })(response, request);
      const strange = odd.strict
        ? [...url.searchParams.keys()].find((name) => !known.includes(name))
        : undefined;
      if (strange) return json(400, { error: `Unknown parameter: ${strange}` })(response, request);
      return answer(url.searchParams, url)(response, request);
    };
  const get = (query: URLSearchParams, name: string | null) =>
    (name === null ? undefined : query.get(name)) ?? undefined;

  const host = await startFeedHost({
    '/v1/listings': guarded([names.pageSize, names.state, names.after], (query) => {
      const state = get(query, names.state);
      const size = Number(get(query, names.pageSize) ?? 50);
      const from = Number(get(query, names.after) ?? 0);
      const fitting = listings.filter((one) => state === undefined || one.state === state);
      const hasNextPage = fitting.length > from + size;
      const answer = {
        listings: fitting.slice(from, from + size),
        pageInfo: { hasNextPage, endCursor: hasNextPage ? String(from + size) : null },
      };
      return json(200, odd.list?.(answer) ?? answer);
    }),
    ...Object.fromEntries(
      listings.map((one): [string, Answer] => [
        `/v1/listings/${one.id}`,
        guarded([], () => json(200, odd.single?.(String(one.id)) ?? one)),
      ]),
    ),
    '/v1/shops': guarded(['shopIdentifierType', names.shop], (query) => {
      if (odd.shopsRefused) return json(odd.shopsRefused, { error: 'not for you' });
      const value = get(query, names.shop);
      if (names.shop === null) return json(200, [odd.shop ?? aShop]);
      if (value === undefined) return json(400, { error: 'An identifier is missing' });
      if (value === 'store.example') return json(200, [odd.shop ?? aShop]);
      return odd.noShop ? json(404, { error: 'no such shop' }) : json(200, []);
    }),
    '/product-feed': guarded([], () => {
      const url = `${host.url}/file?signature=canary`;
      const said = odd.link?.(url) ?? { url, version: 1 };
      return typeof said === 'number' ? json(said, { error: 'no feed here' }) : json(200, said);
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
  const profile = { baseUrl: host.url, ...(dialect ? { dialect } : {}) };
  writeFileSync(config, JSON.stringify({ version: 1, profiles: { live: profile } }), { mode: 0o600 });
  const env = {
    RESALE_CONFIG_DIR: directory,
    RESALE_PROFILE: 'live',
    RESALE_CACHE_DIR: join(directory, 'cache'),
    ...canaryKeys,
  };
  return {
    url: host.url,
    env,
    asked,
    fileHeaders,
    dialect: () =>
      JSON.parse(readFileSync(config, 'utf8')).profiles.live.dialect as DialectSettings | undefined,
  };
};

export const gzipped =
  (products: readonly object[]): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(JSON.stringify(products)));

interface Found {
  check: string;
  status: string;
  tried: string | null;
  found: string;
  advice: string | null;
  set: Record<string, string> | null;
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

export const examined = async (env: Record<string, string>, flags = '', more: Circumstances = {}) => {
  const screen = await resale(`doctor --json ${flags}`, {
    env: { HOME: temporaryFolder(), ...env },
    ...more,
  });
  const findings = JSON.parse(screen.stdout) as Found[];
  const of = (check: string) => findings.find((finding) => finding.check === check) as Found;
  return {
    ...screen,
    of,
    statuses: Object.fromEntries(findings.map(({ check, status }) => [check, status])),
    found: (check: string) => of(check).found,
    advice: (check: string) => of(check).advice,
  };
};
