import { Failure } from '../../failure/failure.ts';
import { resaleLine } from '../../words/resale-line.ts';

const unreadable = { code: 'unreadable-input', exit: 'usage', hint: 'Nothing was sent.' } as const;

/** The file of rows can't be opened or read. */
export const unreadableInput = (
  path: string,
  /** Why, as a clause: `it is a directory`. */
  reason: string,
  options?: ErrorOptions,
): Failure => new Failure(`${path} can't be read: ${reason}`, unreadable, options);

/** The file is empty. */
export const emptyInput = (path: string): Failure => new Failure(`${path} is empty`, unreadable);

/** The file is not CSV, NDJSON or a JSON array, or its CSV header can't be read. */
export const notRows = (
  path: string,
  /** What is wrong, as a clause: `it is an HTML or XML page`. */
  problem: string,
): Failure => new Failure(`${path} is not a file of rows: ${problem}`, unreadable);

/** The file is not encoded in UTF-8. */
export const wrongEncoding = (path: string): Failure =>
  new Failure(`${path} is not written in UTF-8 (it may be UTF-16, Latin-1 or Windows-1252)`, {
    code: 'wrong-encoding',
    exit: 'usage',
    hint: 'Nothing was sent. Save the file as UTF-8 (in Excel: as "CSV UTF-8"), or as a workbook (.xlsx).',
  });

/** The header of a file has unknown or misspelt columns. */
export const wrongColumns = (
  path: string,
  /** `column 2 (id) appears twice` */
  faults: readonly string[],
  /** The columns that are allowed. */
  known: readonly string[],
  /** Whether none of its columns is right, as in a row that is no header. */
  isNoHeader = false,
): Failure =>
  new Failure(`the header of ${path} is wrong: ${faults.join('; ')}`, {
    code: 'wrong-columns',
    exit: 'usage',
    hint: `Nothing was sent. ${isNoHeader ? 'The first row has to name the columns. ' : ''}Known columns: ${known.join(', ')}. --ignore-extra accepts other columns and ignores them.`,
  });

/** A file of rows can't be written: the copy of piped input, or --failed-out. */
export const unwritableRows = (
  path: string,
  /** Why, as a clause: `no room is left on the disk`. */
  reason: string,
  options?: ErrorOptions,
): Failure =>
  new Failure(
    `${path} can't be written: ${reason}`,
    {
      code: 'unwritable-file',
      exit: 'failed',
      hint: `Make room, or name a place that you may write to. To see what was run: ${resaleLine('runs list')}`,
    },
    options,
  );
