import { AssertionError } from 'node:assert';
import { errors } from 'undici';
import { codeOf } from '../network/connection-failure.ts';
import { NoConnection, type TlsFault } from '../network/errors.ts';
import { tlsFaultOf, tlsWords } from '../network/tls.ts';
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
  const made = (reason: Reason, what: string, code?: string, tls?: TlsFault) => {
    const known = { ...facts, detail: `${what}${begun}`, ...(code ? { code } : {}), ...(tls ? { tls } : {}) };
    return new CallError(attempt, reason, known, { cause: error });
  };
  if (error instanceof DeadlineExceeded)
    return made('timeout', `no whole answer within ${timeouts.callMs / 1000} s`);
  if (error instanceof AnswerTooLarge) return made('bad-answer', 'the answer is larger than 16 MiB');
  if (interrupted) return made('interrupted', 'it was interrupted');
  if (error instanceof NoConnection) {
    const { obstacle, detail, code, tls } = error.facts;
    return made(obstacle, detail, code, tls);
  }
  const code = codeOf(error);
  const tls = tlsFaultOf(code);
  if (tls) return made('tls', brokenTls(tls, error, facts.url), code, tls);
  if (!sent) return made('unreachable', `no connection (${code})`, code);
  if (isBrokenHttp(error)) return made('connection-lost', 'the answer is no proper HTTP', code);
  return made('connection-lost', 'the connection was lost before the whole answer was there', code);
};

/** A server may complain of the handshake only after it is over, as one does that asks for a client certificate. */
const brokenTls = (fault: TlsFault, error: unknown, url: string): string =>
  tlsWords(fault, {
    whose: 'the server',
    host: new URL(url).hostname,
    certificate: undefined,
    message: error instanceof Error ? error.message : fault,
    now: new Date(),
  });

const isBrokenHttp = (error: unknown) =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  // undici asserts what it takes for granted, such as a status from 100.
  error instanceof AssertionError;
