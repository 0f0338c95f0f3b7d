import type { Client } from '../client/client.ts';
import type { CallError } from '../client/errors.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { Conflict } from './errors.ts';
import { closesListing, probeAfterRefusal, settledInventory } from './inventory-snapshot.ts';
import type { Done } from './outcome.ts';
import type { Effect, Planned, ProbeResult, RefusalProbeResult, SettleOptions, Step } from './step.ts';

/** Compare-and-set: the service applies it only if the old value is still current. */
export class ReplaceInventory implements Step {
  readonly clause: string;
  readonly noEvidence = 'the inventory could not be read afterwards';
  readonly closes: boolean;

  constructor(
    readonly id: string,
    readonly before: number,
    readonly after: number,
    readonly isClosed?: boolean,
    readonly isDelta = false,
    /** Plans the change again from another inventory; missing after a crash, when nothing is sent again. */
    readonly restart?: (actual: number) => Planned,
    /** The service refused it before a crash. */
    readonly wasRefused = false,
  ) {
    this.clause = `Setting the inventory of ${id} from ${before} to ${after}`;
    this.closes = closesListing(before, after, isClosed);
  }

  get effect(): Effect {
    return this.closes ? 'close' : 'change';
  }

  get intent() {
    const { id, before: from, after: to, isClosed } = this;
    return { id, from, to, ...(isClosed ? { isClosed } : {}) };
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

  afterRefusal(refusal: CallError, client: Client, settling: SettleOptions): Promise<RefusalProbeResult> {
    const { id, before, after, isDelta } = this;
    const { requestId, detail } = refusal.facts;
    const said = detail.replace(/\.$/, '');
    const conflict = (now: number, status: number) =>
      new Conflict(id, before, now, after, { status, requestId, said });
    return probeAfterRefusal({ id, before, after, isDelta, conflict }, refusal, client, settling);
  }

  async probe(client: Client, settling: SettleOptions): Promise<ProbeResult> {
    const { id, before, after } = this;
    const now = await settledInventory(client, id, settling);
    if (now === undefined) return { evidence: this.noEvidence };
    if (now === after && !(this.wasRefused && this.isDelta))
      return { done: { outcome: 'converged', id, before, after } };
    if (now !== after && this.wasRefused) {
      const error = {
        code: 'refused',
        message: `the service refused it, and the inventory is ${now}`,
      } as const;
      return { done: { outcome: 'refused', id, before: now, after: now, error } };
    }
    return { evidence: now === before ? `the inventory is still ${now}` : `the inventory is ${now} now` };
  }

  get #request() {
    return {
      params: { id: this.id },
      body: { action: 'SET_INVENTORY' as const, oldInventory: this.before, newInventory: this.after },
    };
  }
}

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
