import { counted } from '../words/counted.ts';
import { TooMuch } from './errors.ts';
import type { PlanTotals } from './plan.ts';

/** The limits that guard against a wrong file. */
export interface RunLimits {
  /** How many listings the run may close. */
  maxClose?: number | undefined;
  /** How many rows it may change, in percent of all rows. */
  maxChange?: number | undefined;
  /** Whether `maxClose` is 0 because of --no-close. */
  noClose?: boolean | undefined;
}

/** Returns an error if a plan exceeds a limit, as it may if the columns of the file have shifted. */
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
