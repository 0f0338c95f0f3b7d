import type { Counts } from '../../bulk/outcome.ts';
import type { PlanTotals } from '../../bulk/plan.ts';

/** `120 rows: 100 change, 15 have no effect, 5 close` */
export const planWords = ({ rows, effects }: PlanTotals): string => {
  const parts = [
    [effects.change, 'change'],
    [effects.close, 'close'],
    [effects.create, 'create a listing'],
    [effects.grade, 'are graded'],
    [effects.none, 'without effect'],
    [effects.skip, 'there already'],
    [effects.conflict, 'in conflict'],
    [effects.fault, 'with faults'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `Plan: ${rows} row${rows === 1 ? '' : 's'}${said.length > 0 ? `: ${said.join(', ')}` : ''}.`;
};

/** `100 applied, 2 refused` */
export const countWords = (counts: Counts): string => {
  const said = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  return said.length > 0 ? said.join(', ') : 'no rows';
};
