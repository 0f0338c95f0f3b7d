import type { MakeLine } from '../words/resale-line.ts';
import type { ErrorCode } from './codes.ts';
import type { Exit } from './exit-codes.ts';

/** What an error means to the user. */
export interface Meaning<Code extends ErrorCode = ErrorCode> {
  /** A stable word for programs. */
  code: Code;
  exit: Exit;
  /** What happened, if a person should read something else than the error's own message. */
  message?: string | undefined;
  /** What a terminal shows instead, behind a cross and before the hint: nothing went wrong, it was refused as it should be. */
  inWords?: string | undefined;
  /** What does not fit into the message, one line each. */
  details?: readonly string[] | undefined;
  /** What to do, as a sentence. One that proposes a line for the same service is made where that service is known. */
  hint?: string | ((here: MakeLine) => string) | undefined;
  /** The service's status, if it answered. */
  status?: number | undefined;
  /** The field of the service that is at fault. */
  field?: string | undefined;
  requestId?: string | undefined;
  /** Whether trying again is safe and may help; false if left out. */
  retryable?: boolean | 'unknown' | undefined;
  /** The user said no: nothing went wrong. */
  deliberate?: boolean | undefined;
}

/**
 * An error that we expect, with what it means: `new Failure(message, { code: 'port-in-use', exit: 'failed' })`. A class of its own
 * is for what somebody has to know again.
 */
export class Failure<Code extends ErrorCode = ErrorCode> extends Error {
  /** A stable word for programs. */
  readonly code: Code;
  /** Whether to do the same again later is safe and may help. */
  readonly retryable: boolean;
  /** The service's status, if it answered. */
  declare readonly status: number | undefined;
  /** All that it means to who typed a command. */
  declare readonly meaning: Meaning<Code>;

  constructor(message: string, meaning: Meaning<Code>, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = meaning.code;
    this.retryable = meaning.retryable === true;
    if (meaning.status !== undefined) this.status = meaning.status;
    // A program that logs the error has no use for hints about flags.
    Object.defineProperty(this, 'meaning', { value: meaning });
  }
}
