import { Failure } from '../failure/failure.ts';
import { CallError as CallFailure, InvalidInput as InputFailure } from '../http/call-error.ts';

/** The base of all errors that this package throws on purpose. */
export interface ResaleError extends Error {
  /** A stable word: `conflict`, `not-found`, `rate-limited`, `unknown`, … */
  readonly code: string;
  /** Whether to do the same again later is safe and may help. */
  readonly retryable: boolean;
  /** The status of the service's answer, if one came. */
  readonly status: number | undefined;
}

/** A call that the service did not confirm. After a change whose code is `unknown`, it may have been made or not. */
export interface CallError extends ResaleError {
  /** The facts of the failed call. */
  readonly facts: {
    readonly method: string;
    /** Without its query. */
    readonly url: string;
    /** What went wrong, as a clause. */
    readonly detail: string;
    /** What the service said. */
    readonly serviceMessage?: string | undefined;
    readonly requestId?: string | undefined;
    /** How long the service wants the next request to wait. */
    readonly retryAfterMs?: number | undefined;
  };
}

/** An option or input is unknown or breaks a rule of the service. Nothing was sent. */
export interface InvalidInput extends ResaleError {
  /** Each broken rule, and where: `images[0].url`. */
  readonly faults: readonly { readonly path: string; readonly message: string }[];
}

/** A class whose instances are thrown by this package, and made by nobody else. */
type ErrorClass<Thrown> = abstract new (...args: never) => Thrown;

export const ResaleError: ErrorClass<ResaleError> = Failure;
export const CallError: ErrorClass<CallError> = CallFailure;
export const InvalidInput: ErrorClass<InvalidInput> = InputFailure;
