import { faultLines } from '../../bulk/errors.ts';
import type { Plan } from '../../bulk/plan.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../permission.ts';
import { closedListingsWords, effectsOf } from './plan-words.ts';

/** How many faults are shown before the question. The run reports all of them. */
const faultsShown = 5;

/**
 * Asks for confirmation before a run that changes something: always at a terminal, and in a script (which confirms with
 * --yes) if an effect needs it. Returns whether rows may close their listings.
 */
export const askBeforeRun = async (
  invocation: Invocation,
  { totals, sharesLines }: Pick<Plan, 'totals' | 'sharesLines'>,
  operation: Operation,
): Promise<boolean> => {
  const { yes } = invocation.settings;
  const effects = effectsOf(totals, operation);
  if (effects.length === 0) return yes;
  if (invocation.canAsk() && !yes)
    for (const line of faultLines(
      totals.effects.fault ?? 0,
      totals.faults.slice(0, faultsShown),
      sharesLines,
    ))
      invocation.note(`  ${line}`);
  const [first = '', ...others] = effects.map(({ count, does }) => does(count));
  const does = [`${first}${closedListingsWords(totals.inClosedListings)}`, ...others].join(' and ');
  if (invocation.canAsk() || effects.some(({ needsNoYes }) => !needsNoYes))
    await invocation.confirmChange(`This ${does} at ${await whereOf(invocation)}.`, 'many');
  else await invocation.mayChange('many');
  return yes || effects.some(({ closes }) => closes);
};
