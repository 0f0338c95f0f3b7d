import type { Counts } from '../changes/outcome.ts';
import { exitOfRun } from '../failure/codes.ts';
import { explain, Failure, type Meaning } from '../failure/failure.ts';
import { defined } from '../json/defined.ts';
import { counted } from '../words/counted.ts';
import { type FlagTexts, resaleLine, runLine } from '../words/resale-line.ts';
import type { Standing } from './journal/replay.ts';
import { closedWords, countWords, doneWords, progressWords, tookWords, unknownWords } from './report.ts';
import type { RowReasons } from './row-reasons.ts';

export const inputChanged = (line: number | undefined): Failure =>
  new Failure(
    line === undefined
      ? 'the file was changed while it was being read'
      : `the file was changed while it was being read: line ${line} is different now`,
    {
      code: 'input-changed',
      exit: 'usage',
      hint: `Rows may have been sent before that. To see which runs there are: ${resaleLine('runs list')}`,
    },
  );

/** A plan that is refused as a whole: nothing was sent. */
export class RefusedPlan extends Failure {
  /** The same error after the plan was shown, with further details. */
  shown = (details: readonly string[]): Failure =>
    new Failure(this.message, {
      ...this.meaning,
      hint: this.code === 'invalid-rows' ? fixRows : 'Nothing was sent.',
      details: details.length > 0 ? details : undefined,
    });
}

const fixRows = 'Nothing was sent. Fix the rows, or leave them out with --skip-invalid.';

export const tooMuch = (message: string): RefusedPlan =>
  new RefusedPlan(message, {
    code: 'too-much',
    exit: 'usage',
    hint: 'Nothing was sent. Look at the plan with --dry-run.',
  });

export const faultyRows = (faulty: number, faults: RowReasons): RefusedPlan =>
  new RefusedPlan(counted(faulty, 'invalid row'), {
    code: 'invalid-rows',
    exit: 'usage',
    hint: `${fixRows} --dry-run shows all faults at once.`,
    details: faults.places(),
  });

export interface RunEnd extends Standing {
  run: string;
  /** Why the run stopped before it reached all rows. */
  stoppedBy: { reason: unknown } | undefined;
  /** The rows came from a saved plan, which pins the old values. */
  isPlanned: boolean;
  failedOut?: string | undefined;
  reasons?: readonly string[];
  /** How many rows --skip-invalid left out. */
  leftOut?: number;
}

type LineFor = (verb: 'resume' | 'resolve', flags: FlagTexts) => string;

export const rowsNotDone = (end: RunEnd, lineFor: LineFor): Failure =>
  new Failure('not every row is done', endOfRun(end, lineFor), { cause: end.stoppedBy?.reason });

export const reportsLost = (run: string, counts: Counts, cause: unknown): Failure => {
  const { exit, code, message } = explain(cause);
  return new Failure(
    'not every row could be reported',
    {
      code,
      exit,
      message: `${message} ${runWords(run, counts)}`,
      hint: `Every row is done; what could not be printed is in: ${runLine('show', { run }, { rows: true })}`,
    },
    { cause },
  );
};

/** The file, profile, service or operation differs from those that the run began with. */
export const anotherRun = (message: string, advice = ''): Failure =>
  new Failure(message, { code: 'another-run', exit: 'usage', hint: `Nothing was sent.${advice}` });

const endOfRun = (end: RunEnd, lineFor: LineFor): Meaning => {
  const { counts, inClosedListings, stoppedBy, unknown, reasons = [], leftOut = 0 } = end;
  const stop = stoppedBy && explain(stoppedBy.reason);
  const exit = exitOfRun(counts, stop?.exit ?? 'rowsNotDone');
  // Whoever stops a run, or has rows with faults left out, gets what was asked for.
  const wasInterrupted = stop?.code === 'interrupted';
  const isAsAsked = leftOut > 0 && !stop && counts.unknown + counts.unsent + counts.refused === leftOut;
  const said = reasons.length > 0 || unknown.length === 0 ? reasons : [unknownWords(unknown)];
  const details = [...said, ...(inClosedListings > 0 ? [closedWords(inClosedListings)] : [])];
  // Where it went to its end, each reason says how many rows it is about.
  const progress = stop
    ? progressWords(counts)
    : [progressWords(counts, []), ...tookWords(end.worked)].join(', ');
  return {
    code: counts.unknown > 0 ? 'rows-unknown' : 'rows-not-done',
    exit,
    message: `${stop ? `${stop.message} ` : ''}${runWords(end.run, counts)}`,
    inWords: isAsAsked
      ? `✓ ${doneWords(end)}`
      : `${wasInterrupted ? 'Stopped. ' : stop ? `${stop.message} ` : ''}${progress}${details.length > 0 ? '' : '.'}`,
    deliberate: wasInterrupted || isAsAsked,
    details: details.length > 0 ? details : undefined,
    hint: isAsAsked ? undefined : nextStep(end, stop !== undefined, lineFor),
    retryable: counts.unknown > 0 ? 'unknown' : exit === 'temporary',
  };
};

/** The one line to type next. */
const nextStep = (
  { open, unknown, isPlanned, failedOut }: RunEnd,
  wasStopped: boolean,
  lineFor: LineFor,
): string | undefined => {
  if (wasStopped) return `To go on: ${lineFor('resume', defined({ failedOut }))}`;
  if (open > 0)
    return `The service could not be read to see what became of ${counted(open, 'row')}. To look again: ${lineFor('resume', defined({ failedOut }))}`;
  if (unknown.length > 0)
    return `To settle ${unknown.length === 1 ? 'it' : 'them'}: ${lineFor('resolve', {})}`;
  if (isPlanned)
    return 'Where an inventory has changed since the plan was made, make a new plan with --plan.';
  return failedOut === undefined
    ? `To write the rows that are not done to a file: ${lineFor('resume', { failedOut: 'FILE' })}`
    : undefined;
};

const runWords = (run: string, counts: Counts): string => `Run ${run}: ${countWords(counts)}`;
