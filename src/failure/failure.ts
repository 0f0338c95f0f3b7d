import type { Advice } from '../words/advice.ts';
import { capitalized } from '../words/counted.ts';
import { type MakeLine, resaleLine } from '../words/resale-line.ts';
import type { ErrorCode, Exit } from './codes.ts';

export interface Meaning<Code extends ErrorCode = ErrorCode> {
  code: Code;
  exit: Exit;
  /** What happened, if a person should read something else than the error's own message. */
  message?: string | undefined;
  /** What a terminal shows instead, after a cross: a refusal that is no error. */
  inWords?: string | undefined;
  /** What does not fit into the message, one line each. */
  details?: readonly string[] | undefined;
  /** What to do. One that proposes a line for the same service is made where that service is known. */
  hint?: Advice | ((here: MakeLine) => Advice) | undefined;
  status?: number | undefined;
  field?: string | undefined;
  requestId?: string | undefined;
  /** The user said no: nothing went wrong. */
  deliberate?: boolean | undefined;
}

/**
 * An error that we expect, with what it means: `new Failure(message, { code: 'usage', exit: 'failed' })`. A class of its own
 * is for an error that other code recognises.
 */
export class Failure<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  /** Whether to do the same again later is safe and may help. */
  readonly retryable: boolean;
  declare readonly status: number | undefined;
  /** All that it means to who typed a command. */
  declare readonly meaning: Meaning<Code>;

  constructor(message: string, meaning: Meaning<Code>, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = meaning.code;
    this.retryable = isRetryable(meaning) === true;
    if (meaning.status !== undefined) this.status = meaning.status;
    // A program that logs the error has no use for hints about flags.
    Object.defineProperty(this, 'meaning', { value: meaning });
  }
}

const words = {
  SIGINT: 'Ctrl-C',
  SIGTERM: 'SIGTERM',
  SIGHUP: 'SIGHUP: the terminal was closed',
} as const;

const exits = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const;

type StopSignal = keyof typeof exits;

/** The signals that ask the tool to stop. */
export const stopSignals = Object.keys(exits) as StopSignal[];

/** The signal by which the tool ends in this way; undefined if it is none. */
export const signalOf = (exit: Exit): StopSignal | undefined =>
  stopSignals.find((signal) => exits[signal] === exit);

/** A signal asked the tool to stop. */
export class Interrupted extends Failure {
  constructor(readonly signal: StopSignal) {
    super(`stopped by ${words[signal]}`, { code: 'interrupted', exit: exits[signal], deliberate: true });
  }
}

/** Whether trying again is safe and may help: what the exit code says, unless the line was stopped. */
const isRetryable = ({ code, exit }: Meaning): boolean | 'unknown' =>
  code === 'unknown' ? 'unknown' : exit === 'temporary';

export type Explanation = Omit<Meaning, 'message' | 'hint'> & {
  message: string;
  hint?: Advice | undefined;
  retryable: boolean | 'unknown';
};

/** Explains any error. `here` makes the lines that are for the same service. */
export const explain = (error: unknown, here: MakeLine = resaleLine): Explanation => {
  const { message, hint, ...meaning } = meaningOf(error);
  const plain = message ?? (error instanceof Error ? error.message : String(error));
  return {
    ...meaning,
    retryable: isRetryable(meaning),
    message: asSentence(plain),
    hint: typeof hint === 'function' ? hint(here) : hint,
  };
};

const meaningOf = (error: unknown): Meaning => {
  if (error instanceof Failure) return error.meaning;
  const { code, errno, path } = (error ?? {}) as NodeJS.ErrnoException;
  const look = 'Before you repeat a change, look whether it was made.';
  if (code === 'ENOSPC')
    return { code: 'file-failed', exit: 'failed', message: 'The disk is full', hint: `Make room. ${look}` };
  if (errno !== undefined && path !== undefined)
    return {
      ...{ code: 'file-failed', exit: 'failed', message: `${path} can't be used (${code})` },
      hint: `Look at it and its disk. ${look}`,
    };
  return {
    code: 'unexpected',
    exit: 'failed',
    hint: `This is a fault of resale itself; --debug shows where. ${look}`,
  };
};

/** `no profile is chosen` → `No profile is chosen.` A field or a URL at the beginning stays as it is. */
const asSentence = (text: string): string => {
  const trimmed = text.trim();
  const begun = trimmed.replace(/^[a-z]+(?=[\s,;']|$)/, capitalized);
  return `${begun}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};
