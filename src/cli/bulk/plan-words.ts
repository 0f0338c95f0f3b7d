import type { PlanTotals } from '../../bulk/plan.ts';
import type { EffectWords, Operation } from '../../changes/operation.ts';
import { counted } from '../../words/counted.ts';

/** Effects that send nothing. */
const withoutRequest: Readonly<Record<string, string>> = {
  none: 'without effect',
  skip: 'there already',
  conflict: 'in conflict',
  fault: 'with faults',
};

/** An effect of a plan on the shop, and its number of rows. */
interface PlannedEffect extends EffectWords {
  count: number;
}

/** Lists the effects of a plan on the shop. An effect that the operation does not describe appears under its own name. */
export const effectsOf = ({ effects }: PlanTotals, operation: Operation): PlannedEffect[] =>
  [...new Set([...Object.keys(operation.effects), ...Object.keys(effects)])].flatMap((effect) => {
    const count = effects[effect] ?? 0;
    if (count === 0 || Object.hasOwn(withoutRequest, effect)) return [];
    const words: EffectWords = operation.effects[effect] ?? {
      planned: `to ${effect}`,
      does: (rows) => `does "${effect}" to ${counted(rows, 'row')}`,
    };
    return [{ ...words, count }];
  });

/** `Plan: 120 rows: 100 to change (88 in CLOSED listings), 5 to close, 15 without effect.` */
export const planWords = (totals: PlanTotals, operation: Operation): string => {
  const { rows, inClosedListings, effects } = totals;
  const said = [
    ...effectsOf(totals, operation).map(({ count, planned }) => `${count} ${planned}`),
    ...Object.entries(withoutRequest).flatMap(([effect, words]) =>
      effects[effect] ? [`${effects[effect]} ${words}`] : [],
    ),
  ];
  const [first, ...others] = said;
  const parts = first === undefined ? [] : [`${first}${closedListingsWords(inClosedListings)}`, ...others];
  return `Plan: ${counted(rows, 'row')}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
};

/** Warns that a restock may not put items back on sale. */
export const closedListingsWords = (count: number): string =>
  count === 0 ? '' : ` (${count} in ${count === 1 ? 'a CLOSED listing' : 'CLOSED listings'})`;
