import { doneFromError, perform } from '../../changes/engine.ts';
import { UnknownOutcome } from '../../changes/errors.ts';
import { InventoryItem } from '../../changes/inventory.ts';
import { readInventory } from '../../changes/inventory-snapshot.ts';
import { type Done, inventoryRecord } from '../../changes/outcome.ts';
import { isStep, type Planned, type Step } from '../../changes/step.ts';
import type { Client } from '../../client/client.ts';
import { type CallError, saysNotFound } from '../../client/errors.ts';
import type { Shown } from '../../terminal/columns.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { printableAnswer } from '../confirmed.ts';
import { notFound } from '../errors.ts';
import { changeResult, closingQuestion, previewSentence } from '../inventory/change-inventory.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../permission.ts';
import { previewed } from '../preview.ts';
import { listingsMeant, type OtherNames } from './listing-names.ts';

/** Closes the listings that are named: reads all of them, asks once, and closes one after the other. */
export const closeListings = async (
  invocation: Invocation,
  typed: readonly string[],
  names: OtherNames,
): Promise<Result> => {
  const { settings } = invocation;
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const client = await invocation.client();
  const listings = await listingsMeant(client, typed, names, invocation);
  const plans = await planClosing(client, [...new Set(listings.map((id) => id.toLowerCase()))]);
  const steps = plans.filter(isStep);
  if (settings.dryRun)
    return previewed(
      steps.map((step) => step.preview(client)),
      settings,
      listings.length > 1,
      plans[0] && previewSentence(plans[0], invocation),
    );
  const closing = steps.filter(({ closes }) => closes);
  if (closing.length > 0)
    await invocation.confirmChange(
      question(closing, steps.length - closing.length, await whereOf(invocation)),
    );

  const close = (planned: Planned): Promise<Done> =>
    perform(planned, { client, settling: invocation.settling, onConflict: 'retry', mayClose: true });
  const [only] = plans;
  if (listings.length === 1 && only) return changeResult(await close(only), invocation);
  const problems: unknown[] = [];
  return {
    kind: 'records',
    records: async (show) => {
      for (const planned of plans) await show([await closeOne(planned, close, problems, invocation)]);
    },
    problem: () => (problems.find((problem) => problem instanceof UnknownOutcome) ?? problems[0]) as Error,
  };
};

/** Reads and plans each listing. Unknown identifiers are reported together. */
const planClosing = async (client: Client, ids: readonly string[]): Promise<Planned[]> => {
  const plans: Planned[] = [];
  const missing: string[] = [];
  const refusals: CallError[] = [];
  for (const id of ids)
    try {
      plans.push(new InventoryItem([], () => 0).plan(await readInventory(client, id)));
    } catch (error) {
      if (!saysNotFound(error)) throw error;
      missing.push(`the identifier ${id}`);
      refusals.push(error);
    }
  if (missing.length > 0)
    throw notFound(`No listing has ${missing.join(', ')}`, 'Nothing was closed.', refusals);
  return plans;
};

/** Words the question: the listings that close, and how many CLOSED ones still have an inventory. */
const question = (closing: readonly Step[], closedBefore: number, where: string): string => {
  const [first] = closing;
  if (closing.length === 1 && closedBefore === 0 && first) return closingQuestion(first, where);
  const items = closing.reduce((sum, { before }) => sum + (before ?? 0), 0);
  const others =
    closedBefore > 0
      ? `, and sets ${counted(closedBefore, 'inventory', 'inventories')} of listings that are closed already to 0`
      : '';
  return `This closes ${counted(closing.length, 'listing')} with ${counted(items, 'item')} for sale at ${where}${others}.`;
};

/** Closes a listing. A failure is reported with it, and does not stop the others. */
const closeOne = async (
  planned: Planned,
  close: (planned: Planned) => Promise<Done>,
  problems: unknown[],
  invocation: Invocation,
): Promise<Shown> => {
  try {
    return printableAnswer(inventoryRecord(await close(planned)), invocation);
  } catch (error) {
    const done = doneFromError(error);
    if (!done?.error) throw error;
    problems.push(error);
    const { id, before } = isStep(planned) ? planned : done;
    const { code, message } = done.error;
    return {
      id,
      outcome: done.outcome,
      before,
      after: null,
      error: { code, message: invocation.redact(message) },
    };
  }
};
