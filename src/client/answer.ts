import type * as z from 'zod/mini';
import { asUrl } from '../network/url.ts';
import { faultsOf } from '../service/faults.ts';
import type { Translation } from '../service/translation.ts';
import { type Attempt, CallError, type CallFacts, type Reason } from './errors.ts';
import { parseJson } from './json.ts';
import { retryAfterMs } from './retry.ts';
import type { WireAnswer } from './transport.ts';

/** Statuses with which a change was surely not applied. */
const refusals = new Set([400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 431]);

const longestMessage = 500;

type KnownFacts = Omit<CallFacts, 'detail'>;

/** What kind of failure an answer is, or undefined for one to be read on (2xx). */
export const refusal = (
  answer: WireAnswer,
  facts: KnownFacts,
  now: number,
  redact: (text: string) => string,
): CallError | undefined => {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const serviceMessage = errorText(answer.body, redact);
  const requestId = answer.headers['x-request-id'];
  const wait = retryAfterMs(answer.headers['retry-after'], answer.headers.date, now);
  const failed = (attempt: Attempt, reason: Reason, detail: string, more: Partial<CallFacts> = {}) =>
    new CallError(attempt, reason, {
      ...facts,
      detail,
      status,
      ...(serviceMessage === undefined ? {} : { serviceMessage }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
      ...more,
    });
  if (status === 429) return failed('not-processed', 'rate-limited', 'the service asks for fewer requests');
  if (status >= 300 && status < 400) {
    const target = redirectTarget(answer.headers.location);
    const where = target.location === undefined ? '' : ` to ${target.location}`;
    const detail = `it was redirected (${status})${where}, so the base URL is probably wrong`;
    return failed('ambiguous', 'redirect', detail, target);
  }
  if (status === 408 || (status >= 500 && status < 600))
    return failed('ambiguous', 'server-error', serviceMessage ?? `the service failed (${status})`);
  if (status < 200 || status >= 600)
    return failed('ambiguous', 'bad-answer', `${status} is no status of HTTP`);
  return failed(
    refusals.has(status) ? 'rejected' : 'ambiguous',
    'refused',
    serviceMessage ?? `the service refused it (${status})`,
  );
};

/** A 2xx answer → what it says, in our words. Anything that is not the documented shape is a `bad-answer`. */
export const readAnswer = (
  answer: WireAnswer,
  schema: z.ZodMiniType,
  { fromWire }: Pick<Translation, 'fromWire'>,
  facts: KnownFacts,
): unknown => {
  const bad = (detail: string, reason: Reason = 'bad-answer', more: Partial<CallFacts> = {}) =>
    new CallError('ambiguous', reason, { ...facts, detail, status: answer.status, ...more });
  const type = answer.headers['content-type'] ?? '';
  const encoding = answer.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw bad(`the answer is encoded as ${encoding}, which was not asked for`);
  if (/^text\/html/i.test(type)) throw bad('a web page came instead of the answer');
  if (answer.body.trim() === '') throw bad('the answer is empty');
  let value: unknown;
  try {
    value = parseJson(answer.body);
  } catch {
    // Where a connection is closed early, what is left may look like a whole body.
    throw bad('the answer is no whole JSON', 'connection-lost');
  }
  if (facts.effect === 'change' && reportsErrors(value))
    throw bad(`the answer reports an error, though its status is ${answer.status}`);
  const said = fromWire(value);
  const checked = schema.safeParse(said, { reportInput: true });
  if (checked.success) return said;
  const [first] = faultsOf(checked.error);
  const lacksField = checked.error.issues.some((issue) => issue.path.length > 0 && issue.input === undefined);
  throw bad(
    `the answer is not as documented: ${jsonPath(first?.path ?? '')} ${first?.message ?? ''}`,
    'bad-answer',
    lacksField ? { lacksField } : {},
  );
};

/**
 * An answer that is passed on as it came. Where nothing says how long it is, only its own end tells whether a connection that
 * closed early left a half of it: JSON has one.
 */
export const readRaw = (answer: WireAnswer, facts: KnownFacts): WireAnswer => {
  const { status, headers, body } = answer;
  const saysItsLength = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const hasNone = status === 204 || status === 205;
  if (saysItsLength || hasNone || !/[/+]json\b/i.test(headers['content-type'] ?? '')) return answer;
  try {
    parseJson(body);
  } catch {
    throw new CallError('ambiguous', 'connection-lost', {
      ...facts,
      detail: 'the answer is no whole JSON',
      status,
    });
  }
  return answer;
};

/** Whether a confirmation says at the same time that something went wrong: then it confirms nothing. */
const reportsErrors = (value: unknown): boolean => {
  const { error, errors } = (value ?? {}) as { error?: unknown; errors?: unknown };
  return Boolean(error) || (Array.isArray(errors) && errors.length > 0);
};

const jsonPath = (path: string) => (path.startsWith('[') ? `$${path}` : path ? `$.${path}` : '$');

/** What the service says of its error, shortened only once the credentials are out of it: half a key is none to be found. */
const errorText = (body: string, redact: (text: string) => string): string | undefined => {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    if (typeof error === 'string' && error.trim() !== '') return shortened(redact(error));
  } catch {
    // No error body of the service: whoever answered, the status has to speak for itself.
  }
  return undefined;
};

const shortened = (message: string): string =>
  message.length <= longestMessage
    ? message
    : `${message.slice(0, longestMessage).replace(/[\uD800-\uDBFF]$/, '')}…`;

const redirectTarget = (location: string | undefined): { location?: string } => {
  if (location === undefined) return {};
  const url = asUrl(location);
  if (url === undefined) return { location: location.replace(/[?#].*$/s, '') };
  return { location: `${url.protocol}//${url.host}${url.pathname}` };
};
