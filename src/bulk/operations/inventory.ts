import { isIdentifier } from '../../service/identifier.ts';
import type { Row } from '../input/row.ts';
import { identifierText, wholeNumber } from '../input/values.ts';
import type { ListingName } from '../keys.ts';
import type { InventoryItem, Operation, OperationName, OperationOptions, ReadRow } from '../operation.ts';
import { Faults } from './fields.ts';

const names = ['id', 'externalIdentifier', 'sku'] as const;

/** Fields of a listing that say nothing about a change: so the list's own output can be used as it is. */
const remarks = ['state', 'condition', 'availableInventory'] as const;

/** Rows with `quantity`, and `expect` where the old value is pinned. */
export const setOperation = (options: OperationOptions): Operation =>
  inventoryOperation('inventory set', ['quantity', 'expect'], options, ({ fields }, faults) => {
    const quantity = faults.take('quantity', wholeNumber(fields.quantity, { min: 0 }));
    const expect =
      fields.expect === undefined ? undefined : faults.take('expect', wholeNumber(fields.expect, { min: 0 }));
    return { expect, wanted: () => quantity ?? 0 };
  });

/** Rows with `delta`. */
export const adjustOperation = (options: OperationOptions): Operation =>
  inventoryOperation('inventory adjust', ['delta'], options, ({ fields }, faults) => {
    const delta = faults.take('delta', wholeNumber(fields.delta)) ?? 0;
    return { wanted: (current) => current + delta, delta: options.direct && delta !== 0 ? delta : undefined };
  });

/** Rows that name a listing, and nothing else. */
export const closeOperation = (options: OperationOptions): Operation =>
  inventoryOperation('listings close', [], options, () => ({ wanted: () => 0 }));

/** Rows of a kept plan, which pin the value that they start from. */
export const plannedOperation =
  (name: OperationName) =>
  (options: OperationOptions): Operation =>
    inventoryOperation(name, ['line', 'from', 'to'], options, ({ fields }, faults) => {
      const from = faults.take('from', wholeNumber(fields.from, { min: 0 }));
      const to = faults.take('to', wholeNumber(fields.to, { min: 0 }));
      return { expect: from, wanted: () => to ?? 0 };
    });

const inventoryOperation = (
  name: OperationName,
  own: readonly string[],
  { ignoreExtra }: OperationOptions,
  readOwn: (row: Row, faults: Faults) => Omit<InventoryItem, 'kind' | 'name' | 'otherNames'>,
): Operation => {
  const columns = [...names, ...own, ...remarks];
  return {
    name,
    columns,
    read(row): ReadRow {
      const faults = new Faults();
      faults.unknownFields(row, columns, ignoreExtra);
      const [listing, ...otherNames] = namesIn(row, faults);
      const rest = readOwn(row, faults);
      return listing === undefined || faults.said.length > 0
        ? { faults: faults.said }
        : { item: { kind: 'inventory', name: listing, otherNames, ...rest } };
    },
  };
};

/** What a row calls its listing: by id where it has one, else by the external identifier, else by SKU; then its other names. */
const namesIn = ({ fields }: Row, faults: Faults): ListingName[] => {
  const [by, ...others] = names.filter((name) => fields[name] != null && fields[name] !== '');
  if (by === undefined) {
    faults.said.push(`names no listing: it needs ${names.join(', ')}, one of them`);
    return [];
  }
  const value = faults.take(by, identifierText(fields[by]));
  if (by === 'id' && value !== undefined && !isIdentifier(value))
    faults.said.push(`id must be a UUID, not ${JSON.stringify(value)}`);
  if (value === undefined) return [];
  return [{ by, value }, ...others.map((other) => ({ by: other, value: String(fields[other]) }))];
};
