import type { ErrorCode } from '../failure/codes.ts';
import { Interrupted, type Meaning } from '../failure/failure.ts';
import { neutralNames } from '../service/dialect-names.ts';
import { type Advice, inOneText, prefixed, proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import { connectionMeaning } from './connection/connection-error.ts';
import { serverAddressOf } from './connection/url.ts';

/**
 * How far a call got that was not confirmed, and so whether its change may have been applied:
 * - not-sent: no byte of it left this machine
 * - not-processed: the service said that it did not begin with it (429)
 * - rejected: the service itself refused it. A change by PUT may be applied anyway, if something in between delivered it twice
 * - ambiguous: everything else, such as a page of a gateway; a change may or may not have been applied
 */
export type Attempt = 'not-sent' | 'not-processed' | 'rejected' | 'ambiguous';

export type Reason =
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'rate-limited'
  | 'refused'
  | 'timeout'
  | 'connection-lost'
  | 'server-error'
  | 'not-the-service'
  | 'redirect'
  | 'bad-answer'
  | 'interrupted';

export interface CallFacts {
  method: string;
  url: string;
  effect: 'read' | 'change';
  /** Where the credentials come from, or how to replace them, in a sentence. */
  aboutKeys?: Advice | undefined;
  credentialHeaders?: readonly string[] | undefined;
  /** The profile in which a name of the deployment can be set; undefined if there is none, or it is the sandbox's. */
  profile?: string | undefined;
  /** What went wrong, as a clause: `the connection was refused`. */
  detail: string;
  status?: number | undefined;
  /** The parts of the request whose names the interface leaves open, each as its name and setting: `limit (query.pageSize)`. */
  openNames?: readonly string[] | undefined;
  /** Whether a documented field is missing from the answer, as if the deployment had another name for it. */
  lacksField?: boolean | undefined;
  /** Whether an error has the interface's error body, so that it is the service's own word. */
  isServices?: boolean | undefined;
  /** What that body says. */
  serviceMessage?: string | undefined;
  /** Whether the shop was read after a refusal, and nothing had changed there. */
  isUnchanged?: boolean | undefined;
  areKeysAccepted?: boolean | undefined;
  /** Whether a 409 says that the inventory was not as expected, as the call compares it. */
  mayConflict?: boolean | undefined;
  requestId?: string | undefined;
  /** How long the service wants the next request to wait, in milliseconds from its answer. */
  retryAfterMs?: number | undefined;
  location?: string | undefined;
  /** The system's or the library's code, such as ECONNREFUSED. */
  code?: string | undefined;
  /** Whether it is the proxy on the way that can't be reached. */
  isProxys?: boolean | undefined;
  /** Where the base URL comes from, or how to change it, in a sentence. */
  baseUrlFrom?: Advice | undefined;
}

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
  const meaning = { ...known, ...reasons[reason](facts) };
  if (facts.effect === 'change' || !facts.isUnchanged) return meaning;
  const { hint = '' } = meaning;
  return {
    ...meaning,
    hint(here) {
      const own = typeof hint === 'function' ? hint(here) : hint;
      return inOneText(own).startsWith('Nothing was ') ? own : prefixed('Nothing was changed.', own);
    },
  };
};

/** Why something else than the service may answer. */
export const notTheServices = 'The base URL may be wrong, or something in between is down.';

