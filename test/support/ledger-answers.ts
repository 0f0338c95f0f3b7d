import type { ServerResponse } from 'node:http';
import type { ChangeBody, KeptListing, Ledger, Said, Subject } from './ledger.ts';

/** The graded items, the listing, or the external identifier of a new one. */
export const subjectsOf = ({ pathname }: URL, body: ChangeBody): Subject[] => {
  const [, listing] = /^\/v1\/listings\/([^/]+)\/inventory$/.exec(pathname) ?? [];
  return body.items?.map(({ id }) => id) ?? [listing ?? body.externalIdentifier ?? ''];
};

/** A listing, or a page of all; undefined for other paths. */
export const readFrom = ({ listings }: Ledger, { pathname, searchParams }: URL): Said | undefined => {
  const [, id] = /^\/v1\/listings\/([^/]+)$/.exec(pathname) ?? [];
  const listing = listings.get(id ?? '');
  if (listing) return { status: 200, body: shown(listing) };
  if (id !== undefined) return { status: 404, body: { error: 'no such listing' } };
  if (pathname !== '/v1/listings') return undefined;
  const from = Number(searchParams.get('after') ?? 0);
  const to = from + Number(searchParams.get('limit') ?? 50);
  const state = searchParams.get('state');
  const wanted = [...listings.values()].map(shown).filter((one) => state === null || one.state === state);
  const pageInfo = { hasNextPage: to < wanted.length, endCursor: String(to) };
  return { status: 200, body: { listings: wanted.slice(from, to), pageInfo } };
};

const shown = ({ id, externalIdentifier, sku, inventory, isClosed }: KeptListing) => ({
  id,
  state: isClosed ? 'CLOSED' : 'OPEN',
  condition: 'GOOD',
  sku,
  availableInventory: inventory,
  externalIdentifier,
});

export const send = (response: ServerResponse, { status, body }: Said): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

/** Asks to come back so many seconds later. */
export const busy = (response: ServerResponse, seconds: number): void => {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds) });
  response.end(JSON.stringify({ error: 'too many requests' }));
};

/** The answer of a gateway that has lost the service. */
export const sendPage = (response: ServerResponse): void => {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<h1>Bad gateway</h1>');
};

export const truncate = (response: ServerResponse, { status, body }: Said): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
};
