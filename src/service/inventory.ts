import * as z from 'zod/mini';
import { described } from './endpoint.ts';

const quantity = z.int().check(z.minimum(0));

const setInventory = z.strictObject({
  action: z.literal('SET_INVENTORY'),
  oldInventory: described(quantity, 'The inventory expected now; if it is different, nothing changes'),
  newInventory: described(quantity, 'The new inventory'),
});

const adjustInventory = z.strictObject({
  action: z.literal('ADJUST_INVENTORY'),
  inventoryAdjustment: described(z.int(), 'How many to add, negative to take away'),
});

/** A change of a listing's available inventory. One that leaves 0 closes the listing. */
export const inventoryUpdate = z.discriminatedUnion('action', [setInventory, adjustInventory]);
export type InventoryUpdate = z.infer<typeof inventoryUpdate>;

export const inventoryUpdated = z.looseObject({
  id: described(z.string(), 'Identifier of the listing'),
  availableInventory: described(z.int(), 'How many are for sale now'),
});
