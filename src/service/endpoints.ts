import * as z from 'zod/mini';
import { feedLinkRequestsPerMinute } from './constants.ts';
import { described, type Endpoint } from './endpoint.ts';
import { graded, grading } from './grading.ts';
import {
  identifierSchema,
  inventoryUpdate,
  inventoryUpdated,
  listing,
  listingCreated,
  listingCreation,
  listingsPage,
  listingsQuery,
} from './listing-schemas.ts';
import { feedLink } from './product.ts';
import { shops, shopsQuery } from './shop-lookup.ts';

const oneListing = z.object({ id: described(identifierSchema, 'Identifier of the listing') });

/** The whole service: every call, with its input and its answer. */
export const endpoints = {
  createListing: {
    method: 'POST',
    path: '/v1/listings',
    summary: 'Create a listing',
    effect: 'change',
    body: listingCreation,
    bodyNames: 'creation',
    openNames: { 'field.itemBrand': 'brand' },
    answer: listingCreated,
    errors: [400, 403, 404, 500],
  },
  listListings: {
    method: 'GET',
    path: '/v1/listings',
    summary: 'List listings, page by page',
    effect: 'read',
    query: listingsQuery,
    openNames: { 'query.state': 'state', 'query.pageSize': 'pageSize' },
    answer: listingsPage,
    errors: [400, 403, 500],
  },
  getListing: {
    method: 'GET',
    path: '/v1/listings/{id}',
    summary: 'Get a listing',
    effect: 'read',
    params: oneListing,
    answer: listing,
    errors: [400, 403, 404, 500],
  },
  updateInventory: {
    method: 'PUT',
    path: '/v1/listings/{id}/inventory',
    summary: "Set or adjust a listing's available inventory",
    effect: 'change',
    params: oneListing,
    body: inventoryUpdate,
    answer: inventoryUpdated,
    errors: [400, 403, 404, 409, 500],
  },
  gradeItems: {
    method: 'POST',
    path: '/v1/items/grade',
    summary: 'Grade the returned items of one shipment',
    effect: 'change',
    body: grading,
    answer: graded,
    errors: [400, 403, 500],
  },
  getShops: {
    method: 'GET',
    path: '/v1/shops',
    summary: 'Look up shops by the domain of their store',
    effect: 'read',
    query: shopsQuery,
    openNames: { 'query.shopIdentifier': 'shopIdentifier' },
    answer: shops,
    errors: [400, 403, 404, 500],
  },
  getFeedLink: {
    method: 'GET',
    path: '/product-feed',
    summary: 'Get the link to the newest product feed',
    effect: 'read',
    answer: feedLink,
    errors: [400, 403, 404, 429, 500],
    requestsPerMinute: feedLinkRequestsPerMinute,
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The endpoint of a request, by its method and its path after the base URL; undefined if there is none. */
export const endpointAt = (method: string, path: string): Endpoint | undefined => {
  const words = wordsOf(path);
  return Object.values<Endpoint>(endpoints).find((endpoint) => {
    const own = wordsOf(endpoint.path);
    const isSame = (word: string, index: number) => word.startsWith('{') || word === words[index];
    return endpoint.method === method && own.length === words.length && own.every(isSame);
  });
};

/** The words of a path. Servers ignore superfluous slashes, and escapes. */
const wordsOf = (path: string): string[] =>
  path
    .replace(/[?#].*$/s, '')
    .replace(/%[0-7][0-9a-f]/gi, decodeURIComponent)
    .split('/')
    .filter((word) => word !== '');
