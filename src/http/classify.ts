import { asUrl } from '../service/addresses.ts';
import { cut } from '../words/counted.ts';
import { CallError } from './call-error.ts';
import type { Attempt, CallFacts, Reason } from './call-facts.ts';
import { NoConnection } from './connection/connection-error.ts';
import { codeOf } from './connection/connection-failure.ts';
import { maskedAddress } from './connection/link-masks.ts';
import { tlsProblem } from './connection/tls.ts';
import { retryAfterMs } from './retry.ts';
import { AnswerTooLarge, DeadlineExceeded, type WireAnswer } from './sending.ts';

export type KnownFacts = Omit<CallFacts, 'detail'>;

interface LostAttempt {
  error: unknown;
  /** Whether any of the request may have left this machine. */
  isSent: boolean;
  isInterrupted: boolean;
  /** How long it was allowed to take: `within 30 s`. */
  limit: string;
}

export const lostAttemptError = (lost: LostAttempt, facts: KnownFacts): CallError => {
  const { error, isSent } = lost;
  const attempt: Attempt = isSent ? 'ambiguous' : 'not-sent';
  const begun = facts.status === undefined ? '' : `, though it began with status ${facts.status}`;
  const made = (reason: Reason, what: string, code?: string, more: Partial<CallFacts> = {}) =>
    new CallError(attempt, reason, { ...facts, detail: `${what}${begun}`, code, ...more }, { cause: error });
  if (error instanceof DeadlineExceeded)
    return made('timeout', `no ${isSent ? 'whole answer' : 'connection'} ${lost.limit}`);
  if (error instanceof AnswerTooLarge) return made('bad-answer', 'the answer is larger than 16 MiB');
  if (lost.isInterrupted) return made('interrupted', 'it was interrupted');
  if (error instanceof NoConnection) {
    const { obstacle, detail, code, isProxys } = error.facts;
    return made(obstacle, detail, code, { isProxys });
  }
  const code = codeOf(error);
  // Some servers reject a handshake only after it has ended, such as one that wants a client certificate.
  const insecure = tlsProblem(code, error, 'the server');
  if (insecure !== undefined) return made('tls', insecure, code);
  if (!isSent) return made('unreachable', `no connection (${code})`, code);
  // The codes of Node's HTTP parser.
  if (code.startsWith('HPE_')) return made('connection-lost', 'the answer is not valid HTTP', code);
  return made('connection-lost', 'the connection was lost before the whole answer was there', code);
};

/** The service's own refusals: believed only with its error body, since anything in between may answer with such a status. */
const refusals = new Set([400, 403, 404, 409, 410, 412, 422]);

/** Refusals of the keys, or of the form of the bytes. They come before anything is passed on, even from a gateway. */
const refusalsByAnyone = new Set([401, 405, 413, 414, 415, 431]);

/** What kind of failure an answer's status means; undefined for 2xx, whose body is yet to be read. */
export const statusError = (
  answer: WireAnswer,
  facts: KnownFacts,
  now: number,
  redact: (text: string) => string,
): CallError | undefined => {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const error = errorOf(answer);
  const isServices = error !== undefined;
  const serviceMessage = error?.trim() ? shortened(redact(error)) : undefined;
  const failed = (attempt: Attempt, reason: Reason, detail: string, more: Partial<CallFacts> = {}) =>
    new CallError(attempt, reason, {
      ...facts,
      detail,
      status,
      isServices,
      serviceMessage,
      requestId: answer.headers['x-request-id'],
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], answer.headers.date, now),
      ...more,
    });
  if (status === 429) {
    const reason = serviceMessage === undefined ? '' : `: ${serviceMessage.replace(/\.$/, '')}`;
    return failed('not-processed', 'rate-limited', `the service asks for fewer requests${reason}`);
  }
  if (status >= 300 && status < 400) {
    const location = answer.headers.location && redirectTarget(answer.headers.location, facts.url);
    const where = location === undefined ? '' : ` to ${location}`;
    const detail = `it was redirected (${status})${where}, so the base URL is probably wrong`;
    return failed('ambiguous', 'redirect', detail, { location });
  }
  if (status < 200 || status >= 600)
    return failed('ambiguous', 'bad-answer', `${status} is not an HTTP status`);
  if (status === 408 || status >= 500)
    return failed('ambiguous', 'server-error', serviceMessage ?? `the service failed (${status})`);
  if (!isServices && !refusalsByAnyone.has(status)) {
    const detail = `${new URL(facts.url).host} answered ${status} with ${formOf(answer)}, not with an answer of the service`;
    return failed('ambiguous', 'not-the-service', detail);
  }
  return failed(
    refusals.has(status) || refusalsByAnyone.has(status) ? 'rejected' : 'ambiguous',
    'refused',
    serviceMessage ?? `the service refused it (${status})`,
  );
};

const longestMessage = 500;

/**
 * What the service's own error body says: a JSON object with `error`, a string, as the interface promises for every endpoint.
 * Undefined for anything else, which is somebody else's.
 */
const errorOf = ({ body }: WireAnswer): string | undefined => {
  try {
    const error: unknown = JSON.parse(body)?.error;
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
};

/** What the body is in place of an answer of the service: `a web page`. */
const formOf = ({ body, headers }: WireAnswer): string => {
  if (body.trim() === '') return 'no body';
  if (/^text\/html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body)) return 'a web page';
  return /^\s*[[{]/.test(body) ? 'JSON of another form' : 'a text';
};

/** Shortened after masking the credentials: half a key would not be found. */
export const shortened = (message: string): string => cut(message, longestMessage);

/** Where a redirect leads, without what could open it: query, user and password, parameters in the path. */
const redirectTarget = (location: string, from: string): string => {
  const url = asUrl(location) ?? asUrl(location, new URL(from));
  if (url === undefined) return maskedAddress(location);
  const isElsewhere = asUrl(location) !== undefined || url.origin !== new URL(from).origin;
  return maskedAddress(`${isElsewhere ? `${url.protocol}//${url.host}` : ''}${url.pathname}`);
};
