import { Conflict, type OnConflict, UnknownOutcome, WouldClose } from '../changes/change-errors.ts';
import { InventoryItem, planFromReading } from '../changes/inventory-item.ts';
import { type InventorySnapshot, readInventory } from '../changes/inventory-snapshot.ts';
import { AddToInventory, ReplaceInventory } from '../changes/inventory-steps.ts';
import type { Done } from '../changes/outcome.ts';
import { doneFromError, perform, sendStep, settle } from '../changes/perform.ts';
import type { Failure } from '../failure/failure.ts';
import { CallError, InvalidInput } from '../http/call-error.ts';
import type {
  ChangeOptions,
  InventoryDone,
  InventoryRefused,
  InventoryResult,
  InventoryUnknown,
  Problem,
  SetInventoryOptions,
} from './interface.ts';
import type { Call } from './own-connection.ts';
import type { InventoryUpdate, UpdatedInventory } from './record-types.ts';

/** Sends one inventory update. It checks a refusal by reading the listing, since a gateway may have delivered the update twice. */
export const updateInventory = async (
  { client, connection: { settling } }: Call,
  id: string,
  update: InventoryUpdate,
): Promise<UpdatedInventory> => {
  client.preview('updateInventory', { params: { id }, body: update ?? {} });
  const step =
    update.action === 'SET_INVENTORY'
      ? new ReplaceInventory(id, update.oldInventory, update.newInventory, undefined, true)
      : new AddToInventory(id, update.inventoryAdjustment);
  const sentAt = settling.clock.ticks();
  try {
    const { answer } = await sendStep(step, client, settling);
    return answer as unknown as UpdatedInventory;
  } catch (error) {
    if (error instanceof CallError && error.attempt === 'rejected')
      await settle(step, error, client, settling, sentAt).catch((failure: unknown) => {
        if (failure instanceof UnknownOutcome) throw failure;
      });
    throw error;
  }
};

export const setInventory = (
  call: Call,
  id: string,
  { quantity, expect, mayClose }: SetInventoryOptions & { quantity: number },
): Promise<InventoryResult> =>
  performChange(call, id, {
    item: new InventoryItem([], () => quantity, { expect }),
    // If the expected value is the wanted one, nothing is sent, so the listing is read to check it.
    known: expect === undefined || expect === quantity ? undefined : { inventory: expect },
    mayClose,
    onConflict: 'fail',
  });

/** Adds to an inventory by compare-and-set, so that its result can be checked. */
export const adjustInventory = (
  call: Call,
  id: string,
  { delta, mayClose }: ChangeOptions & { delta: number },
): Promise<InventoryResult> =>
  performChange(call, id, {
    item: new InventoryItem([], (current) => current + delta, { delta }),
    mayClose,
    onConflict: 'retry',
  });

interface Change extends Pick<ChangeOptions, 'mayClose'> {
  item: InventoryItem;
  known?: Pick<InventorySnapshot, 'inventory'> | undefined;
  onConflict: OnConflict;
}

const performChange = async (
  { client, connection: { settling } }: Call,
  id: string,
  { item, known, mayClose = false, onConflict }: Change,
): Promise<InventoryResult> => {
  try {
    const planned = known
      ? item.plan({ id, isClosed: undefined, ...known })
      : planFromReading(item, await readInventory(client, id), settling.own);
    const { outcome, before, after } = await perform(planned, {
      client,
      settling,
      onConflict,
      mayClose,
    });
    return { outcome, id, before, after } as InventoryDone;
  } catch (error) {
    // What breaks a rule is a mistake of the program, and no answer of the shop.
    const done = error instanceof InvalidInput ? undefined : doneFromError(error);
    if (done === undefined) throw error;
    const { outcome, before = null, after = null } = done;
    const conflict = error instanceof Conflict ? { expected: error.expected, actual: error.actual } : {};
    return { outcome, id, before, after, error: problemOf(error as Failure, done), ...conflict } as
      | InventoryRefused
      | InventoryUnknown;
  }
};

/** The code of the error, which says more than that of a row, and a message for who writes programs. */
const problemOf = (error: Failure, done: Done): Problem => ({
  code: error.code,
  message: `${done.error?.message}${error instanceof WouldClose ? ', for which mayClose must be true' : ''}`,
});
