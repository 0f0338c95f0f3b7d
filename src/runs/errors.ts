import type { Counts } from '../changes/outcome.ts';
import { exitOfRun } from '../failure/codes.ts';
import { explain, Failure } from '../failure/failure.ts';
import { type Advice, prefixed, proposal } from '../words/advice.ts';
import { capitalized, counted } from '../words/counted.ts';
import { type FlagTexts, resaleLine, runLine } from '../words/resale-line.ts';
import type { Standing } from './journal/run-state.ts';
import { countWords, doneWords, endingOf, progressWords, tookWords, unknownWords } from './report.ts';
import type { RowReasons } from './row-reasons.ts';
import type { Form } from './rows/form.ts';

export const inputChanged = (line: number | undefined): Failure =>
  new Failure(
    line === undefined
      ? 'the file was changed while it was being read'
      : `the file was changed while it was being read: line ${line} is different now`,
    {
      code: 'input-changed',
      exit: 'usage',
      hint: proposal(
        'Rows may have been sent before that. To see which runs there are:',
        resaleLine('runs list'),
      ),
    },
  );

/** A plan that is refused as a whole: nothing was sent. */
export class RefusedPlan extends Failure {
  /** The same error after the plan was shown, with further details. `skip` is the line that leaves invalid rows out. */
  shown = (details: readonly string[], skip?: string): Failure =>
    new Failure(this.message, {
      ...this.meaning,
      inWords: `${capitalized(this.message)}.`,
      hint:
        this.code === 'invalid-rows' && skip
          ? proposal('Nothing was sent. To run the rest:', skip)
          : 'Nothing was sent.',
      details: details.length > 0 ? details : undefined,
    });

  /** The same error before the plan was shown, with the line that shows it. */
  advised = (dryRun: string): Failure =>
    new Failure(this.message, {
      ...this.meaning,
      hint: proposal('Nothing was sent. To see the whole plan:', dryRun),
    });
}

export const tooMuch = (message: string): RefusedPlan =>
  new RefusedPlan(message, {
    code: 'too-much',
    exit: 'usage',
    hint: 'Nothing was sent.',
  });

export const faultyRows = (faulty: number, faults: RowReasons): RefusedPlan =>
  new RefusedPlan(counted(faulty, 'invalid row'), {
    code: 'invalid-rows',
    exit: 'usage',
    hint: 'Nothing was sent. Fix the rows, or leave them out with --skip-invalid.',
    details: faults.places(),
  });

export interface RunEnd extends Standing {
  run: string;
  stoppedBy: { reason: unknown } | undefined;
  /** Rows are sent from the inventories that the plan has. */
  isPinned: boolean;
  /** The form of its rows. */
  format: Form['format'];
  /** The run that it undoes: its rows come from no file. */
  undoes?: string | undefined;
  wasShown?: boolean | undefined;
  failedOut?: string | undefined;
  /** The first sentence of what a terminal says, with a space behind it. */
  begin?: string | undefined;
  reasons?: readonly string[];
  /** It had ended, so nothing more becomes of it. */
  hasEnded?: boolean;
}

/** `12 are in listings that were closed.`, unless nothing was changed. */
export const closedWords = ({ counts, inClosedListings: rows }: RunEnd): string[] => {
  if (rows === 0 || counts.applied + counts.converged === 0) return [];
  return [`${rows} ${rows === 1 ? 'is in a listing that was' : 'are in listings that were'} closed.`];
};

type Verb = 'resume' | 'resolve' | 'show';
type LineFor = (verb: Verb, flags: FlagTexts) => string;

/** What is left to do about a run, and the line that does it. */
export const nextStep = (
  {
    counts,
    unknown,
    isPinned,
    undoes,
    failedOut,
    format = 'csv',
    leftOut = 0,
  }: Pick<RunEnd, 'unknown'> & Partial<RunEnd>,
  isUnfinished: boolean,
  lineFor: LineFor,
): Advice | undefined => {
  if (isUnfinished) return proposal('To go on:', lineFor('resume', {}));
  if (unknown.length > 0)
    return proposal(`To settle ${unknown.length === 1 ? 'it' : 'them'}:`, lineFor('resolve', {}));
  if (!counts || undoes !== undefined || counts.refused + counts.unsent === 0) return undefined;
  if (isPinned && counts.refused > leftOut)
    return 'Where an inventory has changed since the plan was made, make a new plan with --plan.';
  return failedOut === undefined
    ? proposal(
        'To get the rows that are not done:',
        lineFor('show', { failedOut: `failed.${endingOf(format)}` }),
      )
    : undefined;
};

export const rowsNotDone = (end: RunEnd, isUnfinished: boolean, lineFor: LineFor): Failure => {
  const { counts, wasShown, stoppedBy, unknown, leftOut, begin = '', reasons = [] } = end;
  const stop = stoppedBy && explain(stoppedBy.reason);
  const exit = exitOfRun(counts, stop?.exit ?? 'rowsNotDone');
  // An interruption, and rows that are left out as --skip-invalid asks, are no errors for a person.
  const wasInterrupted = stop?.code === 'interrupted';
  const isJustLeftOut = leftOut > 0 && counts.unknown + counts.unsent + counts.refused === leftOut;
  const isAsAsked = isJustLeftOut && !stop && (wasShown || reasons.length > 0);
  const why = reasons.length > 0 || unknown.length === 0 ? reasons : [unknownWords(unknown)];
  const details = [...why, ...closedWords(end)];
  const stopped = wasInterrupted ? 'Stopped. ' : stop ? `${stop.message} ` : begin;
  // The reasons count the rows that are refused or left out, and if the run reached its end, all that are not done.
  const result = { counts, leftOut: wasShown || reasons.length === 0 ? leftOut : 0 };
  const refused = reasons.length > 0 ? [] : (['refused'] as const);
  const progress = stop
    ? progressWords(result, [...refused, 'unknown', 'unsent'])
    : [progressWords(result, []), ...tookWords(end.worked)].join(', ');
  const hint = nextStep(end, isUnfinished, lineFor);
  return new Failure(
    'not every row is done',
    {
      code: counts.unknown > 0 ? 'rows-unknown' : 'rows-not-done',
      exit,
      message: `${stop ? `${stop.message} ` : ''}${runWords(end.run, counts)}`,
      inWords: isAsAsked
        ? `${doneWords(end)}${hint && details.length === 0 ? '.' : ''}`
        : `${stopped}${progress}${details.length > 0 ? '' : '.'}`,
      deliberate: wasInterrupted || isAsAsked,
      details: details.length > 0 ? details : undefined,
      hint,
      retryable: counts.unknown > 0 ? 'unknown' : exit === 'temporary',
    },
    { cause: stoppedBy?.reason },
  );
};

/** Every row is done, but not every report could be printed. */
export const reportsLost = (run: string, counts: Counts, cause: unknown): Failure => {
  const { exit, code, message } = explain(cause);
  return new Failure(
    'not every row could be reported',
    {
      code,
      exit,
      message: `${message} ${runWords(run, counts)}`,
      hint: proposal(
        'Every row is done; what could not be printed is in:',
        runLine('show', { run }, { rows: true }),
      ),
    },
    { cause },
  );
};

/** The file, profile, service or operation differs from those that the run began with. */
export const anotherRun = (message: string, advice?: Advice): Failure =>
  new Failure(message, { code: 'another-run', exit: 'usage', hint: prefixed('Nothing was sent.', advice) });

const runWords = (run: string, counts: Counts): string => `Run ${run}: ${countWords(counts)}`;
