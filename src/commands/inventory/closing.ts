import { closes } from '../../inventory/change.ts';
import { WouldClose } from '../../inventory/errors.ts';
import type { SetStep } from '../../inventory/set.ts';
import type { Invocation } from '../invocation.ts';
import { toggle } from '../value-kinds.ts';
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
