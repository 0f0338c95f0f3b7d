import { UnknownOutcome } from '../../changes/change-errors.ts';
import { InventoryItem } from '../../changes/inventory-item.ts';
import { listingsClose } from '../../changes/inventory-operations.ts';
import { readInventory } from '../../changes/inventory-snapshot.ts';
import { formatListingName } from '../../changes/listing-name.ts';
import { type Done, inventoryRecord, type Problem } from '../../changes/outcome.ts';
import { doneFromError, perform } from '../../changes/perform.ts';
import { isStep, type Planned } from '../../changes/step.ts';
import { explain, Failure } from '../../failure/failure.ts';
import { CallError, saysNotFound } from '../../http/call-error.ts';
import type { Client } from '../../http/client.ts';
import { closesListings } from '../../line/command.ts';
import type { Invocation } from '../../line/invocation.ts';
import { whereOf } from '../../line/permission.ts';
import { previewed } from '../../line/preview.ts';
import { nothingThere } from '../../line/usage-error.ts';
import { listingIds, manyOtherNames, type OtherNames, resolveListings } from '../../names/typed-names.ts';
import { alsoMany } from '../../runs/command/also-many.ts';
import { errorColumn } from '../../runs/report/row-columns.ts';
import type { Shown } from '../../terminal/columns.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import {
  changeColumns,
  changeResult,
  changeSentence,
  closingQuestion,
  listingName,
  previewSentence,
} from '../inventory/change-inventory.ts';

export const close = alsoMany(
  {
    details:
      'Sets the inventory to 0, which closes the listing. All listings are read before the first is closed. If one is not found, none is closed, and the exit code is 3.',
    effect: closesListings,
    arguments: { ids: listingIds },
    flags: manyOtherNames,
    conflicts: ['--from --external-id', '--from --sku'],
    examples: [
      {
        does: 'One listing, asking first',
        line: 'resale listings close RETURN-000010',
      },
      {
        does: 'Several, in a script',
        line: 'resale listings close RETURN-000012 RETURN-000013 --yes',
      },
      {
        does: 'What would the rows of a file close?',
        line: 'resale listings close --from gone.csv --dry-run',
      },
    ],
    next: 'resale listings list --state closed',
    answer: { shape: 'either', fields: [...changeColumns, { ...errorColumn, optional: true }] },
    async run(invocation, { arguments: { ids }, flags }) {
      return closeListings(invocation, ids, flags);
    },
  },
  {
    operation: async () => listingsClose,
    changesInventory: true,
    options: () => ({ onConflict: 'retry' }),
  },
);

/** Closes the listings that are named: reads all of them, asks once, and closes one after the other. */
const closeListings = async (
  invocation: Invocation,
  typed: readonly string[],
  names: OtherNames,
): Promise<Result> => {
  const { settings } = invocation;
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const client = await invocation.client();
  const listings = await resolveListings(client, typed, names, invocation);
  const ids = new Set(listings.map(({ id }) => id.toLowerCase()));
  const plans = await planClosing(client, ids, invocation);
  const steps = plans.filter(isStep);
  if (settings.dryRun)
    return previewed(
      steps.map((step) => step.preview(client)),
      settings,
      listings.length > 1,
      plans.map((planned) => previewSentence(planned, invocation)),
    );
  const closing = steps.filter(({ closes }) => closes);
  if (closing.length > 0) await invocation.confirmChange(closingQuestion(closing, await whereOf(invocation)));

  const close = (planned: Planned): Promise<Done> =>
    perform(planned, { client, settling: invocation.settling, onConflict: 'retry', mayClose: true });
  const [only] = plans;
  if (listings.length === 1 && only) return changeResult(await close(only), invocation);
  const problems: Error[] = [];
  let isStopped = false;
  return {
    kind: 'records',
    records: async (show) => {
      for (const [at, planned] of plans.entries())
        try {
          const isLeft = isStopped && isStep(planned);
          await show([isLeft ? unsent(planned) : await closeOne(planned, close, problems, invocation)]);
        } catch (error) {
          // For the first listing, the error alone is enough.
          if (at === 0 || !(error instanceof CallError)) throw error;
          isStopped = true;
          problems.unshift(error);
          const message = invocation.redact(explain(error).message);
          await show([unsent(planned, { code: error.reason, message })]);
        }
    },
    sentence: (record) => closedSentence(record, invocation),
    problem: () =>
      problems.find((problem) => problem instanceof UnknownOutcome) ?? notClosed(problems, plans, isStopped),
  };
};

/** Some of the listings were not closed. A terminal has shown why, unless one of them stopped the rest. */
const notClosed = (
  problems: readonly Error[],
  plans: readonly Planned[],
  isStopped: boolean,
): Failure | undefined => {
  const [first] = problems;
  if (first === undefined) return undefined;
  const count = `${problems.length} of ${counted(plans.length, 'listing')}`;
  const inWords = isStopped ? undefined : `${count} ${problems.length === 1 ? 'was' : 'were'} not closed.`;
  return new Failure(first.message, { ...explain(first), hint: undefined, inWords }, { cause: first });
};

/** `✓ RETURN-000002: 9 → 0, closed`, or `✗ RETURN-000002: frozen`. */
const closedSentence = (record: Shown, invocation: Invocation): string => {
  const done = record as unknown as Done;
  const name = listingName(done.id, invocation);
  if (done.outcome === 'unsent') return `✗ ${name}: not sent`;
  return done.error ? `✗ ${name}: ${done.error.message}` : changeSentence(done, name);
};

const planClosing = async (
  client: Client,
  ids: Iterable<string>,
  { nameListing }: Invocation,
): Promise<Planned[]> => {
  const plans: Planned[] = [];
  const missing: string[] = [];
  const refusals: CallError[] = [];
  for (const id of ids)
    try {
      const listing = await readInventory(client, id);
      nameListing(id, listing.name);
      plans.push(new InventoryItem([], () => 0).plan(listing));
    } catch (error) {
      if (!saysNotFound(error)) throw error;
      missing.push(formatListingName({ by: 'id', value: id }));
      refusals.push(error);
    }
  if (missing.length > 0)
    throw nothingThere(`No listing has ${missing.join(' or ')}`, 'Nothing was closed.', refusals);
  return plans;
};

/** A listing that was not reached. The first one has the error that stopped the rest. */
const unsent = (planned: Planned, error: Problem | null = null): Shown => ({
  id: isStep(planned) ? planned.id : '',
  outcome: 'unsent',
  before: isStep(planned) ? planned.before : null,
  after: null,
  error,
});

/** Closes a listing. A refusal, and an outcome that is unknown, are reported with it, and do not stop the others. */
const closeOne = async (
  planned: Planned,
  close: (planned: Planned) => Promise<Done>,
  problems: Error[],
  invocation: Invocation,
): Promise<Shown> => {
  try {
    return inventoryRecord(await close(planned));
  } catch (error) {
    const done = doneFromError(error);
    if (!done?.error) throw error;
    problems.push(error as Error);
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
