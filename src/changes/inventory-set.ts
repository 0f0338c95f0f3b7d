import { inventoryOperation } from './inventory.ts';
import { integerIn } from './row-values.ts';

/** Sets inventories: rows have a `quantity`, and optionally `expect`, which pins the old value. */
export const inventorySet = inventoryOperation({
  name: 'inventory set',
  // Two values for one listing are a mistake.
  mayRepeat: false,
  columns: ['quantity', 'expect'],
  reads: () => (fields, faults) => {
    const quantity = faults.take('quantity', integerIn(fields.quantity, { min: 0 }));
    const expect =
      fields.expect === undefined ? undefined : faults.take('expect', integerIn(fields.expect, { min: 0 }));
    return { expect, wanted: () => quantity ?? 0 };
  },
});