const reasons: Record<Reason, (facts: CallFacts) => Meaning> = {
  unreachable: (facts) => {
    const place = serverAddressOf(new URL(facts.url), facts.baseUrlFrom);
    const { hint, ...meaning } = connectionMeaning({ obstacle: 'unreachable', ...facts }, place);
    return {
      ...meaning,
      message: cannotReach(facts),
      hint:
        facts.effect === 'change' && typeof hint !== 'function'
          ? prefixed('Nothing was changed.', hint)
          : hint,
    };
  },
  tls: (facts) => ({
    ...connectionMeaning({ obstacle: 'tls', ...facts }),
    message: `Cannot reach ${new URL(facts.url).host} securely: ${facts.detail}`,
  }),
  proxy: (facts) => ({ ...connectionMeaning({ obstacle: 'proxy' }), message: cannotReach(facts) }),
  'rate-limited': (facts) =>
    temporary(
      'rate-limited',
      `The service asks for fewer requests${reasonGiven(facts)}`,
      `${facts.effect === 'change' ? 'Nothing was changed. ' : ''}${comeBack(facts.retryAfterMs)}`,
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
  refused: (facts) => refusals[facts.status ?? 0]?.(facts) ?? refusal(facts),
};

const refusal = (facts: CallFacts): Meaning => ({
  code: 'refused',
  exit: 'failed',
  message: `The service refused it (${facts.status})${reasonGiven(facts)}`,
  hint: afterRefusal(facts),
});

/**
 * The hint for a refused change. HTTP lets a gateway deliver a PUT again whose answer was lost, so
 * only the shop itself can tell.
 */
const afterRefusal = (facts: CallFacts): Meaning['hint'] => {
  const { effect, method, isUnchanged = false } = facts;
  if (effect === 'change' && method === 'PUT' && !isUnchanged)
    return 'If a gateway delivered it twice, it may have been applied: look at the listing before you send it again.';
  return prefixed(effect === 'change' ? 'Nothing was changed.' : '', aboutOpenNames(facts)) || undefined;
};

const aboutOpenNames = ({ status, openNames = [], profile }: CallFacts): Advice | undefined => {
  const [, setting] = /\(([^()]+)\)$/.exec(openNames[0] ?? '') ?? [];
  return status === 400 && setting !== undefined
    ? otherName(`may have another name for ${openNames.join(' or ')}`, setting, profile)
    : undefined;
};

/** What to do if a deployment seems to call something else than the profile says. */
export const otherName = (seems: string, setting: string, profile = 'PROFILE'): Advice =>
  proposal(
    `The service ${seems}. Ask its provider, and keep the name in the profile:`,
    resaleLine('profiles set', [profile], { dialect: `${setting}=WORD` }),
  );

const credentialsRefused = (facts: CallFacts): Meaning => {
  const known = { code: 'credentials-refused', exit: 'credentials' } as const;
  const reason = reasonGiven(facts);
  // To a change, a 403 that gives a reason may be about something else: the shop is another's.
  const isAboutKeys = facts.status !== 403 || reason === '';
  if (!isAboutKeys && facts.effect === 'change') {
    const { hint, ...meaning } = refusal(facts);
    return { ...meaning, ...known, hint: prefixed(sentAs(facts), hint as Advice) };
  }
  return {
    ...known,
    message: `The service refused ${isAboutKeys ? 'the credentials' : 'it'} (${facts.status})${reason}`,
    hint: aboutCredentials(facts),
  };
};

/** What to do about keys that were refused. As long as none worked, their headers may have other names. */
const aboutCredentials = (facts: CallFacts): Advice => {
  const { profile, aboutKeys = '', credentialHeaders = [] } = facts;
  const sent = sentAs(facts);
  if (sent === '' || profile === undefined || !credentialHeaders.includes(neutralNames.header.clientId))
    return prefixed(sent, aboutKeys);
  // A wrong key is likelier than a header of another name.
  if (typeof aboutKeys !== 'string')
    return prefixed(`${sent} If the headers have other names, set them with --service-name WORD.`, aboutKeys);
  return proposal(
    `${sent} ${aboutKeys} If the headers have other names, set the deployment's word for Service:`,
    resaleLine('profiles set', [profile], { serviceName: 'WORD' }),
  );
};

/** The names of the headers of keys that never worked, and how to set others; empty if they have worked. */
const sentAs = ({ credentialHeaders = [], areKeysAccepted, profile }: CallFacts): string => {
  if (credentialHeaders.length === 0 || areKeysAccepted) return '';
  const sent = `The keys were sent as ${credentialHeaders.join(' and ')}`;
  if (profile === undefined)
    return `${sent}; for a deployment with other names for these, see \`${resaleLine('help dialects')}\`.`;
  return credentialHeaders.includes(neutralNames.header.clientId)
    ? `${sent}.`
    : `${sent}; --dialect header.clientId=NAME sets another name.`;
};

/** What refusals with these statuses mean; any other is a plain refusal. */
const refusals: Record<number, (facts: CallFacts) => Meaning> = {
  401: credentialsRefused,
  // It is a documented answer to a creation, too: the shop is another's. Keys that were accepted before are not at fault.
  403: (facts) => (facts.areKeysAccepted ? refusal(facts) : credentialsRefused(facts)),
  404: ({ serviceMessage, method, url }) => ({
    code: 'not-found',
    exit: 'notFound',
    message: serviceMessage ?? `There is nothing at ${url}`,
    hint: `That was ${method} ${url}.`,
  }),
  409: (facts) =>
    facts.mayConflict
      ? {
          code: 'conflict',
          exit: 'conflict',
          message: facts.detail,
          hint: 'Read the listing before you try again: somebody else may have changed its inventory, or a gateway may have delivered the change twice.',
        }
      : refusal(facts),
};

const temporary = (code: ErrorCode, message: string, hint: string): Meaning => ({
  code,
  exit: 'temporary',
  message,
  hint,
});

const whatFailed = ({ method, url, detail }: CallFacts): string => `${detail} (${method} ${url})`;

const cannotReach = ({ url, detail }: CallFacts): string => `Cannot reach ${new URL(url).host}: ${detail}`;

const reasonGiven = ({ serviceMessage }: Pick<CallFacts, 'serviceMessage'>): string =>
  serviceMessage === undefined ? '' : `: ${serviceMessage}`;

const comeBack = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return 'Try again later.';
  const at = new Date(Date.now() + milliseconds);
  if (Number.isNaN(at.getTime()))
    return "The wait that it asks for cannot be meant: try again later, or report it to the service's provider.";
  const time = at.toISOString().replace(/\.\d+/, '');
  return `Try again in ${Math.ceil(milliseconds / 1000)} s, at ${time}; --max-wait and --max-retries set how long and how often this tool waits.`;
};
