import { Failure } from '../failure/failure.ts';
import type { BrokenRule } from '../service/broken-rules.ts';
import { counted } from '../words/counted.ts';
import type { Attempt, CallFacts, Reason } from './call-facts.ts';
import { callMeaning } from './call-meaning.ts';

/** A call that was not confirmed by the service. */
export class CallError extends Failure {
  constructor(
    readonly attempt: Attempt,
    readonly reason: Reason,
    readonly facts: CallFacts,
    options?: ErrorOptions,
  ) {
    const isOpen = facts.effect === 'change' && attempt === 'ambiguous';
    const first = isOpen ? 'the change may or may not have been made: ' : '';
    super(
      `${facts.method} ${facts.url}: ${first}${facts.detail}`,
      callMeaning(attempt, reason, facts, options?.cause),
      options,
    );
  }

  /** The same, once it is known that nothing was changed. */
  withNothingChanged(): CallError {
    return new CallError(
      this.attempt,
      this.reason,
      { ...this.facts, isUnchanged: true },
      { cause: this.cause },
    );
  }

  /** Whether the service refused the credentials: no call will do better with them. */
  get refusesCredentials(): boolean {
    const { status, areKeysAccepted } = this.facts;
    return this.attempt === 'rejected' && (status === 401 || (status === 403 && !areKeysAccepted));
  }

  /** Whether the service refused what this call asked for, so that another call may do better. */
  get refusesThisCall(): boolean {
    return this.attempt === 'rejected' && !this.refusesCredentials;
  }
}

/** Input that breaks a rule of the service; nothing was sent. */
export class InvalidInput extends Failure<'invalid-input'> {
  constructor(readonly faults: readonly BrokenRule[]) {
    super(faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; '), {
      code: 'invalid-input',
      exit: 'usage',
      field: faults[0]?.path,
    });
  }
}

/** The service's pages can't be followed: continuing would repeat or lose listings. */
export class BrokenPages extends Failure {
  constructor(
    message: string,
    readonly pagesRead: number,
  ) {
    super(message, {
      code: 'bad-answer',
      exit: 'failed',
      hint: `Not all of it was read, only ${counted(pagesRead, 'page')}. Report it to the service's provider.`,
    });
  }
}

/** Whether the service itself said that something does not exist. */
export const saysNotFound = (error: unknown): error is CallError =>
  error instanceof CallError && error.facts.status === 404 && error.attempt === 'rejected';
