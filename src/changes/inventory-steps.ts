import type { CallError } from '../http/call-error.ts';
import type { Client } from '../http/client.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { Conflict } from './change-errors.ts';
import {
  agreedInventory,
  closesListing,
  type InventorySnapshot,
  inventoryWords,
  isAsWanted,
} from './inventory-snapshot.ts';
import type { Done } from './outcome.ts';
import { lookAfterRefusal, notAgreed, stateWord } from './refused-inventory.ts';
import type { SettleOptions } from './settling.ts';
import type { Effect, ProbeResult, RefusalProbeResult, Step } from './step.ts';

/** How long after its sending a delta that is found as wanted counts as one's own, in milliseconds: later, as many may have been sold. */
const longestForDeltaMs = 60_000;

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
    readonly restart?: Step['restart'],
    /** The service refused it before a crash. */
    readonly wasRefused = false,
  ) {
    this.clause = `Setting the inventory of ${id} from ${before} to ${after}`;
    this.closes = closesListing(after, isClosed);
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
      doubt: (answer) =>
        sameIdentifier(answer.id, id) && answer.availableInventory === after
          ? undefined
          : `the answer is about another change (listing ${answer.id}, inventory ${answer.availableInventory})`,
    });
    return { outcome: 'applied', id, before, after, answer };
  }

  afterRefusal(refusal: CallError, client: Client, settling: SettleOptions): Promise<RefusalProbeResult> {
    const { id, before, after, isDelta } = this;
    const { requestId } = refusal.facts;
    if (isDelta) settling.refused?.(this);
    const conflict = (now: InventorySnapshot, status: number) =>
      new Conflict(id, before, now, after, { status, requestId });
    return lookAfterRefusal({ id, before, after, isDelta, conflict }, refusal, client, settling);
  }

  async probe(client: Client, settling: SettleOptions, sentAgoMs = 0): Promise<ProbeResult> {
    const { id, before, after } = this;
    const now = await agreedInventory(client, id, settling);
    if (now === undefined) return { evidence: notAgreed };
    const isThere = isAsWanted(now, after);
    if (isThere && this.isDelta && sentAgoMs > longestForDeltaMs)
      return {
        evidence: `${inventoryWords(now)}, as wanted, but it was looked at so late that somebody else may have made an equal change`,
      };
    if (isThere && !(this.wasRefused && this.isDelta))
      return { done: { outcome: 'converged', id, before, after, state: stateWord(now) } };
    return {
      evidence: now.inventory === before ? `the inventory is still ${before}` : `${inventoryWords(now)} now`,
    };
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
    this.closes = from !== undefined && closesListing(from + delta, isClosed);
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
      doubt: (answer) => {
        if (!sameIdentifier(answer.id, id)) return `the answer is about another listing (${answer.id})`;
        const { availableInventory: after } = answer;
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
    return lookAfterRefusal(this, refusal, client, settling);
  }

  async probe(client: Client, settling: SettleOptions): Promise<ProbeResult> {
    return { evidence: this.#evidence(await agreedInventory(client, this.id, settling)) };
  }

  #evidence(seen: InventorySnapshot | undefined): string {
    const { before, after } = this;
    if (seen === undefined) return notAgreed;
    const now = seen.inventory;
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
