import { inventoryOperation } from './inventory.ts';

/** Closes listings by setting their inventory to 0: rows only name a listing. */
export const listingsClose = inventoryOperation({
  name: 'listings close',
  mayRepeat: true,
  columns: [],
  reads: () => () => ({ wanted: () => 0, always: true }),
});
