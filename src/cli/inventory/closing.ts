import { closes, staysClosed } from '../../changes/change.ts';
import { WouldClose } from '../../changes/errors.ts';
import type { InventoryChange } from '../../changes/outcome.ts';
import type { SetStep, Stock } from '../../changes/set.ts';
import { toggle } from '../../flags/value-kinds.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../where.ts';

/** The flag that refuses an update which closes the listing. */
export const noClose = toggle('Refuse a change that would close the listing');

/**
 * Asks before a change takes the last one off sale, which closes the listing. Returns whether the change, or one
 * that has to be made instead of it, may close it.
 */
export const askBeforeClosing = async (
  invocation: Invocation,
  step: SetStep,
  refuse: boolean,
): Promise<boolean> => {
  if (closes(step)) {
    if (refuse) throw new WouldClose(step.id, step.from);
    await invocation.confirmChange(
      `This sets the inventory of ${step.id} from ${step.from} to 0 at ${await whereOf(invocation)}, which closes the listing.`,
    );
    return true;
  }
  return invocation.settings.yes && !refuse;
};

/** Says of a change that went well, where it is so, that nobody can buy what is there now: the listing is closed. */
export const warnWhereClosed = (
  { warn }: Invocation,
  known: Partial<Stock>,
  change: InventoryChange,
): void => {
  if (change.outcome === 'skipped' || !staysClosed(known, change)) return;
  const is = known.isClosed ? 'is CLOSED' : 'was closed when its inventory reached 0';
  warn(
    `The listing ${change.id} ${is}, and stays so: nobody can buy what is there. To sell it, create a new listing.`,
  );
};
