import { isIdentifier } from '../service/identifier.ts';
import { counted } from '../words/counted.ts';
import { AddToInventory } from './add-to-inventory.ts';
import { BelowZero, Conflict } from './errors.ts';
import {
  type Fields,
  type Item,
  type ListingName,
  nameWords,
  type Operation,
  operation,
  type ReadingOptions,
  type RowReader,
} from './operation.ts';
import { type InventoryEffect, ReplaceInventory } from './replace-inventory.ts';
import { RowFaults } from './row-faults.ts';
import { identifierText, wholeNumber } from './row-values.ts';
import type { Intent, Planned, Unconfirmed } from './step.ts';
import type { Stock } from './stock.ts';

/** An inventory that is wanted: how it follows from the one that is there. */
export type Wanted = (current: number) => number;

/** A change of one listing's inventory that somebody asks for. */
export class InventoryItem implements Item<InventoryEffect> {
  constructor(
    readonly names: readonly ListingName[],
    readonly wanted: Wanted,
    readonly own: {
      /** The inventory that it must have now. */
      expect?: number | undefined;
      /** Where one request adds to whatever is there. */
      delta?: number | undefined;
    } = {},
  ) {}

  get repeated(): string {
    return `an earlier row is about the same listing (${nameWords(this.names[0])})`;
  }

  plan(listing: Stock | undefined): Planned<InventoryEffect> {
    if (listing === undefined) throw new Error('a change of an inventory is planned from a listing');
    const { id, inventory, isClosed } = listing;
    const { expect, delta } = this.own;
    const wanted = this.wanted(inventory);
    if (wanted < 0) return { effect: 'fault', error: new BelowZero(id, inventory, wanted - inventory) };
    if (expect !== undefined && expect !== inventory)
      return { effect: 'conflict', error: new Conflict(id, expect, inventory, wanted) };
    if (delta !== undefined) return new AddToInventory(id, delta, inventory, isClosed);
    if (wanted === inventory)
      return { effect: 'none', done: { outcome: 'unchanged', id, before: inventory, after: inventory } };
    return new ReplaceInventory(id, inventory, wanted, isClosed, (actual) =>
      this.plan({ ...listing, inventory: actual }),
    );
  }
}

const names = ['id', 'externalIdentifier', 'sku'] as const;

/** Fields of a listing that say nothing about a change: so what the list prints can be used as it is. */
const remarks = ['state', 'condition', 'availableInventory'];

type Reads = (
  fields: Fields,
  faults: RowFaults,
) => ConstructorParameters<typeof InventoryItem>[2] & { wanted: Wanted };

/** What differs between the operations that change inventories. */
interface InventoryOperation {
  name: string;
  /** Several rows may be about one listing. */
  mayRepeat: boolean;
  /** The columns beside a listing's names, and how a row says with them what is wanted. */
  columns: readonly string[];
  reads(options: ReadingOptions): Reads;
}

/** An operation that changes inventories: rows name a listing, and say what is to become of its inventory. */
export const inventoryOperation = ({ name, mayRepeat, columns, reads }: InventoryOperation): Operation =>
  operation<InventoryEffect>({
    name,
    rows: (options) => reader(columns, options, reads(options)),
    plannedRows: (options) => reader(['line', 'from', 'to'], options, pinned),
    listing: 'must be there',
    mayRepeat,
    effects: {
      change: {
        planned: 'to change',
        does: (count) => `changes ${counted(count, 'inventory', 'inventories')}`,
        needsNoYes: true,
      },
      close: {
        planned: 'to close',
        does: (count) => `closes ${counted(count, 'listing')}`,
        closes: true,
      },
    },
    recover,
    changesInventory: true,
  });

/** Rows of a kept plan are bound to the value that they start from. */
const pinned: Reads = (fields, faults) => {
  const expect = faults.take('from', wholeNumber(fields.from, { min: 0 }));
  const to = faults.take('to', wholeNumber(fields.to, { min: 0 }));
  return { expect, wanted: () => to ?? 0 };
};

const reader = (
  own: readonly string[],
  { ignoreExtra }: ReadingOptions,
  reads: Reads,
): RowReader<InventoryEffect> => {
  const columns = [...names, ...own, ...remarks];
  return {
    columns,
    read(fields) {
      const faults = new RowFaults();
      faults.unknownFields(fields, columns, ignoreExtra);
      const named = namesIn(fields, faults);
      const { wanted, ...rest } = reads(fields, faults);
      return faults.said.length > 0
        ? { faults: faults.said }
        : { item: new InventoryItem(named, wanted, rest) };
    },
  };
};

/** What a row calls its listing: by id where it has one, else by the external identifier, else by SKU; then its other names. */
const namesIn = (fields: Fields, faults: RowFaults): ListingName[] => {
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

/** What an intent of the journal was about. One that says less than it should can only be told as lost. */
const recover = ({ id, from, to, delta }: Intent): Unconfirmed => {
  if (id !== undefined && delta !== undefined) return new AddToInventory(id, delta, from);
  if (id !== undefined && from !== undefined && to !== undefined) return new ReplaceInventory(id, from, to);
  return { id, before: from ?? null, clause: 'The change', unseen: 'the journal does not say which it was' };
};
