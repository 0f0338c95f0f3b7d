import { CallError } from '../http/call-error.ts';
import type { Client } from '../http/client.ts';
import type { Conflict } from './change-errors.ts';
import { agreedInventory, type InventorySnapshot, isAsWanted } from './inventory-snapshot.ts';
import type { SettleOptions } from './settling.ts';
import type { RefusalProbeResult } from './step.ts';

interface RefusedChange {
  id: string;
  /** Null if the inventory was not read before: then the present one says nothing. */
  before: number | null;
  after: number | null;
  isDelta: boolean;
  /** Makes the error for any other inventory. Missing for a change that does not depend on the inventory. */
  conflict?: (now: InventorySnapshot, status: number) => Conflict;
}

/** Refusals that a moved inventory does not explain: they are about the keys, or the form of the request. */
const concernsRequest = new Set([401, 405, 413, 414, 415, 431]);

/** Refusals that say the inventory has changed: a reading of the old value contradicts them. */
const saysItMoved = new Set([409, 412]);

/** Refusals that a reading meets as well, since they are about the keys or the listing, not about the change. */
const concernsReading = new Set([401, 403, 404, 410]);

/**
 * Tells from two readings what became of a change that the service refused. A gateway that loses an answer may deliver a request
 * again (nginx does so with every PUT). If the first delivery was applied, the second one is refused, and only that refusal arrives.
 * So where the wanted inventory is there, the change is as good as done; unless it was to add to what there was, since somebody
 * else may have done the same, and to start again would add twice.
 */
export const lookAfterRefusal = async (
  { id, before, after, isDelta, conflict }: RefusedChange,
  refusal: CallError,
  client: Client,
  settling: SettleOptions,
): Promise<RefusalProbeResult> => {
  const { status = 0 } = refusal.facts;
  if (before === null || after === null) return { error: refusal };
  settling.yields?.();
  let now: InventorySnapshot | undefined;
  try {
    now = await agreedInventory(client, id, settling);
    // The readings may lag further behind, or the first delivery may still be in flight. A delta would start again from them.
    const isContradicted = now?.inventory === before || (isDelta && conflict !== undefined);
    if (saysItMoved.has(status) && now && isContradicted && !isAsWanted(now, after)) {
      await settling.clock.sleep(settling.settleMs, settling.signal);
      now = await agreedInventory(client, id, settling);
    }
  } catch (error) {
    // A listing that may not even be read, or is not there, was refused for that. Sent again, it would only be refused again.
    const isSame =
      error instanceof CallError && error.attempt === 'rejected' && error.facts.status === status;
    if (isSame && concernsReading.has(status)) return { error: refusal };
    throw error;
  }
  if (now === undefined) return { evidence: notAgreed };
  if (isAsWanted(now, after))
    return isDelta
      ? {
          evidence: `the inventory is ${now.inventory}, as wanted: it may have been applied and delivered twice, or somebody else made an equal change`,
        }
      : { done: { outcome: 'converged', id, before, after, state: stateWord(now), wasRefused: true } };
  if (now.inventory === before) return { error: refusal.withNothingChanged() };
  if (concernsRequest.has(status)) return { error: refusal };
  return { error: conflict?.(now, status) ?? refusal };
};

export const notAgreed = 'no two readings of the inventory agreed that are newer than the last change';

/** Undefined if it was not read. */
export const stateWord = ({ isClosed }: Pick<InventorySnapshot, 'isClosed'>): string | undefined =>
  isClosed === undefined ? undefined : isClosed ? 'CLOSED' : 'OPEN';
