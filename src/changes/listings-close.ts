import { inventoryOperation } from './inventory.ts';

/** Takes everything of a listing off sale, which closes it: rows name a listing, and nothing else. */
export const listingsClose = inventoryOperation({
  name: 'listings close',
  mayRepeat: true,
  columns: [],
  reads: () => () => ({ wanted: () => 0 }),
});
