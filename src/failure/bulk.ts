import { AnotherRun, FaultyRows, InputChanged, ReportsLost, RowsNotDone, TooMuch } from '../bulk/errors.ts';
import * as input from '../bulk/input/errors.ts';
import * as journal from '../bulk/journal/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** A run of many rows that did not begin, or did not end well. `explain` tells what stopped it. */
export const bulkFailure = (
  error: unknown,
  explain: (cause: unknown) => { exitCode: number; code: string; message: string },
): Meaning | undefined => {
  if (error instanceof RowsNotDone) return rowsNotDone(error, explain);
  if (error instanceof ReportsLost) {
    const { exitCode, code, message } = explain(error.cause);
    return {
      exitCode,
      code,
      message: `${message} Run ${error.run}: ${countWords(error.counts)}`,
      hint: `Every row is done; what could not be printed is in: resale runs show ${error.run} --rows`,
    };
  }
  if (error instanceof FaultyRows)
    return {
      ...usage(
        'invalid-rows',
        `Nothing was sent. Mend the rows, or go on without them with --skip-invalid.${error.isShown ? '' : ' --dry-run shows all faults at once.'}`,
      ),
      ...(error.isShown ? {} : { details: error.details }),
    };
  if (error instanceof TooMuch)
    return usage('too-much', `Nothing was sent.${error.isShown ? '' : ' Look at the plan with --dry-run.'}`);
  if (error instanceof AnotherRun) return usage('another-run', 'Nothing was sent.');
  if (error instanceof InputChanged)
    return usage('input-changed', 'See which rows were sent before: resale runs list');
  if (error instanceof input.WrongEncoding)
    return usage('wrong-encoding', 'Nothing was sent. Save the file as UTF-8.');
  if (error instanceof input.WrongColumns)
    return usage(
      'wrong-columns',
      `Nothing was sent. Known columns: ${error.known.join(', ')}. --ignore-extra takes others for remarks.`,
    );
  if (error instanceof input.UnwritableRows) return { exitCode: exitCodes.failed, code: 'unwritable-file' };
  if (
    error instanceof input.UnreadableInput ||
    error instanceof input.EmptyInput ||
    error instanceof input.NotRows
  )
    return usage('unreadable-input', 'Nothing was sent.');
  if (error instanceof journal.UnknownRun)
    return usage(
      'unknown-run',
      error.nearest.length > 0 ? `There are: ${error.nearest.join(', ')}.` : 'There are no runs yet.',
    );
  if (error instanceof journal.RunLocked)
    return {
      exitCode: exitCodes.temporary,
      code: 'run-locked',
      hint: error.elsewhere
        ? 'Wait for it; where that process is surely gone, say --force-unlock.'
        : 'Wait for it to end, or stop it.',
      retryable: true,
    };
  if (error instanceof journal.UnusableLock)
    return {
      exitCode: exitCodes.failed,
      code: 'unusable-lock',
      hint: 'Nothing was sent. Give yourself the right to write there, then go on.',
    };
  if (error instanceof journal.DamagedJournal || error instanceof journal.DamagedManifest)
    return usage(
      'damaged-run',
      'What it says is not believed, and nothing is sent. The files are left as they are.',
    );
  if (error instanceof journal.JournalFailed)
    return {
      exitCode: exitCodes.failed,
      code: 'journal-failed',
      hint: 'No further row was sent. Make room or mend the disk, then resume the run.',
    };
  return undefined;
};

const usage = (code: string, hint: string): Meaning => ({ exitCode: exitCodes.usage, code, hint });

/** `100 applied, 2 refused` */
const countWords = (counts: RowsNotDone['counts']): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ') || 'no rows';

const refusedRows = 'The rows that were refused say why; --failed-out keeps them.';
const refusedPlan =
  'The rows that were refused say why. Where an inventory is another one than when the plan was made, make a new plan with --plan.';

/** A run that was interrupted says so; else unknown rows weigh most, then what stopped it, then rows that are not done. */
const rowsNotDone = (
  { run, counts, stoppedBy, isPlanned }: RowsNotDone,
  explain: (cause: unknown) => { exitCode: number; message: string },
): Meaning => {
  const stop = stoppedBy === undefined ? undefined : explain(stoppedBy);
  const signals: readonly number[] = [exitCodes.interrupted, exitCodes.terminated, exitCodes.hungUp];
  // A command stands at the end of its line, so that it can be copied without what follows.
  const hints = [
    ...(counts.unknown > 0 ? [`Look at the unknown rows: resale runs show ${run} --unknown`] : []),
    ...(stop ? [`Go on with: resale runs resume ${run}`] : []),
  ];
  const exitCode =
    stop && signals.includes(stop.exitCode)
      ? stop.exitCode
      : counts.unknown > 0
        ? exitCodes.unknown
        : stop?.exitCode || exitCodes.rowsNotDone;
  return {
    exitCode,
    code: counts.unknown > 0 ? 'rows-unknown' : 'rows-not-done',
    message: `${stop ? `${stop.message} ` : ''}Run ${run}: ${countWords(counts)}`,
    ...(hints.length > 1 ? { details: hints.slice(0, -1) } : {}),
    hint: hints.at(-1) ?? (isPlanned ? refusedPlan : refusedRows),
    retryable: counts.unknown > 0 ? 'unknown' : exitCode === exitCodes.temporary,
  };
};
