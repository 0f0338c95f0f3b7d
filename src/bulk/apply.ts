import { adjustInventory, closes, lostAdjustment } from '../changes/change.ts';
import { looksForCreated, searchCreated } from '../changes/create.ts';
import { Conflict, UnknownOutcome } from '../changes/errors.ts';
import { applySet, labelSet } from '../changes/set.ts';
import { lookInto, type Patience } from '../changes/unconfirmed.ts';
import { CallError } from '../client/errors.ts';
import type { JournalRecord } from './journal/records.ts';
import { type Done, intend, type RowPlace, type RunContext } from './runner.ts';
import type { Step } from './step.ts';

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

const mostTries = 5;

/**
 * Replaces a row's inventory. Each attempt's intent is on disk before its request leaves. Where somebody changed the
 * inventory meanwhile, and the user wants it, it goes on from there; after an attempt that was not confirmed it never does.
 */
export const applySetRow = async (
  place: RowPlace,
  step: StepOf<'set'>,
  context: RunContext,
  patience: Patience,
): Promise<Done> => {
  const { client, onConflict, mayClose } = context;
  const { id, wanted, pinned, isClosed } = step;
  let { from, to } = step;
  for (let tries = 1; ; tries++) {
    if (from === to) return { outcome: 'unchanged', id, before: from, after: from };
    if (to < 0) return refused(id, from, 'below-zero', `the inventory is ${from}, and would go below 0`);
    if (closes({ from, to, isClosed }) && !mayClose)
      return refused(id, from, 'would-close', `the inventory is ${from} now, and 0 would close the listing`);
    await intend(place, context, { id, from, to });
    try {
      const { outcome, before, after } = await applySet(client, { id, from, to }, patience);
      return { outcome, id, before, after };
    } catch (error) {
      if (error instanceof UnknownOutcome) return unknown(id, from, error);
      if (!(error instanceof Conflict)) throw error;
      if (onConflict === 'skip')
        return { outcome: 'skipped', id, before: error.actual, after: error.actual, error: conflict(error) };
      if (onConflict === 'fail' || pinned || tries >= mostTries)
        return { outcome: 'refused', id, before: error.actual, after: error.actual, error: conflict(error) };
      from = error.actual;
      to = wanted(from);
    }
  }
};

const refused = (id: string, at: number, code: string, message: string): Done => ({
  outcome: 'refused',
  id,
  before: at,
  after: at,
  error: { code, message },
});

const conflict = ({ meaning, message }: Conflict) => ({ code: meaning.code, message });

const unknown = (id: string, before: number | null, { meaning, message, cause }: UnknownOutcome): Done => ({
  outcome: 'unknown',
  id,
  before,
  after: null,
  error: { code: meaning.code, message },
  open: cause instanceof CallError && cause.reason === 'interrupted',
});

/** Adds to a row's inventory with one request, at most once. */
export const applyAdjustRow = async (
  place: RowPlace,
  { id, delta, from, isClosed }: StepOf<'adjust'>,
  context: RunContext,
  patience: Patience,
): Promise<Done> => {
  if (closes({ from, to: from + delta, isClosed }) && !context.mayClose)
    return refused(id, from, 'would-close', `the inventory is ${from}, and 0 would close the listing`);
  await intend(place, context, { id, from, delta });
  try {
    const { before, after } = await adjustInventory(context.client, id, delta, from, patience);
    return { outcome: 'applied', id, before, after };
  } catch (error) {
    if (error instanceof UnknownOutcome) return unknown(id, from, error);
    throw error;
  }
};

/**
 * Creates a row's listing with one request. Its external identifier was in no listing before, so where the answer was
 * lost, one listing that has it is the one.
 */
export const applyCreateRow = async (
  place: RowPlace,
  { payload }: StepOf<'create'>,
  context: RunContext,
  patience: Patience,
): Promise<Done> => {
  const key = payload.externalIdentifier;
  await intend(place, context, { key });
  try {
    const { id } = await context.client.call('createListing', { body: payload });
    return { outcome: 'applied', id };
  } catch (error) {
    if (!(error instanceof CallError) || error.attempt !== 'ambiguous') throw error;
    return labelCreate(key, error, context.client, patience);
  }
};

/** What can be told of a creation that was not confirmed. */
export const labelCreate = async (
  externalIdentifier: string,
  cause: CallError,
  client: RunContext['client'],
  patience: Patience,
): Promise<Done> => {
  const found = await lookInto(cause, patience, () =>
    searchCreated(client, externalIdentifier, looksForCreated, patience.signal),
  );
  const [only] = found ?? [];
  if (found?.length === 1 && only !== undefined) return { outcome: 'converged', id: only };
  const evidence =
    found === undefined
      ? 'the list could not be searched for it'
      : found.length === 0
        ? 'no listing has its external identifier so far'
        : `${found.length} listings have its external identifier: ${found.join(', ')}`;
  return {
    outcome: 'unknown',
    error: { code: 'unknown', message: `${cause.facts.detail.replace(/\.$/, '')}; ${evidence}` },
  };
};

/** A row whose request may have left before the tool was stopped: what can be told of it now. It is never sent again. */
export const labelOpenIntent = async (
  intent: Extract<JournalRecord, { kind: 'intent' }>,
  { client, intended }: RunContext,
  patience: Patience,
): Promise<Done> => {
  const { row, id, from, to, delta, key } = intent;
  intended.add(row);
  const cause = new CallError('ambiguous', 'connection-lost', {
    method: '',
    url: '',
    effect: 'change',
    detail: 'the tool was stopped before it had the answer',
  });
  if (key !== undefined) return labelCreate(key, cause, client, patience);
  if (id === undefined || from === undefined)
    return { outcome: 'unknown', error: { code: 'unknown', message: cause.facts.detail } };
  try {
    if (to === undefined)
      throw await lostAdjustment(client, { id, from, delta: delta ?? 0 }, cause, patience);
    const { outcome, before, after } = await labelSet(client, { id, from, to }, cause, patience);
    return { outcome, id, before, after };
  } catch (error) {
    if (error instanceof UnknownOutcome) return unknown(id, from, error);
    throw error;
  }
};
