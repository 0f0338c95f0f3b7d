import type { OnConflict } from '../changes/change.ts';
import { UnknownOutcome } from '../changes/errors.ts';
import type { Patience } from '../changes/unconfirmed.ts';
import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import type { Row } from './input/row.ts';
import { JournalFailed } from './journal/errors.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalRecord } from './journal/records.ts';
import type { RowError, RowOutcome, RowReport } from './outcome.ts';
import { rowName } from './row-name.ts';
import type { Slots } from './slots.ts';

/** What became of a row. */
export interface Done {
  outcome: RowOutcome;
  id?: string | undefined;
  before?: number | null | undefined;
  after?: number | null | undefined;
  error?: RowError | undefined;
  /** It was cut short by the user: a resumed run looks at it again. */
  open?: boolean;
}

/** The row that something is done about. */
export interface RowPlace {
  number: number;
  line: number;
  /** What it is about, where that is known before anything is sent. */
  id: string | undefined;
  /** What the row calls its listing, where not by its id. */
  name: string | undefined;
}

export const placeOf = (row: Row, id: string | undefined): RowPlace => ({
  number: row.number,
  line: row.line,
  id,
  name: rowName(row),
});

/** What the rows of one run share. */
export interface RunContext {
  client: Client;
  journal: Journal;
  /** Rows whose intent is in the journal, and whose outcome is not. */
  intended: Set<number>;
  slots: Slots;
  patience: Patience;
  onConflict: OnConflict;
  mayClose: boolean;
  /** Stops the run: no further row is sent. The first reason holds. */
  stop(reason: unknown): void;
  stopped(): boolean;
  /** Told of an outcome that the journal does not take any more. */
  untold(record: JournalRecord): void;
  /** Told of every row that is over. */
  report(report: RowReport, place: RowPlace): void;
  /** A text without the credentials that the service may have put into it. */
  redact(text: string): string;
  /** Waits where reports pile up, since nobody reads them. */
  calm(): Promise<void> | undefined;
}

/** Runs what a row needs, holds a slot while requests go out, and notes and reports what became of it. */
export const runRow = async (
  place: RowPlace,
  context: RunContext,
  work: (patience: Patience) => Promise<Done>,
): Promise<Done> => {
  const release = await context.slots.take();
  try {
    if (context.stopped()) return finish(place, context, { outcome: 'unsent' });
    const patience: Patience = {
      ...context.patience,
      onSettle(milliseconds) {
        // A row that has to rest makes room for others.
        release();
        context.patience.onSettle?.(milliseconds);
      },
    };
    const done = await work(patience).catch((error: unknown) => doneBy(error, context));
    if (done.outcome === 'applied') context.slots.succeed();
    return finish(place, context, done);
  } finally {
    release();
  }
};

/** Puts on disk what is about to be sent for a row. Nothing may be sent before this has returned. */
export const intend = async (
  { number: row, line }: RowPlace,
  { journal, intended, slots }: RunContext,
  what: Omit<Extract<JournalRecord, { kind: 'intent' }>, 'kind' | 'row' | 'line'>,
): Promise<void> => {
  intended.add(row);
  // While half of the rows at work wait for the disk, the service works for the other half.
  await journal.append({ kind: 'intent', row, line, ...what }, Math.ceil(slots.taken / 2));
};

/** Notes an outcome in the journal, where the row has an intent there, and reports it. */
export const finish = (place: RowPlace, context: RunContext, told: Done): Done => {
  const done = told.error
    ? { ...told, error: { ...told.error, message: context.redact(told.error.message) } }
    : told;
  const { outcome, id, before, after, error } = done;
  if (context.intended.delete(place.number) && !done.open) noteOutcome(place, context, done);
  const report = {
    line: place.line,
    id: id ?? place.id ?? null,
    outcome,
    before: before ?? null,
    after: after ?? null,
  };
  context.report({ ...report, error: error ?? null }, place);
  return done;
};

const noteOutcome = ({ number }: RowPlace, { journal, stop, untold }: RunContext, done: Done): void => {
  const { outcome, id, before, after, error } = done;
  const record: JournalRecord = {
    kind: 'outcome',
    row: number,
    outcome,
    ...(id === undefined ? {} : { id }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(error === undefined ? {} : { error }),
  };
  try {
    journal.note(record);
  } catch (failure) {
    stop(failure);
    untold(record);
  }
};

/** An error of a row's work → what became of the row. One that concerns all rows stops the run. */
const doneBy = (error: unknown, { stop, patience }: RunContext): Done => {
  // Stopped while it waited to be sent.
  if (error === patience.signal.reason) return { outcome: 'unsent' };
  if (error instanceof UnknownOutcome)
    return { outcome: 'unknown', error: { code: error.meaning.code, message: error.message } };
  if (error instanceof JournalFailed) {
    // The intent is not surely on disk, so nothing was sent.
    stop(error);
    return { outcome: 'unsent', error: { code: 'journal', message: error.message } };
  }
  if (error instanceof CallError) return doneByCall(error, stop);
  stop(error);
  throw error;
};

const doneByCall = (error: CallError, stop: RunContext['stop']): Done => {
  const failure = { code: error.reason, message: error.facts.serviceMessage ?? error.message };
  if (error.attempt === 'ambiguous') return { outcome: 'unknown', error: failure };
  if (error.refusesThisCall) return { outcome: 'refused', error: failure };
  stop(error);
  return { outcome: 'unsent', error: failure };
};
