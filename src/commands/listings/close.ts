import { closes } from '../../changes/change.ts';
import { Conflict, UnknownOutcome } from '../../changes/errors.ts';
import type { SetStep } from '../../changes/set.ts';
import { alsoMany } from '../../cli/bulk/also-many.ts';
import { errorColumn } from '../../cli/bulk/columns.ts';
import { NotFound } from '../../cli/errors.ts';
import { changeColumns } from '../../cli/inventory/columns.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { previewed } from '../../cli/preview.ts';
import { saysNotFound } from '../../cli/says-not-found.ts';
import { whereOf } from '../../cli/where.ts';
import type { Client } from '../../client/client.ts';
import { CallError } from '../../client/errors.ts';
import { listingId, many } from '../../flags/value-kinds.ts';
import type { Shown } from '../../terminal/columns.ts';
import { counted } from '../../words/counted.ts';

const nothing = () => 0;

export const close = alsoMany(
  {
    details:
      'Takes everything off sale by setting the inventory to 0, which closes the listing. All listings are read before the first is closed; where one is not found, none is closed, and the exit code is 3.',
    arguments: { ids: many(listingId('Identifier of a listing')) },
    flags: {},
    examples: [
      {
        does: 'One listing, asking first',
        line: 'resale listings close 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64',
      },
      {
        does: 'The same in a script',
        line: 'resale listings close 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 --yes',
      },
      {
        does: 'See the request, change nothing',
        line: 'resale listings close 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 --dry-run',
      },
    ],
    next: 'resale listings list --state closed',
    columns: changeColumns,
    fields: ['error'],
    async run(invocation, { arguments: { ids } }) {
      if (!invocation.settings.dryRun) await invocation.refuseReadOnly();
      const client = await invocation.client();
      const { setRequest } = await import('../../changes/set.ts');
      const steps = await plan(client, [...new Set(ids.map((said) => said.toLowerCase()))]);
      const changing = steps.filter(({ from, to }) => from !== to);
      if (invocation.settings.dryRun)
        return previewed(
          changing.map((step) => client.preview('updateInventory', setRequest(step))),
          invocation.settings,
        );
      const closing = changing.filter(closes);
      if (closing.length > 0)
        await invocation.confirmChange(
          question(closing, changing.length - closing.length, await whereOf(invocation)),
        );

      const [only] = steps;
      if (steps.length === 1 && only)
        return { kind: 'record', record: await closeOne(invocation, only), columns: changeColumns };
      const problems: Error[] = [];
      return {
        kind: 'records',
        records: closeAll(invocation, steps, problems),
        columns: [...changeColumns, errorColumn],
        problem: () => problems.find((problem) => problem instanceof UnknownOutcome) ?? problems[0],
      };
    },
  },
  { operation: 'listings close', notWithRows: [], request: () => ({ onConflict: 'retry' }) },
);

/** Reads what is there of each listing. Those that the service does not know are named together. */
const plan = async (client: Client, ids: readonly string[]): Promise<SetStep[]> => {
  const { planStep } = await import('../../changes/change.ts');
  const { readStart } = await import('../../changes/read.ts');
  const steps: SetStep[] = [];
  const missing: string[] = [];
  for (const id of ids)
    try {
      steps.push(planStep(await readStart(client, id), nothing));
    } catch (error) {
      if (!saysNotFound(error)) throw error;
      missing.push(`the identifier ${id}`);
    }
  if (missing.length > 0) throw new NotFound(`No listing has ${missing.join(', ')}`, 'Nothing was closed.');
  return steps;
};

/** Asks about the listings that close, and says how many are closed already and still hold something. */
const question = (closing: readonly SetStep[], closedBefore: number, where: string): string => {
  const [first] = closing;
  if (closing.length === 1 && closedBefore === 0 && first)
    return `This sets the inventory of ${first.id} from ${first.from} to 0 at ${where}, which closes the listing.`;
  const items = closing.reduce((sum, { from }) => sum + from, 0);
  const others =
    closedBefore > 0
      ? `, and sets ${counted(closedBefore, 'inventory', 'inventories')} of listings that are closed already to 0`
      : '';
  return `This closes ${counted(closing.length, 'listing')} with ${counted(items, 'item')} for sale at ${where}${others}.`;
};

const closeOne = async (invocation: Invocation, step: SetStep): Promise<Shown> => {
  const { changeInventory } = await import('../../changes/change.ts');
  const leave = { onConflict: 'fail', mayClose: true } as const;
  return { ...(await changeInventory(await invocation.client(), step, nothing, leave, invocation.patience)) };
};

/** Closes one after the other. One that can't be closed is shown as such and does not stop the others. */
async function* closeAll(
  invocation: Invocation,
  steps: readonly SetStep[],
  problems: Error[],
): AsyncGenerator<Shown> {
  for (const step of steps) {
    try {
      yield await closeOne(invocation, step);
    } catch (error) {
      if (!isAboutOneListing(error)) throw error;
      problems.push(error);
      const code = error instanceof CallError ? error.reason : error.meaning.code;
      const outcome = error instanceof UnknownOutcome ? 'unknown' : 'refused';
      yield {
        id: step.id,
        outcome,
        before: step.from,
        after: null,
        error: { code, message: invocation.redact(error.message) },
      };
    }
  }
}

const isAboutOneListing = (error: unknown): error is Conflict | UnknownOutcome | CallError =>
  error instanceof Conflict ||
  error instanceof UnknownOutcome ||
  (error instanceof CallError && error.refusesThisCall);
