import { isIdentifier } from '../service/identifier.ts';
import { constantOf, isFault } from '../service/typed-values.ts';
import { InventoryItem } from './inventory-item.ts';
import { AddToInventory, ReplaceInventory } from './inventory-steps.ts';
import { type Guard, type ListingName, wholeNameIn } from './listing-name.ts';
import type {
  Fields,
  FieldsToPlan,
  FilledField,
  Operation,
  ReadingOptions,
  RowColumn,
  RowReader,
} from './operation.ts';
import { identifierText, integerIn, RowFaults } from './row-values.ts';
import type { Intent, Unconfirmed } from './step.ts';

const names = ['id', 'listing', 'externalIdentifier', 'sku'] as const;

const nameColumns: readonly RowColumn[] = [
  {
    name: 'id',
    about: 'UUID of the listing; may be empty if another column names it',
    listed: 'by the service',
  },
  {
    name: 'externalIdentifier',
    about: 'your own identifier of the listing',
    flag: 'external-id',
    listed: 'escaped',
    alsoCalled: ['reference', 'identifier', 'item'],
  },
  { name: 'sku', about: 'SKU of the listing', listed: 'escaped', alsoCalled: ['article'] },
  { name: 'listing', about: 'any identifier of it, whole: id, your own, or SKU' },
];

/** What else must be true of the listing. `listings list` prints these columns, too. */
const guardColumns: readonly RowColumn[] = [
  { name: 'state', about: 'open or closed: the state that it must have; may be empty' },
  { name: 'condition', about: 'the condition that it must have, such as good; may be empty' },
];

/** A column that is ignored: `listings list` prints it, so that its output can be used as input. */
const remarks: readonly RowColumn[] = [{ name: 'availableInventory', about: 'ignored', holds: 'remark' }];

type Reads = (
  fields: Fields,
  faults: RowFaults,
) => ConstructorParameters<typeof InventoryItem>[2] & {
  wanted: InventoryItem['wanted'];
  filled?: FilledField | undefined;
};

interface InventoryOperation {
  name: string;
  mayRepeat: boolean;
  /** Rows add to the inventory. */
  isDelta?: boolean;
  columns: readonly RowColumn[];
  reads(options: ReadingOptions): Reads;
}

const inventoryOperation = ({
  name,
  mayRepeat,
  isDelta = false,
  columns,
  reads,
}: InventoryOperation): Operation => ({
  name,
  columns: [...nameColumns, ...guardColumns, ...columns],
  rows: (options) => reader(columns, options, reads(options)),
  itemsOfPlan: () => planned,
  listing: 'must be there',
  mayRepeat,
  recover: (intent, wasRefused = false) => recover(intent, isDelta, wasRefused),
  changesInventory: true,
  isDelta,
  answers: ['stateBefore'],
});

const planned = (fields: FieldsToPlan): InventoryItem => {
  const { id = '', from, to = 0, delta, direct, pinned, guard } = fields;
  const expect = pinned ? from : fields.expect;
  return new InventoryItem(
    [{ by: 'id', value: id }],
    (current) => (delta === undefined ? to : current + delta),
    { delta, direct, pinned, expect },
    guard,
  );
};

const reader = (
  own: readonly RowColumn[],
  { ignoreExtra = false }: ReadingOptions,
  reads: Reads,
): RowReader => {
  const ignored = remarks.filter(({ name }) => own.every((column) => column.name !== name));
  const columns = [...nameColumns, ...guardColumns, ...own, ...ignored];
  return {
    columns,
    read(fields, _, called) {
      const faults = new RowFaults(called);
      faults.knownFields(fields, columns, ignoreExtra);
      const named = namesIn(fields, faults);
      const guard = guardIn(fields, faults);
      const { wanted, filled, ...rest } = reads(fields, faults);
      return faults.messages.length > 0
        ? { faults: faults.messages }
        : { item: new InventoryItem(named, wanted, rest, guard), filled };
    },
  };
};

const hasValue = (value: unknown): boolean => value != null && value !== '';

/** The id first if there is one, then any name, the external identifier, the SKU. */
const namesIn = (fields: Fields, faults: RowFaults): ListingName[] => {
  const [by, ...others] = names.filter((name) => hasValue(fields[name]));
  if (by === undefined) {
    faults.messages.push('no id, externalIdentifier, sku or listing is given');
    return [];
  }
  const value = faults.take(by, identifierText(fields[by]));
  if (by === 'id' && value !== undefined && !isIdentifier(value))
    faults.take('id', { fault: `must be a UUID, not '${value}'` });
  if (by === 'id' && others.includes('listing'))
    faults.messages.push('listing does not go with id: each names the listing');
  if (value === undefined) return [];
  const first = by === 'listing' ? wholeNameIn(value) : { by, value };
  return [first, ...others.map((other) => ({ by: other, value: String(fields[other]) }))];
};

