import type { PlanTotals } from '../../bulk/plan.ts';
import { counted } from '../../words/counted.ts';

/** `Plan: 120 rows: 100 to change (of them 88 in listings that are closed and stay so), 5 to close, 15 without effect.` */
export const planWords = ({ rows, effects, stayClosed }: PlanTotals): string => {
  const parts = [
    [effects.change, `to change${stayClosedWords(stayClosed)}`],
    [effects.close, 'to close'],
    [effects.create, 'to create'],
    [effects.grade, 'to grade'],
    [effects.none, 'without effect'],
    [effects.skip, 'there already'],
    [effects.conflict, 'in conflict'],
    [effects.fault, 'with faults'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `Plan: ${counted(rows, 'row')}${said.length > 0 ? `: ${said.join(', ')}` : ''}.`;
};

/** What a restock would have people believe: that somebody can buy what is there now. */
export const stayClosedWords = (count: number): string =>
  count === 0
    ? ''
    : ` (of them ${count} in ${count === 1 ? 'a listing that is closed and stays so' : 'listings that are closed and stay so'})`;
