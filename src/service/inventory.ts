import { z } from 'zod';

const quantity = z.int().min(0);

const setInventory = z.looseObject({
  action: z.literal('SET_INVENTORY'),
  oldInventory: quantity.describe('The inventory expected now; where it is another one, nothing changes'),
  newInventory: quantity.describe('The inventory wanted'),
});

const adjustInventory = z.looseObject({
  action: z.literal('ADJUST_INVENTORY'),
  inventoryAdjustment: z.int().describe('How many to add, negative to take away'),
});

/** A change of a listing's available inventory. One that leaves 0 closes the listing. */
export const inventoryUpdate = z.discriminatedUnion('action', [setInventory, adjustInventory]);
export type InventoryUpdate = z.infer<typeof inventoryUpdate>;

/** What the inventory is after a change. */
export const inventoryUpdated = z.looseObject({
  id: z.string().describe('Identifier of the listing'),
  availableInventory: z.int().describe('How many are for sale now'),
});
export type InventoryUpdated = z.infer<typeof inventoryUpdated>;
