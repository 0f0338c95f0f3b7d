import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { BelowZero, Conflict, WouldClose } from './errors.ts';
import type { InventoryChange } from './outcome.ts';
import { inventoryAtRest, readStock } from './read.ts';
import { applySet, type SetStep, type Stock } from './set.ts';
import { lookInto, type Patience, unknownOutcome } from './unconfirmed.ts';

/** What to do where somebody else changed the inventory in between. */
export const onConflictChoices = ['fail', 'skip', 'retry'] as const;
export type OnConflict = (typeof onConflictChoices)[number];

const mostTries = 5;

/** An inventory that is wanted: how it follows from the one that is there. */
export type Wanted = (current: number) => number;

/** The step that leads from a known inventory to the wanted one. */
export const planStep = (stock: Stock, wanted: Wanted): SetStep => {
  const { id, from } = stock;
  const to = wanted(from);
  if (to < 0) throw new BelowZero(id, from, to - from);
  return { ...stock, to };
};

/** Whether a step takes the last one off sale: the service then closes the listing, unless it is CLOSED already. */
export const closes = ({ from, to, isClosed }: Omit<SetStep, 'id'>): boolean =>
  to === 0 && from !== 0 && isClosed !== true;

/**
 * Whether something is there of a listing after a change, and none of it is for sale: nothing opens a closed listing
 * again. One whose state nobody has read was closed when its inventory reached 0.
 */
export const staysClosed = (
  { from, isClosed }: Partial<Stock>,
  { before, after }: Pick<InventoryChange, 'before' | 'after'>,
): boolean => after > 0 && (isClosed === true || (before === 0 && !(isClosed === false && from === 0)));

/** How far a change may go by itself. */
export interface Leave {
  onConflict: OnConflict;
  mayClose: boolean;
}

/**
 * Brings a listing's inventory to the wanted one, starting from a value that was read or is expected.
 * Nothing is sent where it is there already. A conflict fails, is skipped, or, with `retry`, is read again
 * and tried again, up to five times.
 */
export const changeInventory = async (
  client: Client,
  first: SetStep,
  wanted: Wanted,
  { onConflict, mayClose }: Leave,
  patience: Patience,
): Promise<InventoryChange> => {
  let step = first;
  for (let tries = 1; ; tries++) {
    if (step.from === step.to) return unchanged(step);
    if (closes(step) && !mayClose) throw new WouldClose(step.id, step.from);
    try {
      return await applySet(client, step, patience);
    } catch (error) {
      if (!(error instanceof Conflict) || onConflict === 'fail') throw error;
      if (onConflict === 'skip') return { ...unchanged({ ...step, from: error.actual }), outcome: 'skipped' };
      if (tries >= mostTries) throw error;
      step = planStep({ ...step, from: error.actual }, wanted);
    }
  }
};

const unchanged = ({ id, from }: SetStep): InventoryChange => ({
  id,
  availableInventory: from,
  outcome: 'unchanged',
  before: from,
  after: from,
});

/** A set that expects the value it wants: there is nothing to send, but the expectation is held against the listing. */
export const confirmExpected = async (client: Client, step: SetStep): Promise<InventoryChange> => {
  const { availableInventory } = await readStock(client, step.id);
  if (availableInventory !== step.from) throw new Conflict(step.id, step.from, availableInventory, step.to);
  return unchanged(step);
};

/** The request that adds to whatever inventory is there. */
export const adjustRequest = (id: string, delta: number) => ({
  params: { id },
  body: { action: 'ADJUST_INVENTORY' as const, inventoryAdjustment: delta },
});

/**
 * Adds to the inventory with one request. It can't be told from anybody else's change afterwards, so where the
 * answer is lost the outcome is unknown, and it is never sent again.
 */
export const adjustInventory = async (
  client: Client,
  id: string,
  delta: number,
  before: number | undefined,
  patience: Patience,
): Promise<InventoryChange> => {
  try {
    const answer = await client.call('updateInventory', adjustRequest(id, delta), {
      doubt: (said) =>
        sameIdentifier(said.id, id) ? undefined : `the answer speaks of another listing (${said.id})`,
    });
    const after = answer.availableInventory;
    return { ...answer, outcome: 'applied', before: after - delta, after };
  } catch (error) {
    if (!(error instanceof CallError) || error.attempt !== 'ambiguous') throw error;
    throw await lostAdjustment(client, { id, delta, from: before }, error, patience);
  }
};

/** An adjustment that was sent and not confirmed: the error that tells what is known of it. */
export const lostAdjustment = async (
  client: Client,
  { id, delta, from }: { id: string; delta: number; from: number | undefined },
  cause: CallError,
  patience: Patience,
): Promise<Error> => {
  const now = await lookInto(cause, patience, () => inventoryAtRest(client, id, patience));
  return unknownOutcome(
    { change: `Adjusting the inventory of ${id} by ${delta}`, cause },
    looksLike(now, from, delta),
    patience,
  );
};

const looksLike = (now: number | undefined, before: number | undefined, delta: number): string => {
  if (now === undefined) return 'the inventory could not be read since';
  if (before === undefined) return `the inventory is ${now} now`;
  if (now === before + delta) return `the inventory was ${before} and is ${now} now, so it looks applied`;
  if (now === before) return `the inventory is still ${now}, so it looks not applied`;
  return `the inventory was ${before} and is ${now} now, so others changed it too`;
};
