import type { ChangeBody, Ledger, Said, Subject } from '../../support/ledger.ts';
import { readFrom } from '../../support/ledger-answers.ts';
import type { WireRequest } from './requests.ts';

/** What a change asks for: nothing that the service knows, where its body is no object. */
export const changeIn = ({ body }: WireRequest): ChangeBody => {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  return typeof value === 'object' && value !== null ? (value as ChangeBody) : {};
};

/** What the service answers to a read. */
export const read = ({ url }: WireRequest, ledger: Ledger, feedLink: string): Said => {
  if (url.pathname === '/v1/shops')
    return ok(url.searchParams.get('shopIdentifier')?.endsWith('.invalid') ? [] : [shop]);
  if (url.pathname === '/product-feed') return ok({ url: feedLink, version: 1 });
  return readFrom(ledger, url) ?? { status: 404, body: { error: 'no such path' } };
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

const shop = {
  serviceShopName: 'Second Meadow',
  countryCodes: ['DE'],
  url: 'https://second-meadow.example',
  serviceId: 'shop-second-meadow',
  styles: { primaryButtonBackgroundColor: '#224422' },
};
