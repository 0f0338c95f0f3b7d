import { TooMuch } from './errors.ts';
import type { PlanTotals } from './plan.ts';

/** The most that a run may do without being looked at again. */
export interface Guards {
  /** Listings that it may close. */
  maxClose?: number | undefined;
  /** Rows that it may change, in percent of all. */
  maxChange?: number | undefined;
  /** It may close none, since the user said so by --no-close. */
  noClose?: boolean | undefined;
}

/** What a plan does more than it may, as one does whose file has its columns shifted. */
export const excessOf = (
  { rows, effects }: PlanTotals,
  { maxClose, maxChange, noClose }: Guards,
): TooMuch | undefined => {
  const changes = effects.change + effects.close + effects.create + effects.grade;
  if (maxClose !== undefined && effects.close > maxClose)
    return new TooMuch(
      `the plan closes ${effects.close} listing${effects.close === 1 ? '' : 's'}, and ${noClose ? '--no-close allows none' : `--max-close allows ${maxClose}`}`,
    );
  if (maxChange !== undefined && rows > 0 && (changes / rows) * 100 > maxChange)
    return new TooMuch(
      `the plan changes ${changes} of ${rows} rows (${((changes / rows) * 100).toFixed(1)} %), and --max-change allows ${maxChange} %`,
    );
  return undefined;
};
