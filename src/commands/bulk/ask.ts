import type { PlanTotals } from '../../bulk/plan.ts';
import { someoneIsThere } from '../../terminal/io.ts';
import type { Invocation } from '../invocation.ts';

/**
 * Asks before a run: always where someone is there to answer, and in a script, which answers with --yes, where the run
 * closes listings. Returns whether rows may close their listings.
 */
export const askBeforeRun = async (invocation: Invocation, { effects }: PlanTotals): Promise<boolean> => {
  const changes = effects.change + effects.create + effects.grade;
  if (changes + effects.close === 0) return invocation.settings.yes;
  const { name, baseUrl } = await invocation.profile();
  const does = [
    ...(effects.change > 0 ? [`changes ${effects.change} inventories`] : []),
    ...(effects.close > 0 ? [`closes ${effects.close} listings`] : []),
    ...(effects.create > 0 ? [`creates ${effects.create} listings`] : []),
    ...(effects.grade > 0 ? [`grades ${effects.grade} items`] : []),
  ].join(' and ');
  const where = name === undefined ? baseUrl : `${name} (${baseUrl})`;
  if (effects.close > 0 || (someoneIsThere(invocation.io) && invocation.settings.mayAsk))
    await invocation.confirm(`This ${does} at ${where}. Go on?`);
  return invocation.settings.yes || effects.close > 0;
};
