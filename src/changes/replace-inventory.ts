import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { Conflict } from './errors.ts';
import type { Done } from './outcome.ts';
import type { Patience, Planned, Sighting, Step } from './step.ts';
import { closesListing, readStock, settledInventory } from './stock.ts';

export type InventoryEffect = 'change' | 'close';

/** Replaces a known inventory by compare-and-set: the service applies it only if the old value is still current. */
export class ReplaceInventory implements Step<InventoryEffect> {
  readonly clause: string;
  readonly noEvidence = 'the inventory could not be read afterwards';
  readonly closes: boolean;

  constructor(
    readonly id: string,
    readonly before: number,
    readonly after: number,
    readonly isClosed?: boolean,
    /** Plans the change again from a different inventory; missing after a crash, when nothing is sent again. */
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
          : `the answer is about another change (listing ${said.id}, inventory ${said.availableInventory})`,
    });
    return { outcome: 'applied', id, before, after, answer };
  }

  /** The service may refuse because somebody else has changed the inventory. */
  async explain(refusal: CallError, client: Client): Promise<Conflict | undefined> {
    const { status = 0, requestId, detail } = refusal.facts;
    if (!mayBeConflict.has(status)) return undefined;
    try {
      const { inventory } = await readStock(client, this.id, true);
      if (inventory === this.before && status !== 409) return undefined;
      const said = detail.replace(/\.$/, '');
      return new Conflict(this.id, this.before, inventory, this.after, { status, requestId, said });
    } catch (error) {
      if (error instanceof CallError) return undefined;
      throw error;
    }
  }

  async look(client: Client, patience: Patience): Promise<Sighting> {
    const { id, before, after } = this;
    const now = await settledInventory(client, id, patience);
    if (now === after) return { done: { outcome: 'converged', id, before, after } };
    if (now === undefined) return { evidence: this.noEvidence };
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
