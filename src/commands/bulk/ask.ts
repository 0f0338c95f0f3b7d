import type { PlanTotals } from '../../bulk/plan.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../where.ts';

/**
 * Asks before a run that changes something: always where someone is there to answer, and in a script, which answers with --yes, where the run
 * closes listings. Returns whether rows may close their listings.
 */
export const askBeforeRun = async (invocation: Invocation, { effects }: PlanTotals): Promise<boolean> => {
  if (!changesSomething(effects)) return invocation.settings.yes;
  const does = [
    ...(effects.change > 0 ? [`changes ${effects.change} inventories`] : []),
    ...(effects.close > 0 ? [`closes ${effects.close} listings`] : []),
    ...(effects.create > 0 ? [`creates ${effects.create} listings`] : []),
    ...(effects.grade > 0 ? [`grades ${effects.grade} items`] : []),
  ].join(' and ');
  if (effects.close > 0 || invocation.canAsk())
    await invocation.confirmChange(`This ${does} at ${await whereOf(invocation)}.`, 'many');
  else await invocation.mayChange('many');
  return invocation.settings.yes || effects.close > 0;
};

/** Whether a run with this plan sends a change at all. */
export const changesSomething = ({ change, create, grade, close }: PlanTotals['effects']): boolean =>
  change + create + grade + close > 0;
