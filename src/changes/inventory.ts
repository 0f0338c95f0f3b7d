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

/** Computes the wanted inventory from the current one. */
type WantedInventory = (current: number) => number;

/** A requested change of one listing's inventory. */
export class InventoryItem implements Item<InventoryEffect> {
  constructor(
    readonly names: readonly ListingName[],
    readonly wanted: WantedInventory,
    readonly options: {
      /** The inventory that the listing must have now, unless it is as wanted already. */
      expect?: number | undefined;
      /** How much it adds to the current inventory, if that is what was asked for. */
      delta?: number | undefined;
      /** Whether one request is to add it, instead of reading and replacing. */
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
    if (again && inventory !== again.from && this.#isInDoubt(inventory, again))
      return sentBefore(id, inventory, again);
    const wanted = this.wanted(inventory);
    const { expect, delta = 0, direct } = this.options;
    if (wanted < 0 || wanted > Number.MAX_SAFE_INTEGER)
      return { effect: 'fault', error: new OutOfRange(id, inventory, wanted) };
    // An inventory that a delta would have made may be somebody else's.
    if (expect !== undefined && expect !== inventory && (wanted !== inventory || delta !== 0))
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

  /** Whether a change that was sent once may have made the inventory what it is, and would be made twice. */
  #isInDoubt(now: number, again: Intent): boolean {
    if (again.wasRefused) return this.options.delta !== undefined;
    return !this.options.always || now === wantedBy(again);
  }
}

/** The plan for a change that was sent once, and is to be sent again, if the inventory is not what it was then. */
const sentBefore = (id: string, now: number, again: Intent): Decided => {
  const { from: before = null } = again;
  if (now === wantedBy(again) && !again.wasRefused)
    return { effect: 'none', done: { outcome: 'converged', id, before, after: now } };
  const message = `It was sent once, and may have been applied: the inventory was ${before} then and is ${now} now, so it was not sent again`;
  return {
    effect: 'none',
    done: { outcome: 'unknown', id, before, after: null, error: { code: 'unknown', message } },
  };
};

const names = ['id', 'listing', 'externalIdentifier', 'sku'] as const;

/** How a row names its listing. */
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

/** What must be true of the listing, if a row says it. `listings list` prints it, too. */
const guardColumns: readonly RowColumn[] = [
  { name: 'state', about: 'OPEN or CLOSED, which the listing must be; may be empty' },
  { name: 'condition', about: 'the condition that it must have, such as GOOD; may be empty' },
];

/** What `listings list` prints besides. It is ignored, so that its output can be used as input. */
const remark: RowColumn = {
  name: 'availableInventory',
  about: 'as `listings list` shows it; ignored',
  holds: 'remark',
};

type Reads = (
  fields: Fields,
  faults: RowFaults,
) => ConstructorParameters<typeof InventoryItem>[2] & { wanted: WantedInventory; filled?: readonly string[] };

/** What distinguishes one inventory operation from another. */
interface InventoryOperation {
  name: string;
  /** Several rows may change one listing. */
  mayRepeat: boolean;
  /** Rows add to what is there. */
  isDelta?: boolean;
  /** The columns besides the names of the listing, and the function that reads them. */
  columns: readonly RowColumn[];
  reads(options: ReadingOptions): Reads;
}

const planColumns: readonly RowColumn[] = ['line', 'from', 'to'].map((name) => ({
  name,
  about: 'of the plan',
}));

/** Makes an operation whose rows each name a listing and say what its inventory should be. */
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

/** Rows of a saved plan pin the old value. */
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

/** The names of a row's listing: the id first if there is one, then any name, the external identifier, the SKU. */
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

/** What a row says of its listing besides. A cell that is empty says nothing. */
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

/** Rebuilds a change from its intent. If the intent is incomplete, the outcome can only be reported as unknown. */
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
