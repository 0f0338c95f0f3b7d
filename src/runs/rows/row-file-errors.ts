import { Failure } from '../../failure/failure.ts';
import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';

const unreadable = { code: 'usage', exit: 'usage', hint: 'Nothing was sent.' } as const;

export const unreadableInput = (path: string, reason: string, options?: ErrorOptions): Failure =>
  new Failure(`${path} can't be read: ${reason}`, unreadable, options);

export const emptyInput = (path: string): Failure => new Failure(`${path} is empty`, unreadable);

export const notRows = (path: string, problem: string): Failure =>
  new Failure(`${path} is not a file of rows: ${problem}`, unreadable);

export const wrongEncoding = (path: string, why: string): Failure =>
  new Failure(`${path} is not written in UTF-8: ${why}`, {
    code: 'invalid-input',
    exit: 'usage',
    hint: 'Nothing was sent. Save the file as UTF-8 (in Excel: as "CSV UTF-8"), or as a workbook (.xlsx).',
  });

export const wrongColumns = (
  path: string,
  faults: readonly string[],
  known: readonly string[],
  /** No column is known, as in a file without a header. */
  isNoHeader = false,
): Failure =>
  new Failure(`the header of ${path} is wrong: ${faults.join('; ')}`, {
    code: 'invalid-input',
    exit: 'usage',
    hint: `Nothing was sent. ${isNoHeader ? 'The first row has to name the columns. ' : ''}Known columns: ${known.join(', ')}. --ignore-extra accepts other columns and ignores them.`,
  });

/** The copy of piped input, or the file of --failed-out, can't be written. */
export const unwritableRows = (path: string, reason: string, options?: ErrorOptions): Failure =>
  new Failure(
    `${path} can't be written: ${reason}`,
    {
      code: 'file-failed',
      exit: 'failed',
      hint: proposal(
        'Make room, or name a place that you may write to. To see what was run:',
        resaleLine('runs list'),
      ),
    },
    options,
  );
