import { Failure } from '../../failure/failure.ts';
import { invalidInput } from '../../failure/kinds.ts';
import { proposal } from '../../words/advice.ts';
import { capitalized, counted } from '../../words/counted.ts';
import type { RowReasons } from './row-reasons.ts';

export const inputChanged = (called: string): Failure =>
  invalidInput(`${called} was changed while it was being read`, 'Nothing was sent. Start the command again.');

/** A plan that is refused as a whole: nothing was sent. */
export class RefusedPlan extends Failure {
  /** The same error after the plan was shown, with further details. `skip` is the line that leaves invalid rows out. */
  shown = (details: readonly string[], skip?: string): Failure =>
    new Failure(this.message, {
      ...this.meaning,
      inWords: `${capitalized(this.message)}.`,
      hint:
        this.code === 'invalid-input' && skip
          ? proposal('Nothing was sent. To run the rest:', skip)
          : 'Nothing was sent.',
      details: details.length > 0 ? details : undefined,
    });

  /** The same error before the plan was shown, with the line that shows it. */
  advised = (dryRun: string): Failure =>
    new Failure(this.message, {
      ...this.meaning,
      hint: proposal(
        `Nothing was sent. To see ${this.code === 'invalid-input' ? 'all that is wrong' : 'the whole plan'}:`,
        dryRun,
      ),
    });
}

export const tooMuch = (message: string): RefusedPlan =>
  new RefusedPlan(message, {
    code: 'too-much',
    exit: 'usage',
    hint: 'Nothing was sent.',
  });

export const faultyRows = (faulty: number, faults: RowReasons): RefusedPlan =>
  new RefusedPlan(`${counted(faulty, 'row')} can't be used`, {
    code: 'invalid-input',
    exit: 'usage',
    hint: 'Nothing was sent. Fix the rows, or leave them out with --skip-invalid.',
    details: faults.places(),
  });
