import { AssertionError } from 'node:assert';
import { errors } from 'undici';
import { codeOf } from '../network/connection-failure.ts';
import { NoConnection } from '../network/errors.ts';
import { tlsProblem } from '../network/tls.ts';
import { asUrl } from '../network/url.ts';
import type { Attempt, CallFacts, Reason } from './call-meaning.ts';
import { CallError } from './errors.ts';
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
  if (isBrokenHttp(error)) return made('connection-lost', 'the answer is not valid HTTP', code);
  return made('connection-lost', 'the connection was lost before the whole answer was there', code);
};

const isBrokenHttp = (error: unknown) =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  // undici makes assertions, such as that a status is at least 100.
  error instanceof AssertionError;

/** Statuses after which a change was certainly not applied. */
const refusals = new Set([400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 431]);

/** What kind of failure an answer's status means; undefined for 2xx, whose body is yet to be read. */
export const statusError = (
  answer: WireAnswer,
  facts: KnownFacts,
  now: number,
  redact: (text: string) => string,
): CallError | undefined => {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const { serviceMessage, foreignMessage } = errorTexts(answer, redact);
  const said = serviceMessage ?? foreignMessage;
  const withReason = (what: string) => (foreignMessage === undefined ? what : `${what}: ${foreignMessage}`);
  const failed = (attempt: Attempt, reason: Reason, detail: string, more: Partial<CallFacts> = {}) =>
    new CallError(attempt, reason, {
      ...facts,
      detail,
      status,
      serviceMessage,
      foreignMessage,
      requestId: answer.headers['x-request-id'],
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], answer.headers.date, now),
      ...more,
    });
  if (status === 429) {
    const reason = said === undefined ? '' : `: ${said.replace(/\.$/, '')}`;
    return failed('not-processed', 'rate-limited', `the service asks for fewer requests${reason}`);
  }
  if (status >= 300 && status < 400) {
    const location = answer.headers.location && redirectTarget(answer.headers.location);
    const where = location === undefined ? '' : ` to ${location}`;
    const detail = `it was redirected (${status})${where}, so the base URL is probably wrong`;
    return failed('ambiguous', 'redirect', detail, { location });
  }
  if (status === 408 || (status >= 500 && status < 600))
    return failed(
      'ambiguous',
      'server-error',
      serviceMessage ?? withReason(`the service failed (${status})`),
    );
  if (status < 200 || status >= 600)
    return failed('ambiguous', 'bad-answer', `${status} is not an HTTP status`);
  return failed(
    refusals.has(status) ? 'rejected' : 'ambiguous',
    'refused',
    serviceMessage ?? withReason(`the service refused it (${status})`),
  );
};

const longestMessage = 500;

/** How much is read of what is no JSON. It may have been cut where more had arrived than anybody reads, within a key even. */
const mostRead = 16 * 1024;

/**
 * What the body of an error says: in the service's own form, or in any other, since somebody else may have answered. It is
 * shortened after masking the credentials: half a key would not be found.
 */
const errorTexts = (
  { body, headers }: WireAnswer,
  redact: (text: string) => string,
): Pick<CallFacts, 'serviceMessage' | 'foreignMessage'> => {
  const fit = (text: unknown): string | undefined =>
    typeof text === 'string' && text.trim() !== '' ? shortened(redact(text)) : undefined;
  try {
    const said = JSON.parse(body) as ErrorForms | null;
    const serviceMessage = fit(said?.error);
    if (serviceMessage !== undefined) return { serviceMessage };
    const { error, errors, message, detail, title } = said ?? {};
    const others = [error?.message, message, detail, title, errors?.[0]?.message, errors?.[0], said];
    // A form that nobody foresaw is shown as it came.
    if (typeof said === 'object' && said !== null && typeof error !== 'string') others.push(body);
    return { foreignMessage: others.map(fit).find((text) => text !== undefined) };
  } catch {
    // The text of a web page is drowned in its markup; its title says what it is.
    const isPage = /^text\/html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body);
    const read = redact(body).slice(0, mostRead);
    const text = isPage ? /<title>([^<]*)</i.exec(read)?.[1] : read;
    return { foreignMessage: fit(text?.replace(/\s+/g, ' ').trim()) };
  }
};

/** The places where services put the text of an error. */
interface ErrorForms {
  error?: { message?: unknown };
  errors?: readonly ({ message?: unknown } | null)[];
  message?: unknown;
  detail?: unknown;
  title?: unknown;
}

const shortened = (message: string): string =>
  message.length <= longestMessage
    ? message
    : `${message.slice(0, longestMessage).replace(/[\uD800-\uDBFF]$/, '')}…`;

const redirectTarget = (location: string): string => {
  const url = asUrl(location);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : location.replace(/[?#].*$/s, '');
};
