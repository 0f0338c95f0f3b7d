import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { readListing } from '../client/listings.ts';
import type { Conflict } from './errors.ts';
import type { Done } from './outcome.ts';
import type { RefusalProbeResult, SettleOptions } from './step.ts';

export interface InventorySnapshot {
  id: string;
  inventory: number;
  /** Its external identifier, or else its SKU. */
  name?: string | undefined;
  /** Undefined if the state was not read. */
  isClosed: boolean | undefined;
}

/** An answer without a possible inventory is an error. */
export const readInventory = async (
  client: Client,
  id: string,
  fresh = false,
): Promise<InventorySnapshot> => {
  const { availableInventory, state, externalIdentifier, sku } = await readListing(client, id, {
    fresh,
    doubt: (said) => {
      const place = 'the answer is not as documented: $.availableInventory';
      if (said.availableInventory === undefined) return `${place} is missing`;
      if (!Number.isSafeInteger(said.availableInventory))
        return `${place} is ${said.availableInventory}, too large to be changed`;
      return said.availableInventory < 0 ? `${place} is ${said.availableInventory}, below 0` : undefined;
    },
  });
  return {
    id,
    inventory: availableInventory as number,
    name: externalIdentifier ?? sku ?? undefined,
    isClosed: state === undefined ? undefined : state === 'CLOSED',
  };
};

const mostProbes = 5;

/** Reads until two successive readings agree. Undefined if they never do. */
export const settledInventory = async (
  client: Client,
  id: string,
  { clock, signal, betweenProbesMs = 1_000 }: SettleOptions,
): Promise<number | undefined> => {
  let last = (await readInventory(client, id, true)).inventory;
  for (let probes = 1; probes < mostProbes; probes++) {
    await clock.sleep(betweenProbesMs, signal);
    const next = (await readInventory(client, id, true)).inventory;
    if (next === last) return next;
    last = next;
  }
  return undefined;
};

/** The service closes an OPEN listing whose inventory becomes 0. */
export const closesListing = (from: number, to: number, isClosed: boolean | undefined): boolean =>
  to === 0 && from !== 0 && isClosed !== true;

/**
 * Whether items are left in a listing that may be CLOSED: it was read as CLOSED, or was at 0, which closes a listing. Nothing
 * is known to open one again.
 */
export const mayBeClosed = (
  { inventory, isClosed }: { inventory?: number | null; isClosed?: boolean | undefined },
  { outcome, before, after }: Done,
): boolean =>
  (outcome === 'applied' || outcome === 'converged' || outcome === 'unchanged') &&
  (after ?? 0) > 0 &&
  (isClosed === true || (before === 0 && !(isClosed === false && inventory === 0)));

/** Adds `state` if the change leaves items in a CLOSED listing, which are not for sale. */
export const withState = (known: Parameters<typeof mayBeClosed>[0], done: Done): Done =>
  mayBeClosed(known, done) ? { ...done, state: 'CLOSED' } : done;

interface RefusedChange {
  id: string;
  /** Null if the inventory was not read before: then the present one says nothing. */
  before: number | null;
  after: number | null;
  isDelta: boolean;
  /** Makes the error for any other inventory. Missing for a change that does not depend on the inventory. */
  conflict?: (now: number, status: number) => Conflict;
}

/** Refusals that a moved inventory does not explain: they are about the keys, or the form of the request. */
const concernsRequest = new Set([401, 405, 413, 415, 431]);

/** Refusals that say the inventory has changed: a reading of the old value contradicts them. */
const saysItMoved = new Set([409, 412]);

/** Refusals that may say so, but may as well be about the values: a second reading is believed. */
const maySayItMoved = new Set([400, 422]);

/** Refusals that a reading meets as well, since they are about the keys or the listing, whatever is asked of it. */
const concernsReading = new Set([401, 403, 404, 410]);

/**
 * Tells from the inventory what became of a change that was refused. A gateway that loses an answer may deliver a request again
 * (nginx does so with every PUT). If the first delivery was applied, the second one is refused, and only that refusal arrives.
 * So where the wanted inventory is there, the change is as good as done; unless it was to add to what there was, since somebody
 * else may have done the same, and to start again would add twice.
 */
export const probeAfterRefusal = async (
  { id, before, after, isDelta, conflict }: RefusedChange,
  refusal: CallError,
  client: Client,
  { clock, signal, settleMs, betweenProbesMs = 1_000 }: SettleOptions,
): Promise<RefusalProbeResult> => {
  const { status = 0 } = refusal.facts;
  if (before === null || after === null) return { error: refusal };
  const read = async () => (await readInventory(client, id, true)).inventory;
  let now: number;
  try {
    now = await read();
    // The reading may be out of date, or the first delivery of a repeated request still be under way.
    const pauses = saysItMoved.has(status) || maySayItMoved.has(status) ? [betweenProbesMs] : [];
    if (saysItMoved.has(status)) pauses.push(settleMs);
    for (const pause of pauses) {
      if (now !== before) break;
      await clock.sleep(pause, signal);
      now = await read();
    }
  } catch (error) {
    // A listing that may not even be read, or is not there, was refused for that. Sent again, it would only be refused again.
    if (error instanceof CallError && error.facts.status === status && concernsReading.has(status))
      return { error: refusal };
    throw error;
  }
  if (now === after)
    return isDelta
      ? {
          evidence: `the inventory is ${now}, as wanted: it may have been applied and delivered twice, or somebody else made an equal change`,
        }
      : { done: { outcome: 'converged', id, before, after, wasRefused: true } };
  if (now === before && status !== 409) return { error: refusal.withNothingChanged() };
  if (concernsRequest.has(status)) return { error: refusal };
  return { error: conflict?.(now, status) ?? refusal };
};
