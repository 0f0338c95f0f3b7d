import { perform } from '../../changes/engine.ts';
import { type OnConflict, WouldClose } from '../../changes/errors.ts';
import { type Done, inventoryRecord, orAnEqualChange } from '../../changes/outcome.ts';
import { isStep, type Planned, type Step } from '../../changes/step.ts';
import { mayBeClosed, readStock, type Stock } from '../../changes/stock.ts';
import type { Client } from '../../client/client.ts';
import { toggle } from '../../flags/value-kinds.ts';
import { a } from '../../json/schema.ts';
import type { Column } from '../../terminal/columns.ts';
import type { Result } from '../../terminal/results.ts';
import { capitalized } from '../../words/counted.ts';
import { printableAnswer } from '../confirmed.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../permission.ts';
import { previewed } from '../preview.ts';

export const noClose = toggle('Refuse a change that would close the listing');

export const changeColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  {
    field: 'availableInventory',
    title: 'INVENTORY',
    align: 'right',
    holds: a.orNull(a.integer),
  },
  { field: 'outcome', title: 'OUTCOME', role: 'outcome' },
  { field: 'before', title: 'BEFORE', align: 'right', holds: a.orNull(a.integer) },
  { field: 'after', title: 'AFTER', align: 'right', holds: a.orNull(a.integer) },
];

/** What a change may do without asking. */
interface ChangeOptions {
  onConflict: OnConflict;
  /** Refuses a change that would close the listing. */
  noClose: boolean;
  /** The name that was typed for the listing. */
  called?: string | undefined;
}

/**
 * Carries out one inventory change for a command: previews it with --dry-run, asks before it closes the listing, sends
 * it, and warns if the listing may be CLOSED. `known` is what was read of the listing before.
 */
export const changeInventory = async (
  invocation: Invocation,
  client: Client,
  planned: Planned,
  known: Partial<Stock>,
  { onConflict, noClose, called }: ChangeOptions,
): Promise<Result> => {
  const { settings, patience } = invocation;
  if (settings.dryRun) {
    if (!isStep(planned) && 'error' in planned) throw planned.error;
    return previewed(isStep(planned) ? [planned.preview(client)] : [], settings);
  }
  const mayClose = await askBeforeClosing(invocation, planned, noClose, called);
  const next = await afterQuestion(invocation, client, planned);
  const done = await perform(next, { client, patience, onConflict, mayClose });
  warnIfClosed(invocation, known, done);
  if (done.outcome === 'converged' && isStep(planned) && planned.isDelta)
    invocation.warn(capitalized(orAnEqualChange));
  return {
    kind: 'record',
    record: printableAnswer(inventoryRecord(done), invocation),
    columns: changeColumns,
  };
};

/** What adds to an inventory starts from what is there after the question, which may have been answered minutes later. */
const afterQuestion = async (
  { settings: { yes } }: Invocation,
  client: Client,
  planned: Planned,
): Promise<Planned> => {
  if (!isStep(planned) || !planned.isDelta || !planned.restart || !planned.closes || yes) return planned;
  return planned.restart((await readStock(client, planned.id ?? '')).inventory);
};

/** The question before a change that closes the listing. */
export const closingQuestion = ({ id, before }: Step, where: string, called?: string): string => {
  const which = called === undefined ? id : `${id} with ${called}`;
  return `This sets the inventory of ${which} from ${before} to 0 at ${where}, which closes the listing.`;
};

/** Returns whether the change, or a retry of it, may close the listing. */
const askBeforeClosing = async (
  invocation: Invocation,
  planned: Planned,
  noClose: boolean,
  called: string | undefined,
): Promise<boolean> => {
  if (!isStep(planned) || !planned.closes) return invocation.settings.yes && !noClose;
  if (noClose) throw new WouldClose(planned.id ?? '', planned.before ?? 0);
  await invocation.confirmChange(closingQuestion(planned, await whereOf(invocation), called));
  return true;
};

const warnIfClosed = ({ warn, here }: Invocation, known: Partial<Stock>, done: Done): void => {
  if (!mayBeClosed(known, done)) return;
  const { id, after } = done;
  const seen = known.isClosed
    ? 'The listing was CLOSED when it was read'
    : 'It was 0, which closes a listing';
  warn(
    `The inventory of ${id} is now ${after}. ${seen}, and may still be CLOSED: see its state with: ${here('listings get', [`${id}`])}`,
  );
};
