import type { ChangeBody, Ledger, Said, Subject } from '../support/ledger.ts';
import { shown } from '../support/ledger-answers.ts';
import type { WireRequest } from './requests.ts';

/** What a change asks for: nothing that the service knows, where its body is no object. */
export const changeIn = ({ body }: WireRequest): ChangeBody => {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  return typeof value === 'object' && value !== null ? (value as ChangeBody) : {};
};

/** What a change is about: the graded items, the listing, or the external identifier of a new one. */
export const subjectsOf = ({ url }: WireRequest, body: ChangeBody): Subject[] => {
  const [, listing] = /^\/v1\/listings\/([^/]+)\/inventory$/.exec(url.pathname) ?? [];
  return body.items?.map(({ id }) => id) ?? [listing ?? body.externalIdentifier ?? ''];
};

/** What the service answers to a read. */
export const read = ({ url }: WireRequest, ledger: Ledger, feedLink: string): Said => {
  const [, id] = /^\/v1\/listings\/([^/]+)$/.exec(url.pathname) ?? [];
  if (id !== undefined) {
    const listing = ledger.listings.get(id);
    return listing ? ok(shown(listing)) : { status: 404, body: { error: 'no such listing' } };
  }
  if (url.pathname === '/v1/listings') return ok(pageOf(url, ledger));
  if (url.pathname === '/v1/shops') return ok([shop]);
  if (url.pathname === '/product-feed') return ok({ url: feedLink, version: 1 });
  return { status: 404, body: { error: 'no such path' } };
};

/** What would be answered to a change that is not applied. */
export const pretended = (subject: Subject, body: ChangeBody, ledger: Ledger): Said => {
  if (body.items) return ok({ items: body.items });
  const { action, newInventory = 0, inventoryAdjustment = 0 } = body;
  if (action === undefined) return ok({ id: subject, url: `shop.example/${subject}` });
  const inventory = ledger.listings.get(subject)?.inventory ?? 0;
  const availableInventory = action === 'SET_INVENTORY' ? newInventory : inventory + inventoryAdjustment;
  return ok({ id: subject, availableInventory });
};

const ok = (body: unknown): Said => ({ status: 200, body });

const pageOf = ({ searchParams }: URL, ledger: Ledger) => {
  const from = Number(searchParams.get('after') ?? 0);
  const to = from + Number(searchParams.get('limit') ?? 50);
  const all = [...ledger.listings.values()];
  return {
    listings: all.slice(from, to).map(shown),
    pageInfo: { hasNextPage: to < all.length, endCursor: String(to) },
  };
};

const shop = {
  serviceShopName: 'Second Meadow',
  countryCodes: ['DE'],
  url: 'https://second-meadow.example',
  serviceId: 'shop-second-meadow',
  styles: { primaryButtonBackgroundColor: '#224422' },
};
