import { counted } from '../words/counted.ts';
import { TooMuch } from './errors.ts';
import type { PlanTotals } from './plan.ts';

/** The most that a run may do without being looked at again. */
export interface RunLimits {
  /** Listings that it may close. */
  maxClose?: number | undefined;
  /** Rows that it may change, in percent of all. */
  maxChange?: number | undefined;
  /** It may close none, since the user said so by --no-close. */
  noClose?: boolean | undefined;
}

/** What a plan does more than it may, as one does whose file has its columns shifted. */
export const excessOf = (
  { rows, changes, closings }: PlanTotals,
  { maxClose, maxChange, noClose }: RunLimits,
): TooMuch | undefined => {
  if (maxClose !== undefined && closings > maxClose)
    return new TooMuch(
      `the plan closes ${counted(closings, 'listing')}, and ${noClose ? '--no-close allows none' : `--max-close allows ${maxClose}`}`,
    );
  const percent = rows === 0 ? 0 : (changes / rows) * 100;
  if (maxChange !== undefined && percent > maxChange)
    return new TooMuch(
      `the plan changes ${changes} of ${rows} rows (${percent.toFixed(1)} %), and --max-change allows ${maxChange} %`,
    );
  return undefined;
};
