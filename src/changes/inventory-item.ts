import { Conflict, OutOfRange } from './change-errors.ts';
import { type InventorySnapshot, isAsWanted } from './inventory-snapshot.ts';
import { AddToInventory, ReplaceInventory } from './inventory-steps.ts';
import { formatListingName, type Guard, type ListingName } from './listing-name.ts';
import type { Item, PlannedFields } from './operation.ts';
import type { OwnChanges } from './own-changes.ts';
import { isStep, type Planned } from './step.ts';

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
      /** It is sent from the expected inventory, not from the one that was read, since a replica may be behind: the service decides. */
      pinned?: boolean | undefined;
      /** The row is as a list showed it: it closes no listing that was open with 0, and what was sold since is no conflict. */
      isUnedited?: boolean | undefined;
    } = {},
    readonly guard: Guard = {},
  ) {}

  get repeated(): string {
    return `another row is about the same listing (${formatListingName(this.names[0])})`;
  }

  fields(): PlannedFields {
    const { expect, delta, direct, pinned } = this.options;
    const isGuarded = Object.values(this.guard).some((value) => value !== undefined);
    return {
      delta,
      direct: direct || undefined,
      pinned: pinned || expect !== undefined || undefined,
      guard: isGuarded ? this.guard : undefined,
    };
  }

  plan(listing: InventorySnapshot | undefined): Planned {
    if (listing === undefined) throw new Error('a change of an inventory is planned from a listing');
    const { id, isClosed } = listing;
    const { expect, delta = 0, direct, pinned = false, isUnedited = false } = this.options;
    const inventory = pinned && expect !== undefined ? expect : listing.inventory;
    const wanted = this.wanted(inventory);
    if (wanted < 0 || wanted > Number.MAX_SAFE_INTEGER)
      return { effect: 'fault', error: new OutOfRange(id, inventory, wanted) };
    const leavesIt = isUnedited && (expect !== undefined || inventory === wanted);
    if (leavesIt || isAsWanted({ inventory, isClosed }, wanted))
      return {
        effect: 'unchanged',
        done: { outcome: 'unchanged', id, before: inventory, after: inventory, wasClosed: isClosed },
      };
    if (expect !== undefined && expect !== inventory && wanted !== inventory)
      return { effect: 'conflict', error: new Conflict(id, expect, listing, this.wanted(expect)) };
    if (direct) return new AddToInventory(id, delta, inventory, isClosed);
    const restart = (seen: Pick<InventorySnapshot, 'inventory' | 'isClosed'>): Planned =>
      // It is not the open one any more that the row asks for.
      seen.isClosed && this.guard.state === 'OPEN'
        ? { effect: 'conflict', error: new Conflict(id, inventory, seen, wanted) }
        : this.plan({ ...listing, ...seen });
    return new ReplaceInventory(id, inventory, wanted, isClosed, delta !== 0, pinned ? undefined : restart);
  }
}

/**
 * Plans a change from a reading. Where that shows a value from before this process's own last change, it may come from a replica
 * that is behind: then the change is sent from the value that was written last, or if that is the wanted one, from the reading, so that
 * the service decides.
 */
export const planFromReading = (item: Item, listing: InventorySnapshot, own: OwnChanges): Planned => {
  const inventory = own.writtenSince(listing);
  const planned = inventory === undefined ? undefined : item.plan({ ...listing, inventory });
  return planned && isStep(planned) ? planned : item.plan(listing);
};
