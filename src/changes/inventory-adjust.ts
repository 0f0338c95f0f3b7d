import { inventoryOperation } from './inventory.ts';
import { integerIn } from './row-values.ts';

/** Rows have a `delta`. With `direct`, it is sent as one ADJUST request; otherwise the inventory is read and replaced. */
export const inventoryAdjust = inventoryOperation({
  name: 'inventory adjust',
  mayRepeat: true,
  isDelta: true,
  columns: [{ name: 'delta', about: 'how many more are for sale; fewer: -2', example: '2', holds: 'number' }],
  reads:
    ({ direct }) =>
    (fields, faults) => {
      const delta = faults.take('delta', integerIn(fields.delta, { mayHavePlus: true })) ?? 0;
      return { wanted: (current) => current + delta, delta, direct };
    },
});
