import { Conflict, OutOfRange } from './errors.ts';
import { type InventorySnapshot, withState } from './inventory-snapshot.ts';
import { AddToInventory, ReplaceInventory } from './inventory-steps.ts';
import { formatListingName, type Guard, type ListingName } from './listing-name.ts';
import type { Item } from './operation.ts';
import { type Decided, type Intent, notSentAgain, type Planned, wantedBy } from './step.ts';

export class InventoryItem implements Item {
  constructor(
    readonly names: readonly ListingName[],
    /** The wanted inventory, from the present one. */
    readonly wanted: (current: number) => number,
    readonly options: {
      /** The inventory that the listing must have now, unless it is as wanted already. */
      expect?: number | undefined;
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

  plan(listing: InventorySnapshot | undefined, again?: Intent): Planned {
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
    // At 0 a listing is closed, and is not the open one any more that the row asks for.
    return new ReplaceInventory(id, inventory, wanted, isClosed, delta !== 0, (actual) =>
      actual === 0 && this.guard.state === 'OPEN'
        ? { effect: 'conflict', error: new Conflict(id, inventory, actual, wanted) }
        : this.plan({ ...listing, inventory: actual }, again),
    );
  }

  /** Whether a change that was sent once may have made the inventory what it is, and would be made twice. */
  #isInDoubt(now: number, again: Intent): boolean {
    if (again.wasRefused) return this.options.delta !== undefined;
    return !this.options.always || now === wantedBy(again);
  }
}

const sentBefore = (id: string, now: number, again: Intent): Decided => {
  const { from: before = null } = again;
  if (now === wantedBy(again) && !again.wasRefused)
    return { effect: 'none', done: { outcome: 'converged', id, before, after: now } };
  return notSentAgain({ ...again, id }, `the inventory was ${before} then and is ${now} now`);
};
