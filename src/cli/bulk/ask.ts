import { faultLines } from '../../bulk/fault-lines.ts';
import type { Job } from '../../bulk/job.ts';
import type { PlanTotals } from '../../bulk/plan.ts';
import { counted } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../where.ts';
import { stayClosedWords } from './words.ts';

/** How many faults of rows are shown before a question; the run itself tells of all. */
const faultsShown = 5;

/**
 * Asks before a run that changes something: always where someone is there to answer, and in a script, which answers with
 * --yes, where the run closes listings. Returns whether rows may close their listings.
 */
export const askBeforeRun = async (
  invocation: Invocation,
  { totals: { effects, stayClosed, faults }, sharesLines }: Pick<Job, 'totals' | 'sharesLines'>,
): Promise<boolean> => {
  if (!changesSomething(effects)) return invocation.settings.yes;
  const does = [
    ...(effects.change > 0
      ? [`changes ${counted(effects.change, 'inventory', 'inventories')}${stayClosedWords(stayClosed)}`]
      : []),
    ...(effects.close > 0 ? [`closes ${counted(effects.close, 'listing')}`] : []),
    ...(effects.create > 0 ? [`creates ${counted(effects.create, 'listing')}`] : []),
    ...(effects.grade > 0 ? [`grades ${counted(effects.grade, 'item')}`] : []),
  ].join(' and ');
  if (invocation.canAsk() && !invocation.settings.yes)
    for (const line of faultLines(effects.fault, faults.slice(0, faultsShown), sharesLines))
      invocation.note(`  ${line}`);
  if (effects.close > 0 || invocation.canAsk())
    await invocation.confirmChange(`This ${does} at ${await whereOf(invocation)}.`, 'many');
  else await invocation.mayChange('many');
  return invocation.settings.yes || effects.close > 0;
};

/** Whether a run with this plan sends a change at all. */
export const changesSomething = ({ change, create, grade, close }: PlanTotals['effects']): boolean =>
  change + create + grade + close > 0;
