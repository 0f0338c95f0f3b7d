import { exitOfRun } from '../../failure/codes.ts';
import { explain, Interrupted } from '../../failure/failure.ts';
import { CallError } from '../../http/call-error.ts';
import type { Invocation } from '../../line/invocation.ts';
import { errorText } from '../../line/report-error.ts';
import { Advised } from '../../line/usage-error.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { ClosedPipe, print } from '../../terminal/io.ts';
import { type Advice, prefixed, proposal } from '../../words/advice.ts';
import type { FlagTexts } from '../../words/resale-line.ts';
import { shortName } from '../folder/directory.ts';
import { doneWords } from '../journal/state-words.ts';
import { closedWords, type RunEnd, reportsLost, rowsNotDone } from './run-end.ts';

export const withLine = (error: unknown, line: string | undefined): unknown =>
  line === undefined || !(error instanceof CallError) || error.cause instanceof Interrupted
    ? error
    : new Advised(error, adviceOn(error, line));

const adviceOn = (error: CallError, line: string): Advice => {
  const { hint = '', code } = explain(error);
  // The same keys would be refused again.
  if (typeof hint === 'object' || code === 'credentials-refused') return prefixed('Nothing was sent.', hint);
  const others = hint.replace(/^Try again later(\.$|, or )/, '').replace(/^allow/, 'Allow');
  const all = ['Nothing was sent.', others, 'To try again:'].filter((text) => text !== '');
  return proposal(all.join(' '), line);
};

export const runEnding = (
  invocation: Invocation,
  end: RunEnd,
  isUnfinished: boolean,
  lost?: { reason: unknown },
): Error | undefined => {
  const { run, counts, stoppedBy, reasons = [] } = end;
  const { warn } = invocation;
  const isDone = exitOfRun(counts) === 'done';
  // A closed pipe is not an error: its reader has seen enough.
  if (!stoppedBy && lost && isDone && !(lost.reason instanceof ClosedPipe))
    return reportsLost(run, counts, lost.reason);
  if (stoppedBy || !isDone || isUnfinished) return notDone(invocation, end, isUnfinished);
  const closed = closedWords(end);
  const words = [doneWords(end), ...[...reasons, ...closed].map((line) => `  ${line}`)].join('\n');
  const toSee = () =>
    proposal(
      `${words} To see which listings are closed, but have stock:`,
      invocation.here('listings list', [], {
        state: 'closed',
        all: true,
        jq: '.[] | select(.availableInventory > 0)',
      }),
    );
  warn(closed.length > 0 ? toSee() : words);
  return undefined;
};

const notDone = (invocation: Invocation, end: RunEnd, isUnfinished: boolean): Error =>
  rowsNotDone(end, isUnfinished, (verb, flags) => lineFor(invocation, end.run, verb, flags));

export const lineFor = (
  { here, io, line }: Invocation,
  run: string,
  verb: 'resume' | 'resolve' | 'show',
  flags: FlagTexts = {},
): string => {
  // The rest is to be sent no faster.
  const pace = verb === 'resume' ? { rate: line.globals.rate, concurrency: line.flags.concurrency } : {};
  return here(`runs ${verb}`, [shortName(stateDirectory(io.env), run)], { ...pace, ...flags });
};

/** If a second signal ends the tool at once, prints how to continue. Returns a function that cancels this. */
export const lastWords = (invocation: Invocation, endNow: () => RunEnd): (() => void) => {
  const { io, line, redact } = invocation;
  const say = (): void =>
    print(io.stderr, `${errorText(notDone(invocation, endNow(), true), line, io, redact)}\n`);
  io.ending.addEventListener('abort', say);
  return () => io.ending.removeEventListener('abort', say);
};
