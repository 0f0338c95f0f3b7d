import { onTestFinished } from 'vitest';
import { type Answer, startFeedHost } from './feed-host.ts';
import { json } from './service.ts';

/** A service of one listing whose inventory others change, too. */
export interface Stock {
  env: Record<string, string>;
  /** What is for sale now. */
  inventory: number;
  /** The bodies of the updates that came. */
  updates: unknown[];
}

/** Starts it. `beforeUpdate` plays the other clients: it may change the stock just before an update is checked. */
export const startStock = async (
  id: string,
  inventory: number,
  beforeUpdate: (stock: Stock) => void = () => {},
): Promise<Stock> => {
  const read: Answer = (response, request) =>
    json(200, { id, availableInventory: stock.inventory })(response, request);
  const update: Answer = (response, request) => {
    let text = '';
    request.on('data', (data) => {
      text += data;
    });
    request.on('end', () => {
      const body = JSON.parse(text);
      stock.updates.push(body);
      beforeUpdate(stock);
      if (body.action === 'SET_INVENTORY' && body.oldInventory !== stock.inventory)
        return json(409, { error: 'The inventory has changed.' })(response, request);
      stock.inventory =
        body.action === 'SET_INVENTORY' ? body.newInventory : stock.inventory + body.inventoryAdjustment;
      read(response, request);
    });
  };
  const host = await startFeedHost({
    [`/v1/listings/${id}`]: read,
    [`/v1/listings/${id}/inventory`]: update,
  });
  onTestFinished(host.close);
  const stock: Stock = {
    env: { RESALE_BASE_URL: host.url, RESALE_CLIENT_ID: 'client', RESALE_API_KEY: 'some-key' },
    inventory,
    updates: [],
  };
  return stock;
};
