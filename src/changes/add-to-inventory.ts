import type { Client } from '../client/client.ts';
import type { CallError } from '../client/errors.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { probeAfterRefusal } from './after-refusal.ts';
import { closesListing, settledInventory } from './inventory-snapshot.ts';
import type { Done } from './outcome.ts';
import type { Effect, ProbeResult, RefusalProbeResult, SettleOptions, Step } from './step.ts';

/** Adds with one ADJUST request. Nobody can tell its effect from other changes, so a lost answer stays unknown. */
export class AddToInventory implements Step {
  readonly isDelta = true;
  readonly clause: string;
  readonly noEvidence = 'the inventory could not be read afterwards';
  readonly before: number | null;
  readonly after: number | null;
  readonly closes: boolean;

  constructor(
    readonly id: string,
    readonly delta: number,
    from?: number,
    readonly isClosed?: boolean,
  ) {
    this.clause = `Adjusting the inventory of ${id} by ${delta}`;
    this.before = from ?? null;
    this.after = from === undefined ? null : from + delta;
    this.closes = from !== undefined && closesListing(from, from + delta, isClosed);
  }

  get effect(): Effect {
    return this.closes ? 'close' : 'change';
  }

  get intent() {
    const { id, before: from, delta, isClosed } = this;
    return { id, ...(from === null ? {} : { from }), delta, ...(isClosed ? { isClosed } : {}) };
  }

  preview(client: Client) {
    return client.preview('updateInventory', this.#request);
  }

  async send(client: Client): Promise<Done> {
    const { id, delta } = this;
    const answer = await client.call('updateInventory', this.#request, {
      doubt: (said) => {
        if (!sameIdentifier(said.id, id)) return `the answer is about another listing (${said.id})`;
        const { availableInventory: after } = said;
        return Math.min(after, after - delta) < 0
          ? `the answer gives an inventory of ${after}, which a change by ${delta} can't lead to`
          : undefined;
      },
    });
    const after = answer.availableInventory;
    const before = after - delta;
    return { outcome: 'applied', id, before: Number.isSafeInteger(before) ? before : null, after, answer };
  }

  afterRefusal(refusal: CallError, client: Client, settling: SettleOptions): Promise<RefusalProbeResult> {
    return probeAfterRefusal(this, refusal, client, settling);
  }

  async probe(client: Client, settling: SettleOptions): Promise<ProbeResult> {
    const now = await settledInventory(client, this.id, settling);
    return { evidence: this.#evidence(now) };
  }

  #evidence(now: number | undefined): string {
    const { before, after } = this;
    if (now === undefined) return this.noEvidence;
    if (before === null) return `the inventory is ${now} now`;
    if (now === after) return `the inventory was ${before} and is ${now} now, so it looks applied`;
    if (now === before) return `the inventory is still ${now}, so it looks not applied`;
    return `the inventory was ${before} and is ${now} now, so others changed it too`;
  }

  get #request() {
    return {
      params: { id: this.id },
      body: { action: 'ADJUST_INVENTORY' as const, inventoryAdjustment: this.delta },
    };
  }
}
