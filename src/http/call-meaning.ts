import type { ErrorCode } from '../failure/codes.ts';
import { Interrupted, type Meaning } from '../failure/failure.ts';
import { prefixed, proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import type { Attempt, CallFacts, Reason } from './call-facts.ts';
import { connectionMeaning } from './connection/connection-error.ts';
import { serverAddressOf } from './connection/url.ts';
import { reasonGiven, refusalMeaning, sentAs } from './refusal-meaning.ts';

/** What a call means if the service did not confirm it. A signal may have cut it short. */
export const callMeaning = (attempt: Attempt, reason: Reason, facts: CallFacts, cause: unknown): Meaning => {
  const stopped = cause instanceof Interrupted ? cause.meaning : undefined;
  const known = { status: facts.status, requestId: facts.requestId };
  if (stopped && (facts.effect === 'read' || attempt === 'not-sent'))
    return { ...stopped, message: (cause as Interrupted).message };
  if (facts.effect === 'change' && attempt === 'ambiguous')
    return {
      ...known,
      code: 'unknown',
      exit: stopped?.exit ?? 'unknown',
      message: `The change may or may not have been made: ${facts.detail} (${facts.method} ${facts.url})`,
      hint: 'Look at what it was to change before you send it again.',
    };
  const { hint, ...meaning } = reasons[reason](facts);
  return { ...known, ...meaning, hint: isUnchanged(attempt, facts) ? withNothingChanged(hint) : hint };
};

/** A PUT that was refused may have been delivered twice by a gateway. */
const isUnchanged = (attempt: Attempt, { effect, method, isUnchanged = false }: CallFacts): boolean =>
  effect === 'change' ? attempt !== 'rejected' || method !== 'PUT' : isUnchanged;

const withNothingChanged = (hint: Meaning['hint']): Meaning['hint'] =>
  typeof hint === 'function'
    ? (here) => prefixed('Nothing was changed.', hint(here))
    : prefixed('Nothing was changed.', hint);

/** Why something else than the service may answer. */
export const notTheServices = 'The base URL may be wrong, or something in between is down.';

const reasons: Record<Reason, (facts: CallFacts) => Meaning> = {
  unreachable: (facts) => ({
    ...connectionMeaning(
      { obstacle: 'unreachable', ...facts },
      serverAddressOf(new URL(facts.url), facts.baseUrlFrom),
    ),
    message: cannotReach(facts),
  }),
  tls: (facts) => ({
    ...connectionMeaning({ obstacle: 'tls', ...facts }),
    message: `Cannot reach ${new URL(facts.url).host} securely: ${facts.detail}`,
  }),
  proxy: (facts) => ({ ...connectionMeaning({ obstacle: 'proxy' }), message: cannotReach(facts) }),
  'rate-limited': (facts) =>
    temporary(
      'rate-limited',
      `The service asks for fewer requests${reasonGiven(facts)}`,
      comeBack(facts.retryAfterMs),
    ),
  timeout: (facts) =>
    temporary('timeout', whatFailed(facts), 'Try again later, or allow more time with --timeout.'),
  'connection-lost': (facts) => temporary('connection-lost', whatFailed(facts), 'Try again later.'),
  'server-error': (facts) =>
    temporary(
      'server-error',
      `The service failed (${facts.status})${reasonGiven(facts) || ': it gave no reason'}`,
      'Try again later.',
    ),
  'not-the-service': (facts) => {
    const { detail, baseUrlFrom, status } = facts;
    const why = [notTheServices, status === 403 ? sentAs(facts) : ''].filter(Boolean).join(' ');
    return {
      ...temporary('not-the-service', detail, ''),
      hint: (here) =>
        typeof baseUrlFrom === 'object'
          ? prefixed(why, baseUrlFrom)
          : proposal([why, baseUrlFrom, 'To check:'].filter(Boolean).join(' '), here('doctor')),
    };
  },
  redirect: ({ url, location, baseUrlFrom }) => ({
    code: 'not-the-service',
    exit: 'failed',
    message: `${url} redirects${location ? ` to ${location}` : ''}, which is not followed: the credentials go only to the base URL`,
    hint: prefixed('The base URL is probably wrong.', baseUrlFrom),
  }),
  'bad-answer': (facts) => ({
    code: 'bad-answer',
    exit: 'failed',
    message: whatFailed(facts),
    hint: prefixed(
      facts.lacksField
        ? `Is the base URL right? If the service has other names for its fields, see \`${resaleLine('help dialects')}\`. --debug shows the answer.`
        : 'Is the base URL right, or is a login page or proxy in the way? --debug shows the answer.',
      facts.baseUrlFrom,
    ),
  }),
  interrupted: ({ detail }) => ({ code: 'interrupted', exit: 'interrupted', message: detail }),
  refused: refusalMeaning,
};

const temporary = (code: ErrorCode, message: string, hint: string): Meaning => ({
  code,
  exit: 'temporary',
  message,
  hint,
});

const whatFailed = ({ method, url, detail }: CallFacts): string => `${detail} (${method} ${url})`;

const cannotReach = ({ url, detail }: CallFacts): string => `Cannot reach ${new URL(url).host}: ${detail}`;

const comeBack = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return 'Try again later.';
  const at = new Date(Date.now() + milliseconds);
  if (Number.isNaN(at.getTime()))
    return "The wait that it asks for cannot be meant: try again later, or report it to the service's provider.";
  const time = at.toISOString().replace(/\.\d+/, '');
  return `Try again in ${Math.ceil(milliseconds / 1000)} s, at ${time}; --max-wait and --max-retries set how long and how often this tool waits.`;
};
