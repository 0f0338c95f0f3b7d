import type { ErrorCode, Exit } from './codes.ts';
import { Failure, type Meaning } from './failure.ts';

// Errors made in a line, where they happen: `throw usage('there is no such thing', 'Look again.')`.

const kind =
  (code: ErrorCode, exit: Exit) =>
  (
    message: string,
    hint?: Meaning['hint'],
    { cause, ...more }: Partial<Meaning> & { cause?: unknown } = {},
  ): Failure =>
    new Failure(message, { code, exit, hint, ...more }, cause === undefined ? undefined : { cause });

export const usage = kind('usage', 'usage');
export const invalidInput = kind('invalid-input', 'usage');
export const notFound = kind('not-found', 'notFound');
/** A change needs a yes. */
export const unconfirmed = kind('not-confirmed', 'usage');
export const badAnswer = kind('bad-answer', 'failed');
export const tooLarge = kind('too-large', 'failed');
/** The system would not read, write or remove it. */
export const fileFailed = kind('file-failed', 'failed');
/** It can be read, but is not what the tool wrote; it is left as it is. */
export const strangeFile = kind('file-failed', 'usage');
/** Another process has it. */
export const busy = kind('locked', 'temporary');
