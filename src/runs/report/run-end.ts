import type { Counts } from '../../changes/outcome.ts';
import { exitOfRun } from '../../failure/codes.ts';
import { explain, Failure } from '../../failure/failure.ts';
import { type Advice, proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { type FlagTexts, runLine } from '../../words/resale-line.ts';
import type { Standing } from '../journal/run-state.ts';
import {
  countWords,
  doneWords,
  endingOf,
  progressWords,
  tookWords,
  unknownWords,
} from '../journal/state-words.ts';
import type { PlanHead } from '../plan/plan-lines.ts';
import type { Form } from '../rows/write-rows.ts';

export interface RunEnd extends Standing {
  run: string;
  stoppedBy: { reason: unknown } | undefined;
  /** Rows are sent from the inventories that the plan has. */
  isPinned: boolean;
  /** The form of its rows. */
  format: Form['format'];
  /** The run that it undoes: its rows come from no file. */
  undoes?: string | undefined;
  failedOut?: string | undefined;
  /** The first sentence of what a terminal says, with a space behind it. */
  begin?: string | undefined;
  reasons?: readonly string[];
}

/** `12 rows are in listings that were closed.` */
export const closedWords = ({ inClosedListings: rows }: RunEnd): string[] =>
  rows === 0
    ? []
    : [
        `${counted(rows, 'row')} ${rows === 1 ? 'is in a listing that was' : 'are in listings that were'} closed.`,
      ];

type Verb = 'resume' | 'resolve' | 'show';
type LineFor = (verb: Verb, flags: FlagTexts) => string;

/** The next step for a run, and the line that does it. */
export const nextStep = (
  {
    counts,
    unknownLines,
    isPinned,
    undoes,
    failedOut,
    format = 'csv',
    leftOut = 0,
  }: Pick<RunEnd, 'unknownLines'> & Partial<RunEnd>,
  isUnfinished: boolean,
  lineFor: LineFor,
): Advice | undefined => {
  if (isUnfinished) {
    const isSent = counts?.unsent === 0 && unknownLines.length === 0;
    return proposal(
      isSent ? 'Nothing is left to send. To end the run:' : 'To continue:',
      lineFor('resume', {}),
    );
  }
  if (unknownLines.length > 0)
    return proposal(`To resolve ${unknownLines.length === 1 ? 'it' : 'them'}:`, lineFor('resolve', {}));
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

/**
 * The same for a run as it is recorded; without the head of its plan, not what leads to the rows that are not done. A running one has no
 * next step.
 */
export const nextOfRun = (
  { state, unknownLines = [], counts, leftOut }: { state: string } & Partial<Standing>,
  head: PlanHead | undefined,
  lineFor: LineFor,
): Advice | undefined => {
  if (state === 'running') return undefined;
  const rest = head && {
    ...{ counts, leftOut, undoes: head.undoes, failedOut: head.failedOut },
    ...{ isPinned: head.pinned === true, format: head.form.format },
  };
  return nextStep({ unknownLines, ...rest }, state === 'unfinished', lineFor);
};

export const rowsNotDone = (end: RunEnd, isUnfinished: boolean, lineFor: LineFor): Failure => {
  const { counts, stoppedBy, unknownLines, leftOut, begin = '', reasons = [] } = end;
  const stop = stoppedBy && explain(stoppedBy.reason);
  const exit = exitOfRun(counts, stop?.exit ?? 'rowsNotDone');
  // An interruption, and rows that are left out as --skip-invalid asks, are no errors for a person.
  const wasInterrupted = stop?.code === 'interrupted';
  const isJustLeftOut = leftOut > 0 && counts.unknown + counts.unsent + counts.refused === leftOut;
  const isAsAsked = isJustLeftOut && !stop && reasons.length > 0;
  const why = reasons.length > 0 || unknownLines.length === 0 ? reasons : [unknownWords(unknownLines)];
  const details = [...why, ...closedWords(end)];
  const stopped = wasInterrupted ? 'Stopped. ' : stop ? `${stop.message} ` : begin;
  // The reasons count the rows that are refused or left out, and if the run reached its end, all that are not done.
  const { undoes, closed } = end;
  const result = { counts, undoes, closed, leftOut: reasons.length === 0 ? leftOut : 0 };
  const refused = reasons.length > 0 ? [] : (['refused'] as const);
  const progress = stop
    ? progressWords(result, [...refused, 'unknown', 'unsent'])
    : [progressWords(result, []), ...tookWords(end.worked)].join(', ');
  const hint = nextStep(end, isUnfinished, lineFor);
  return new Failure(
    'not every row is done',
    {
      code: counts.unknown > 0 ? 'unknown' : 'rows-not-done',
      exit,
      message: `${stop ? `${stop.message} ` : ''}${runWords(end.run, counts)}`,
      inWords: isAsAsked
        ? `${doneWords(end)}${hint && details.length === 0 ? '.' : ''}`
        : `${stopped}${progress}${details.length > 0 ? '' : '.'}`,
      deliberate: wasInterrupted || isAsAsked,
      details: details.length > 0 ? details : undefined,
      hint,
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

const runWords = (run: string, counts: Counts): string => `Run ${run}: ${countWords(counts)}`;
