import { inventoryOperation } from './inventory.ts';
import type { RowColumn } from './operation.ts';
import { integerIn } from './row-values.ts';

const listed = 'availableInventory';

const columns: readonly RowColumn[] = [
  { name: 'quantity', about: 'how many are to be for sale', example: '3', holds: 'number' },
  { name: 'expect', about: 'how many must be for sale now; may be empty', holds: 'number' },
  { name: 'before', about: 'what `listings list --before` showed', holds: 'number', insteadOf: 'expect' },
  { name: listed, about: 'as `listings list` shows it, and edited', holds: 'number', insteadOf: 'quantity' },
];

/**
 * Sets inventories: rows have a `quantity`, and optionally `expect`, which pins the old value. What `listings list` printed
 * has none: there, the edited `availableInventory` is the quantity, and `before` pins what the list showed.
 */
export const inventorySet = inventoryOperation({
  name: 'inventory set',
  // Two values for one listing are a mistake.
  mayRepeat: false,
  columns,
  reads: ({ columns: ofFile }) => {
    const isList = ofFile && !ofFile.includes('quantity') && ofFile.includes(listed);
    return (fields, faults) => {
      const isListed = isList ?? (fields.quantity === undefined && fields[listed] !== undefined);
      const name = isListed ? listed : 'quantity';
      const quantity = faults.take(name, integerIn(fields[name], { min: 0 }));
      const pin = ofFile?.includes('expect') || fields.before === undefined ? 'expect' : 'before';
      const expect =
        fields[pin] === undefined ? undefined : faults.take(pin, integerIn(fields[pin], { min: 0 }));
      const pinned = expect === undefined ? '' : ` where the inventory is still that of ${pin}`;
      return {
        expect,
        wanted: () => quantity ?? 0,
        filled: isListed ? [`quantity from availableInventory${pinned}`] : [],
      };
    };
  },
});
