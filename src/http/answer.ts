import type * as z from 'zod/mini';
import { NestedTooDeep, parseJson } from '../json/exact.ts';
import { brokenRulesOf } from '../service/broken-rules.ts';
import type { Translation } from '../service/translation.ts';
import { CallError } from './call-error.ts';
import type { CallFacts, Reason } from './call-facts.ts';
import { type KnownFacts, shortened } from './classify.ts';
import type { WireAnswer } from './sending.ts';

/** Faults with which an answer is still accepted. */
export interface Tolerance {
  /** Accepts a fault at a path of the answer `content`, because the caller checks that field itself. */
  mayBeWrong?: ((path: readonly PropertyKey[], input: unknown, content: unknown) => boolean) | undefined;
}

interface Reading extends Tolerance {
  /** Whether it is to prove something, which the answer of a cache does not. */
  fresh: boolean;
  parse?: ((text: string) => unknown) | undefined;
  /** Masks the credentials in a text of the service. */
  redact?: ((text: string) => string) | undefined;
}

/** Reads a 2xx answer, in our words. Anything but the documented form is a `bad-answer`. */
export const readAnswer = (
  answer: WireAnswer,
  schema: z.ZodMiniType,
  { fromWire }: Pick<Translation, 'fromWire'>,
  facts: KnownFacts,
  { mayBeWrong = () => false, fresh, parse = parseJson, redact = (text) => text }: Reading,
): unknown => {
  const bad = (detail: string, reason: Reason = 'bad-answer', more: Partial<CallFacts> = {}) =>
    new CallError('ambiguous', reason, { ...facts, detail, status: answer.status, ...more });
  const type = answer.headers['content-type'] ?? '';
  if (/^text\/html/i.test(type)) throw bad('a web page came instead of the answer');
  const isChange = facts.effect === 'change';
  const otherForm = otherFormOf(answer) ?? (isChange ? unconfirmedBy(answer.status) : undefined);
  if (otherForm !== undefined) throw bad(otherForm);
  // Each cache on the way may have added its own.
  if ((fresh || isChange) && /[1-9]/.test(answer.headers.age ?? ''))
    throw bad('the answer came from a cache');
  if (answer.body.trim() === '') throw bad('the answer is empty');
  let value: unknown;
  try {
    value = parse(answer.body);
  } catch (error) {
    if (error instanceof NestedTooDeep) throw bad(`the answer ${error.message}`);
    throw saysItsLength(answer)
      ? bad('the answer is not JSON')
      : bad('the answer is not complete JSON', 'connection-lost');
  }
  if (answer.isDamaged) throw bad(notUtf8);
  const reported = reportedError(value, redact);
  const isError = `the answer reports an error, though its status is ${answer.status}${reported}`;
  if (isChange && reported !== undefined) throw bad(isError);
  const content = fromWire(value);
  const checked = schema.safeParse(content, { reportInput: true });
  if (checked.success) return content;
  const { issues } = checked.error;
  const grave = issues.filter((issue) => isFrame(issue) || !mayBeWrong(issue.path, issue.input, content));
  if (grave.length === 0) return content;
  const [first] = brokenRulesOf({ issues: grave });
  const fault = `${jsonPath(first?.path ?? '')} ${first?.message ?? ''}`;
  const lacksField = grave.some((issue) => issue.path.length > 0 && issue.input === undefined);
  if (reported) throw bad(isError);
  throw bad(`the answer is not as documented: ${fault}`, 'bad-answer', { lacksField });
};

/** The answer itself, or a list in it: its fields are looked at where they are used. */
const isFrame = ({ path, code, ...issue }: z.core.$ZodIssue): boolean =>
  path.length === 0 ||
  (path.length === 1 && code === 'invalid_type' && 'expected' in issue && issue.expected === 'array');

/**
 * An answer that is passed on as it came. If its length is not given, only its own end can show that a
 * connection closed early, and only JSON has a recognisable end.
 */
export const readRaw = (answer: WireAnswer, facts: KnownFacts): WireAnswer => {
  const { status, headers, body } = answer;
  const bad = (detail: string, reason: Reason = 'bad-answer') =>
    new CallError('ambiguous', reason, { ...facts, detail, status });
  const hasNoBody = status === 204 || status === 205;
  if (!saysItsLength(answer) && !hasNoBody && /[/+]json\b/i.test(headers['content-type'] ?? ''))
    try {
      parseJson(body);
    } catch (error) {
      if (!(error instanceof NestedTooDeep)) throw bad('the answer is not complete JSON', 'connection-lost');
    }
  const otherForm = otherFormOf(answer) ?? (answer.isDamaged ? notUtf8 : undefined);
  if (otherForm !== undefined) throw bad(otherForm);
  return answer;
};

const notUtf8 = 'the answer is not UTF-8';

/** Why the body is not the requested text. */
const otherFormOf = ({ status, headers }: WireAnswer): string | undefined => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return `the answer is encoded as ${encoding}, which was not asked for`;
  return status === 206 ? 'only a part of the answer came (206)' : undefined;
};

/** Why a 2xx status does not say that a change was made. One that announces no body is judged by its having none. */
const unconfirmedBy = (status: number): string | undefined => {
  if ([200, 201, 204, 205].includes(status)) return undefined;
  return status === 202
    ? 'the answer only promises the change for later (202)'
    : `the answer has status ${status}, which confirms nothing`;
};

/** If not, a connection that was closed early may have left a part that looks like a whole body. */
const saysItsLength = ({ headers }: WireAnswer): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The error that an answer reports beside its status, as the end of a clause: `: too busy`. Undefined if it reports none. */
const reportedError = (value: unknown, redact: (text: string) => string): string | undefined => {
  const { error, errors } = (value ?? {}) as { error?: unknown; errors?: unknown };
  if (typeof error === 'string' && error.trim() !== '') return `: ${shortened(redact(error.trim()))}`;
  return error || (Array.isArray(errors) && errors.length > 0) ? '' : undefined;
};

const jsonPath = (path: string) => (path.startsWith('[') ? `$${path}` : path ? `$.${path}` : '$');
