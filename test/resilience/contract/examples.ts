import type { Endpoint } from '../../../src/service/endpoint.ts';
import { endpoints } from '../../../src/service/endpoints.ts';
import { type Asked, ask, type Subject } from './subject.ts';

/** A request as the contract wants it. */
export interface Example {
  endpoint: Endpoint;
  path: string;
  query?: Record<string, string>;
  body?: object;
}

const images = [{ url: 'https://images.example/1.jpg', notes: 'front' }];

/** At least one right request of every endpoint. */
export const examplesFor = async (subject: Subject): Promise<Example[]> => {
  const { body } = await ask(subject, { method: 'GET', path: '/v1/listings?limit=1&state=OPEN' });
  const { listings } = body as { listings: { id: string; availableInventory: number }[] };
  const { id = '', availableInventory = 0 } = listings[0] ?? {};
  const create = (more: object) => ({
    endpoint: endpoints.createListing,
    path: '/v1/listings',
    body: { shopId: subject.shopId, condition: 'GOOD', images, ...more },
  });
  return [
    create({
      productDataSourceType: 'COMMERCE_SKU',
      productIdentifier: subject.sku,
      externalIdentifier: 'contract-1',
      description: 'A coat',
      metadata: { place: 'A7', shelf: 3 },
      originalPrice: 9_999_999,
      commercePlatformDomain: subject.domain,
    }),
    create({
      productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
      manualProductOptions: { title: 'Coat', categories: ['Coats'], size: 'M' },
      originalPrice: 1,
    }),
    { endpoint: endpoints.listListings, path: '/v1/listings', query: { limit: '200', state: 'OPEN' } },
    { endpoint: endpoints.getListing, path: `/v1/listings/${id}` },
    {
      endpoint: endpoints.updateInventory,
      path: `/v1/listings/${id}/inventory`,
      body: {
        action: 'SET_INVENTORY',
        oldInventory: availableInventory,
        newInventory: availableInventory + 1,
      },
    },
    {
      endpoint: endpoints.updateInventory,
      path: `/v1/listings/${id}/inventory`,
      body: { action: 'ADJUST_INVENTORY', inventoryAdjustment: -1 },
    },
    {
      endpoint: endpoints.gradeItems,
      path: '/v1/items/grade',
      body: { items: [{ id, condition: 'GOOD', notes: 'worn', images }] },
    },
    {
      endpoint: endpoints.getShops,
      path: '/v1/shops',
      query: { shopIdentifierType: 'COMMERCE_DOMAIN', shopIdentifier: subject.domain },
    },
    { endpoint: endpoints.getFeedLink, path: '/product-feed' },
  ];
};

/** The request of an example, with another query or body where one is given. */
export const askedBy = ({ endpoint, path, query, body }: Example): Asked => ({
  method: endpoint.method,
  path: query === undefined ? path : `${path}?${new URLSearchParams(query)}`,
  body,
});

/** `PUT /v1/listings/{id}/inventory` */
export const lineOf = ({ endpoint }: Example): string => `${endpoint.method} ${endpoint.path}`;
