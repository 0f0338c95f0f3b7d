import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import type { Conflict } from './errors.ts';
import { readInventory } from './inventory-snapshot.ts';
import type { RefusalProbeResult, SettleOptions } from './step.ts';

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
    for (const pause of saysItMoved.has(status) ? [betweenProbesMs, settleMs] : []) {
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
      : { done: { outcome: 'converged', id, before, after } };
  if (now === before && status !== 409) return { error: refusal.withNothingChanged() };
  if (concernsRequest.has(status)) return { error: refusal };
  return { error: conflict?.(now, status) ?? refusal };
};