/** Empty cells say nothing. */
const guardIn = (fields: Fields, faults: RowFaults): Guard =>
  Object.fromEntries(
    guardColumns.flatMap(({ name }) =>
      hasValue(fields[name]) ? [[name, faults.take(name, constantIn(fields[name]))]] : [],
    ),
  );

const constantIn = (value: unknown) => {
  const text = identifierText(value);
  return isFault(text) ? text : constantOf(text);
};

/** If the intent is incomplete, the outcome stays unknown. */
const recover = (
  { id, from, to, delta, isClosed }: Intent,
  isDelta: boolean,
  wasRefused: boolean,
): Unconfirmed => {
  if (id !== undefined && delta !== undefined) return new AddToInventory(id, delta, from, isClosed);
  if (id !== undefined && from !== undefined && to !== undefined)
    return new ReplaceInventory(id, from, to, isClosed, isDelta, undefined, wasRefused);
  return {
    id,
    before: from ?? null,
    clause: 'The change',
    noEvidence: 'the journal does not say what it was',
  };
};

/** No shop has so many of one thing: a code was scanned in the wrong field. */
export const looksLikeBarCode = (quantity: number): boolean => quantity >= 10_000_000;

const listed = 'availableInventory';

const setColumns: readonly RowColumn[] = [
  {
    name: 'quantity',
    about: 'the new inventory',
    holds: 'number',
    alsoCalled: ['qty', 'stock', 'count', 'amount', 'inventory', 'available'],
  },
  { name: 'expect', about: 'the inventory that you expect now; may be empty', holds: 'number' },
  {
    name: 'before',
    about: 'the inventory that `listings list --before` showed',
    holds: 'number',
    insteadOf: 'expect',
  },
  {
    name: listed,
    about: 'the inventory as `listings list` shows it, edited',
    holds: 'number',
    insteadOf: 'quantity',
    listed: 'by the service',
  },
];

/**
 * Rows have a `quantity`, and `expect` to pin the old value. In a file from `listings list`, these are `availableInventory`
 * and `before`.
 */
export const inventorySet = inventoryOperation({
  name: 'inventory set',
  // Two values for one listing are a mistake.
  mayRepeat: false,
  columns: setColumns,
  reads: ({ columns: ofFile }) => {
    const isList = ofFile && !ofFile.includes('quantity') && ofFile.includes(listed);
    return (fields, faults) => {
      const isListed = isList ?? (fields.quantity === undefined && fields[listed] !== undefined);
      const name = isListed ? listed : 'quantity';
      const quantity = faults.take(name, integerIn(fields[name], { min: 0 }));
      const pin = ofFile?.includes('expect') || fields.before === undefined ? 'expect' : 'before';
      const expect =
        fields[pin] === undefined ? undefined : faults.take(pin, integerIn(fields[pin], { min: 0 }));
      return {
        expect,
        wanted: () => quantity ?? 0,
        isUnedited: isListed && (expect ?? quantity) === quantity,
        filled: isListed ? (expect === undefined ? 'unpinned' : 'quantity') : undefined,
      };
    };
  },
});

/** Rows have a `delta`. With `direct`, it is sent as one ADJUST request; otherwise the inventory is read and replaced. */
export const inventoryAdjust = inventoryOperation({
  name: 'inventory adjust',
  mayRepeat: true,
  isDelta: true,
  columns: [
    {
      name: 'delta',
      about: 'how many to add, or to take away with a minus',
      holds: 'number',
      alsoCalled: ['change', 'difference', 'adjustment'],
    },
  ],
  reads:
    ({ direct }) =>
    (fields, faults) => {
      const delta = faults.take('delta', integerIn(fields.delta, { mayHavePlus: true })) ?? 0;
      return { wanted: (current) => current + delta, delta, direct };
    },
});

/** Rows only name a listing, whose inventory becomes 0. */
export const listingsClose = inventoryOperation({
  name: 'listings close',
  mayRepeat: true,
  columns: [],
  reads: () => () => ({ wanted: () => 0 }),
});
