import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { Conflict } from './errors.ts';
import type { Done } from './outcome.ts';
import type { Patience, Planned, Sighting, Step } from './step.ts';
import { closesListing, inventoryAtRest, readStock } from './stock.ts';

/** What changing an inventory does to its listing. */
export type InventoryEffect = 'change' | 'close';

/** Replaces an inventory that is known: the service does it only where that is still the one. */
export class ReplaceInventory implements Step<InventoryEffect> {
  readonly clause: string;
  readonly unseen = 'the inventory could not be read since';
  readonly closes: boolean;

  constructor(
    readonly id: string,
    readonly before: number,
    readonly after: number,
    readonly isClosed?: boolean,
    /** What is to be done from another inventory; left out where nobody may start again. */
    readonly restart?: (actual: number) => Planned<InventoryEffect>,
  ) {
    this.clause = `Setting the inventory of ${id} from ${before} to ${after}`;
    this.closes = closesListing(before, after, isClosed);
  }

  get effect(): InventoryEffect {
    return this.closes ? 'close' : 'change';
  }

  get intent() {
    return { id: this.id, from: this.before, to: this.after };
  }

  preview(client: Client) {
    return client.preview('updateInventory', this.#request);
  }

  async send(client: Client): Promise<Done> {
    const { id, before, after } = this;
    const answer = await client.call('updateInventory', this.#request, {
      doubt: (said) =>
        sameIdentifier(said.id, id) && said.availableInventory === after
          ? undefined
          : `the answer speaks of another change (listing ${said.id}, inventory ${said.availableInventory})`,
    });
    return { outcome: 'applied', id, before, after, answer };
  }

  /** Behind a refusal may stand an inventory that somebody else has changed. */
  async explain(refusal: CallError, client: Client): Promise<Conflict | undefined> {
    if (!mayBeConflict.has(refusal.facts.status ?? 0)) return undefined;
    try {
      const { inventory } = await readStock(client, this.id, true);
      return inventory === this.before
        ? undefined
        : new Conflict(this.id, this.before, inventory, this.after);
    } catch (error) {
      if (error instanceof CallError) return undefined;
      throw error;
    }
  }

  async look(client: Client, patience: Patience): Promise<Sighting> {
    const { id, before, after } = this;
    const now = await inventoryAtRest(client, id, patience);
    if (now === after) return { done: { outcome: 'converged', id, before, after } };
    if (now === undefined) return { evidence: this.unseen };
    return { evidence: now === before ? `the inventory is still ${now}` : `the inventory is ${now} now` };
  }

  get #request() {
    return {
      params: { id: this.id },
      body: { action: 'SET_INVENTORY' as const, oldInventory: this.before, newInventory: this.after },
    };
  }
}

const mayBeConflict = new Set([400, 409, 412, 422]);
