import { isIdentifier } from '../service/identifier.ts';
import { isFault } from '../service/typed-numbers.ts';
import { constantOf } from '../service/typed-values.ts';
import { counted } from '../words/counted.ts';
import { AddToInventory } from './add-to-inventory.ts';
import { Conflict, OutOfRange } from './errors.ts';
import { type InventorySnapshot, withState } from './inventory-snapshot.ts';
import { anyNameIn, formatListingName, type Guard, type ListingName } from './listing-name.ts';
import {
  type Fields,
  type Item,
  type Operation,
  operation,
  type ReadingOptions,
  type RowColumn,
  type RowReader,
} from './operation.ts';
import { type InventoryEffect, ReplaceInventory } from './replace-inventory.ts';
import { exampleName } from './row-columns.ts';
import { identifierText, integerIn, RowFaults } from './row-values.ts';
import { type Decided, type Intent, type Planned, type Unconfirmed, wantedBy } from './step.ts';

type WantedInventory = (current: number) => number;

export class InventoryItem implements Item<InventoryEffect> {
  constructor(
    readonly names: readonly ListingName[],
    readonly wanted: WantedInventory,
    readonly options: {
      expect?: number | undefined;
      /** Like `expect`, but the inventory may already be as wanted. */
      pinned?: number | undefined;
      /** How much it adds. */
      delta?: number | undefined;
      direct?: boolean | undefined;
      /** It is wanted whatever the inventory is. */
      always?: boolean | undefined;
    } = {},
    readonly guard: Guard = {},
  ) {}

  get repeated(): string {
    return `an earlier row is about the same listing (${formatListingName(this.names[0])})`;
  }

  plan(listing: InventorySnapshot | undefined, again?: Intent): Planned<InventoryEffect> {
    if (listing === undefined) throw new Error('a change of an inventory is planned from a listing');
    const { id, inventory, isClosed } = listing;
    if (again && inventory !== again.from && (!this.options.always || inventory === wantedBy(again)))
      return sentBefore(id, inventory, again);
    const wanted = this.wanted(inventory);
    const { pinned, expect = wanted === inventory ? undefined : pinned, delta = 0, direct } = this.options;
    if (wanted < 0 || wanted > Number.MAX_SAFE_INTEGER)
      return { effect: 'fault', error: new OutOfRange(id, inventory, wanted) };
    if (expect !== undefined && expect !== inventory)
      return { effect: 'conflict', error: new Conflict(id, expect, inventory, this.wanted(expect)) };
    if (wanted === inventory) {
      const done = { outcome: 'unchanged', id, before: inventory, after: inventory } as const;
      return { effect: 'none', done: withState(listing, done) };
    }
    if (direct) return new AddToInventory(id, delta, inventory, isClosed);
    return new ReplaceInventory(id, inventory, wanted, isClosed, delta !== 0, (actual) =>
      this.plan({ ...listing, inventory: actual }, again),
    );
  }
}

/** A change that was sent before is sent again only from the same inventory. */
const sentBefore = (id: string, now: number, again: Intent): Decided => {
  const { from: before = null } = again;
  if (now === wantedBy(again))
    return { effect: 'none', done: { outcome: 'converged', id, before, after: now } };
  const message = `It was sent once, and may have been applied: the inventory was ${before} then and is ${now} now, so it was not sent again`;
  return {
    effect: 'none',
    done: { outcome: 'unknown', id, before, after: null, error: { code: 'unknown', message } },
  };
};

const names = ['id', 'listing', 'externalIdentifier', 'sku'] as const;

const nameColumns: readonly RowColumn[] = [
  { name: 'id', about: 'UUID of the listing; may be empty if one of the next two names it' },
  {
    name: 'externalIdentifier',
    about: 'your own identifier of the listing',
    example: exampleName,
    flag: 'external-id',
  },
  { name: 'sku', about: 'SKU of the listing' },
  { name: 'listing', about: 'any name of it: id, the beginning of one, your identifier, or SKU' },
];

/** What else must be true of the listing. `listings list` prints these columns, too. */
const guardColumns: readonly RowColumn[] = [
  { name: 'state', about: 'OPEN or CLOSED, which the listing must be; may be empty' },
  { name: 'condition', about: 'the condition that it must have, such as GOOD; may be empty' },
];

