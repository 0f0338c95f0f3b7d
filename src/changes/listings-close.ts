import { inventoryOperation } from './inventory.ts';

/** Rows only name a listing, whose inventory becomes 0. */
export const listingsClose = inventoryOperation({
  name: 'listings close',
  mayRepeat: true,
  columns: [],
  reads: () => () => ({ wanted: () => 0, always: true }),
});
