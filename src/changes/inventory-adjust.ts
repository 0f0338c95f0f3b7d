import { inventoryOperation } from './inventory.ts';
import { wholeNumber } from './row-values.ts';

/** Adds to inventories: rows have a `delta`. Each inventory is read and replaced; with `direct`, one request adds to it unread. */
export const inventoryAdjust = inventoryOperation({
  name: 'inventory adjust',
  mayRepeat: true,
  columns: ['delta'],
  reads:
    ({ direct }) =>
    (fields, faults) => {
      const delta = faults.take('delta', wholeNumber(fields.delta)) ?? 0;
      return { wanted: (current) => current + delta, delta: direct && delta !== 0 ? delta : undefined };
    },
});