/** Another column that `listings list` prints. It is ignored, so that its output can be used as input. */
const remark: RowColumn = {
  name: 'availableInventory',
  about: 'as `listings list` shows it; ignored',
  holds: 'remark',
};

type Reads = (
  fields: Fields,
  faults: RowFaults,
) => ConstructorParameters<typeof InventoryItem>[2] & { wanted: WantedInventory; filled?: readonly string[] };

interface InventoryOperation {
  name: string;
  mayRepeat: boolean;
  /** Rows add to the inventory. */
  isDelta?: boolean;
  columns: readonly RowColumn[];
  reads(options: ReadingOptions): Reads;
}

const planColumns: readonly RowColumn[] = ['line', 'from', 'to'].map((name) => ({
  name,
  about: 'of the plan',
}));

export const inventoryOperation = ({
  name,
  mayRepeat,
  isDelta = false,
  columns,
  reads,
}: InventoryOperation): Operation =>
  operation<InventoryEffect>({
    name,
    columns: [...nameColumns, ...guardColumns, ...columns],
    rows: (options) => reader(columns, options, reads(options)),
    plannedRows: (options) => reader(planColumns, options, pinned(isDelta)),
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
    recover: (intent) => recover(intent, isDelta),
    changesInventory: true,
    isDelta,
    answers: ['state'],
  });

const pinned =
  (isDelta: boolean): Reads =>
  (fields, faults) => {
    const expect = faults.take('from', integerIn(fields.from, { min: 0 })) ?? 0;
    const to = faults.take('to', integerIn(fields.to, { min: 0 })) ?? 0;
    return { expect, wanted: () => to, delta: isDelta ? to - expect : undefined };
  };

const reader = (
  own: readonly RowColumn[],
  { ignoreExtra = false }: ReadingOptions,
  reads: Reads,
): RowReader<InventoryEffect> => {
  const isOwn = own.some(({ name }) => name === remark.name);
  const columns = [...nameColumns, ...guardColumns, ...own, ...(isOwn ? [] : [remark])];
  return {
    columns,
    read(fields) {
      const faults = new RowFaults();
      faults.knownFields(fields, columns, ignoreExtra);
      const named = namesIn(fields, faults);
      const guard = guardIn(fields, faults);
      const { wanted, filled = [], ...rest } = reads(fields, faults);
      return faults.messages.length > 0
        ? { faults: faults.messages }
        : { item: new InventoryItem(named, wanted, rest, guard), filled };
    },
  };
};

const isSaid = (value: unknown): boolean => value != null && value !== '';

/** The id first if there is one, then any name, the external identifier, the SKU. */
const namesIn = (fields: Fields, faults: RowFaults): ListingName[] => {
  const [by, ...others] = names.filter((name) => isSaid(fields[name]));
  if (by === undefined) {
    faults.messages.push(
      `names no listing: it needs one of ${nameColumns.map(({ name }) => name).join(', ')}`,
    );
    return [];
  }
  const value = faults.take(by, identifierText(fields[by]));
  if (by === 'id' && value !== undefined && !isIdentifier(value))
    faults.messages.push(`id must be a UUID, not ${JSON.stringify(value)}`);
  if (by === 'id' && others.includes('listing'))
    faults.messages.push('listing does not go with id: each names the listing');
  if (value === undefined) return [];
  const first = by === 'listing' ? anyNameIn(value) : { by, value };
  return [first, ...others.map((other) => ({ by: other, value: String(fields[other]) }))];
};

/** Empty cells say nothing. */
const guardIn = (fields: Fields, faults: RowFaults): Guard =>
  Object.fromEntries(
    guardColumns.flatMap(({ name }) =>
      isSaid(fields[name]) ? [[name, faults.take(name, constantIn(fields[name]))]] : [],
    ),
  );

const constantIn = (value: unknown) => {
  const text = identifierText(value);
  return isFault(text) ? text : constantOf(text);
};

/** If the intent is incomplete, the outcome stays unknown. */
const recover = ({ id, from, to, delta, wasRefused, isClosed }: Intent, isDelta: boolean): Unconfirmed => {
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
