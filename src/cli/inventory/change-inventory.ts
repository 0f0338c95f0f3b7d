import { perform } from '../../changes/engine.ts';
import { type OnConflict, WouldClose } from '../../changes/errors.ts';
import { type Done, inventoryRecord } from '../../changes/outcome.ts';
import { isStep, type Planned, type Step } from '../../changes/step.ts';
import { mayBeClosed, type Stock } from '../../changes/stock.ts';
import type { Client } from '../../client/client.ts';
import type { Result } from '../../terminal/columns.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../permission.ts';
import { previewed } from '../preview.ts';
import { changeColumns } from './columns.ts';

/** How one change of an inventory may go on by itself. */
export interface Leave {
  onConflict: OnConflict;
  /** Refuses a change that would close the listing. */
  noClose: boolean;
}

/**
 * Does one planned change of an inventory for a command: shows it with --dry-run, asks before it closes the listing,
 * sends it, and says where nobody can buy what is there. `known` is what was read of the listing before.
 */
export const changeInventory = async (
  invocation: Invocation,
  client: Client,
  planned: Planned,
  known: Partial<Stock>,
  { onConflict, noClose }: Leave,
): Promise<Result> => {
  const { settings, patience } = invocation;
  if (settings.dryRun) {
    if (!isStep(planned) && 'error' in planned) throw planned.error;
    return previewed(isStep(planned) ? [planned.preview(client)] : [], settings);
  }
  const mayClose = await askBeforeClosing(invocation, planned, noClose);
  const done = await perform(planned, { client, patience, onConflict, mayClose });
  warnIfClosed(invocation, known, done);
  return { kind: 'record', record: inventoryRecord(done), columns: changeColumns };
};

/** What is asked before a change takes the last one off sale. */
export const closingQuestion = ({ id, before }: Step, where: string): string =>
  `This sets the inventory of ${id} from ${before} to 0 at ${where}, which closes the listing.`;

/** Returns whether the change, or one that has to be made instead of it, may close its listing. */
const askBeforeClosing = async (
  invocation: Invocation,
  planned: Planned,
  noClose: boolean,
): Promise<boolean> => {
  if (!isStep(planned) || !planned.closes) return invocation.settings.yes && !noClose;
  if (noClose) throw new WouldClose(planned.id ?? '', planned.before ?? 0);
  await invocation.confirmChange(closingQuestion(planned, await whereOf(invocation)));
  return true;
};

const warnIfClosed = (
  { warn }: Invocation,
  known: Partial<Stock>,
  { outcome, id, before, after }: Done,
): void => {
  if (outcome === 'skipped' || before == null || after == null) return;
  if (!mayBeClosed(known, { before, after })) return;
  const seen = known.isClosed
    ? `The listing ${id} was CLOSED when it was read`
    : `The inventory of ${id} was 0, which closes a listing`;
  warn(`${seen}; it may still be CLOSED. Check its state with: resale listings get ${id}`);
};
