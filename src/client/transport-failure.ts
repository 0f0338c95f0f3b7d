import { AssertionError } from 'node:assert';
import { errors } from 'undici';
import { type Attempt, CallError, type CallFacts, type Reason } from './errors.ts';

/** How long each part of a call may take, in milliseconds. */
export interface Timeouts {
  connectMs: number;
  /** The whole call: request, headers, and body. */
  callMs: number;
}

/** The time of the whole call is over. */
export class DeadlineExceeded extends Error {}

/** The answer is larger than any that the service documents. */
export class AnswerTooLarge extends Error {}

/** The error of a call that brought no whole answer; `sent` says whether any of it may have left this machine. */
export const callError = (
  error: unknown,
  sent: boolean,
  facts: Omit<CallFacts, 'detail'>,
  timeouts: Timeouts,
  interrupted: boolean,
): CallError => {
  const attempt: Attempt = sent ? 'ambiguous' : 'not-sent';
  const begun = facts.status === undefined ? '' : `, though it began with status ${facts.status}`;
  const made = (reason: Reason, what: string, code?: string) => {
    const detail = `${what}${begun}`;
    return new CallError(attempt, reason, { ...facts, detail, ...(code ? { code } : {}) }, { cause: error });
  };
  const seconds = (ms: number) => `${ms / 1000} s`;
  if (error instanceof DeadlineExceeded)
    return made('timeout', `no whole answer within ${seconds(timeouts.callMs)}`);
  if (error instanceof AnswerTooLarge) return made('bad-answer', 'the answer is larger than 16 MiB');
  if (error instanceof errors.ConnectTimeoutError)
    return made('unreachable', `no connection within ${seconds(timeouts.connectMs)}`, error.code);
  const code = codeOf(error);
  if (interrupted) return made('interrupted', 'it was interrupted');
  if (!sent)
    return isTls(code)
      ? made('tls', tlsWords(code, error), code)
      : made('unreachable', unreachableWords(code), code);
  if (isBrokenHttp(error)) return made('connection-lost', 'the answer is no proper HTTP', code);
  return made('connection-lost', 'the connection was lost before the whole answer was there', code);
};

const isBrokenHttp = (error: unknown) =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  // undici asserts what it takes for granted, such as a status from 100.
  error instanceof AssertionError;

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
};

const isTls = (code: string) =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code);

const tlsWords = (code: string, error: unknown): string => {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code))
    return 'the server does not speak TLS: is it an http:// address?';
  if (code === 'CERT_HAS_EXPIRED') return "the server's certificate has expired";
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return "the server's certificate is for another host";
  if (/SELF_SIGNED|UNABLE_TO_/.test(code))
    return `the server's certificate is not from an authority that this machine trusts (${code})`;
  return `no secure connection (${error instanceof Error ? error.message : code})`;
};

const unreachableWords = (code: string): string =>
  ({
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: 'no such host is known',
    EAI_AGAIN: 'the name service did not answer',
    ECONNRESET: 'the connection was reset before the request was sent',
    EHOSTUNREACH: 'there is no route to the host',
    ENETUNREACH: 'the network is unreachable',
    EMFILE: 'too many files are open on this machine',
    EADDRNOTAVAIL: 'this machine has no free port left',
  })[code] ?? `no connection (${code})`;
