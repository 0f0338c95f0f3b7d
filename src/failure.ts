import { BrokenPages, CallError, InvalidInput } from './client/errors.ts';
import { NotConfirmed, NotFound, UsageError } from './commands/errors.ts';
import * as feed from './feed/errors.ts';
import { BelowZero, Conflict, UnknownOutcome, WouldClose } from './inventory/errors.ts';
import * as profiles from './profiles/errors.ts';
import * as sandbox from './sandbox/errors.ts';
import * as terminal from './terminal/errors.ts';
import { ClosedPipe, Interrupted } from './terminal/io.ts';

/** The exit codes, and what each promises. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  credentials: 4,
  conflict: 5,
  rowsNotDone: 6,
  temporary: 7,
  unknown: 8,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** What a failure means to whoever runs the tool. */
export interface Failure {
  exitCode: number;
  /** A stable word for programs. */
  code: string;
  /** What happened, as a sentence. */
  message: string;
  /** What to do, as a sentence. */
  hint?: string | undefined;
  /** The service's status, where it answered. */
  status?: number | undefined;
  /** The field of the service that is at fault. */
  field?: string | undefined;
  retryable: boolean | 'unknown';
  requestId?: string | undefined;
}

type Meaning = Omit<Failure, 'message' | 'retryable'> & {
  message?: string;
  retryable?: Failure['retryable'];
};

/** Any error → what it means. Nothing else in the tool decides an exit code. */
export const explain = (error: unknown): Failure => {
  const { message, ...meaning } = meaningOf(error);
  const plain = message ?? (error instanceof Error ? error.message : String(error));
  return { retryable: false, ...meaning, message: asSentence(plain) };
};

const asSentence = (text: string): string => {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};

const meaningOf = (error: unknown): Meaning => {
  if (error instanceof ClosedPipe) return { exitCode: exitCodes.done, code: 'closed-pipe' };
  if (error instanceof Interrupted) return interruption(error);
  if (error instanceof UsageError)
    return { exitCode: exitCodes.usage, code: 'usage', hint: error.hint, field: error.faults[0]?.field };
  if (error instanceof InvalidInput)
    return { exitCode: exitCodes.usage, code: 'invalid-input', field: error.faults[0]?.path };
  if (error instanceof NotConfirmed) return notConfirmed(error);
  if (error instanceof NotFound) return { exitCode: exitCodes.notFound, code: 'not-found', hint: error.hint };
  if (error instanceof CallError) return callFailure(error);
  if (error instanceof BrokenPages)
    return {
      exitCode: exitCodes.failed,
      code: 'broken-pages',
      hint: `What was printed is the first ${error.pagesRead} pages, and not all there is. Tell whoever runs the service.`,
    };
  return inventoryFailure(error) ?? profileFailure(error) ?? feedFailure(error) ?? localFailure(error);
};

const interruption = ({ signal }: Interrupted): Meaning => ({
  exitCode: { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: exitCodes.hungUp }[
    signal
  ],
  code: 'interrupted',
  message: `Stopped by ${signal}`,
});

const notConfirmed = ({ asked, message }: NotConfirmed): Meaning =>
  asked
    ? { exitCode: exitCodes.usage, code: 'not-confirmed', message: 'Nothing was changed' }
    : {
        exitCode: exitCodes.usage,
        code: 'not-confirmed',
        message: message.replace(/ Go on\?$/, ''),
        hint: 'Nothing was changed. Say --yes to go ahead without being asked.',
      };

const callFailure = (error: CallError): Meaning => {
  const { facts, reason, attempt } = error;
  const known = { status: facts.status, requestId: facts.requestId };
  if (error.cause instanceof Interrupted && (facts.effect === 'read' || attempt === 'not-sent'))
    return interruption(error.cause);
  if (facts.effect === 'change' && attempt === 'ambiguous')
    return {
      ...known,
      exitCode: error.cause instanceof Interrupted ? interruption(error.cause).exitCode : exitCodes.unknown,
      code: 'unknown',
      message: `${facts.method} ${facts.url} may or may not have been applied: ${facts.detail}`,
      hint: 'Look at what it was to change before you send it again.',
      retryable: 'unknown',
    };
  return { ...known, ...reasons[reason](error) };
};

const temporary = (code: string, message: string, hint: string): Meaning => ({
  exitCode: exitCodes.temporary,
  code,
  message,
  hint,
  retryable: true,
});

const reasons: Record<CallError['reason'], (error: CallError) => Meaning> = {
  unreachable: ({ facts }) =>
    temporary(
      'unreachable',
      `Cannot reach ${new URL(facts.url).host}: ${facts.detail}`,
      facts.code === 'ENOTFOUND'
        ? 'Check the host in the base URL, and the network.'
        : 'Nothing was changed. Check the base URL and the network, or try again later.',
    ),
  tls: ({ facts }) => ({
    exitCode: exitCodes.temporary,
    code: 'tls',
    message: `Cannot reach ${new URL(facts.url).host} securely: ${facts.detail}`,
    hint: 'Nothing was sent. Where your network has a certificate authority of its own, name its file in NODE_EXTRA_CA_CERTS.',
  }),
  'rate-limited': ({ facts }) =>
    temporary(
      'rate-limited',
      'The service asks for fewer requests',
      `Nothing was changed. ${comeBack(facts.retryAfterMs)}`,
    ),
  timeout: ({ facts }) =>
    temporary(
      'timeout',
      `${facts.method} ${facts.url}: ${facts.detail}`,
      'Try again later, or allow more time with --timeout.',
    ),
  'connection-lost': ({ facts }) =>
    temporary('connection-lost', `${facts.method} ${facts.url}: ${facts.detail}`, 'Try again later.'),
  'server-error': ({ facts }) =>
    temporary(
      'server-error',
      `The service failed (${facts.status}): ${facts.serviceMessage ?? 'it gave no reason'}`,
      'Try again later.',
    ),
  redirect: ({ facts }) => ({
    exitCode: exitCodes.failed,
    code: 'redirected',
    message: `${facts.url} redirects${facts.location ? ` to ${facts.location}` : ''}, which is not followed: the credentials are meant for the base URL alone`,
    hint: 'The base URL is probably wrong; set it to where the service really is.',
  }),
  'bad-answer': ({ facts }) => ({
    exitCode: exitCodes.failed,
    code: 'bad-answer',
    message: `${facts.method} ${facts.url}: ${facts.detail}`,
    hint: 'Is the base URL right, or is a login page or proxy in the way? --debug shows the answer.',
  }),
  interrupted: ({ facts }) => ({
    exitCode: exitCodes.interrupted,
    code: 'interrupted',
    message: facts.detail,
  }),
  refused: refusal,
};

function refusal({ facts }: CallError): Meaning {
  const said = facts.serviceMessage;
  if (facts.status === 401 || facts.status === 403)
    return {
      exitCode: exitCodes.credentials,
      code: 'credentials-refused',
      message: `The service refused the credentials (${facts.status})${said ? `: ${said}` : ''}`,
      hint: 'See which profile and keys are used with: resale profiles show',
    };
  if (facts.status === 404)
    return {
      exitCode: exitCodes.notFound,
      code: 'not-found',
      message: said ?? `There is nothing at ${facts.url}`,
      hint: said ? undefined : 'The answer did not come from the service: is the base URL right?',
    };
  if (facts.status === 409)
    return { exitCode: exitCodes.conflict, code: 'conflict', message: said ?? facts.detail };
  return {
    exitCode: exitCodes.failed,
    code: 'refused',
    message: `The service refused it (${facts.status})${said ? `: ${said}` : ''}`,
    hint: 'Nothing was changed.',
  };
}

const comeBack = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return 'Try again later.';
  const seconds = Math.ceil(milliseconds / 1000);
  const at = new Date(Date.now() + milliseconds);
  const time = Number.isNaN(at.getTime()) ? '' : `, at ${at.toISOString().replace(/\.\d+/, '')}`;
  return `Come back in ${seconds} s${time}; --max-wait says how long this tool may wait by itself.`;
};

const inventoryFailure = (error: unknown): Meaning | undefined => {
  if (error instanceof Conflict)
    return {
      exitCode: exitCodes.conflict,
      code: error.code,
      message: `Conflict: the inventory of ${error.id} was expected to be ${error.expected} and is ${error.actual}; ${error.wanted} was wanted`,
      hint: `Nothing was changed. To go on from what is there: --expect ${error.actual}`,
      field: 'oldInventory',
    };
  if (error instanceof UnknownOutcome)
    return {
      exitCode: isInterrupted(error.cause) ?? exitCodes.unknown,
      code: error.code,
      hint:
        error.found.length > 0
          ? `Look at it before you send anything again: resale listings get ${error.found.join(' ')}`
          : 'Look at the listing before you send it again: it may still be applied.',
      retryable: 'unknown',
    };
  if (error instanceof BelowZero)
    return {
      exitCode: exitCodes.usage,
      code: error.code,
      hint: 'Nothing was changed.',
      field: 'inventoryAdjustment',
    };
  if (error instanceof WouldClose)
    return {
      exitCode: exitCodes.usage,
      code: error.code,
      hint: 'Nothing was changed. Leave out --no-close and say --yes to close it.',
    };
  return undefined;
};

const isInterrupted = (cause: unknown): number | undefined =>
  cause instanceof CallError && cause.cause instanceof Interrupted
    ? interruption(cause.cause).exitCode
    : undefined;

const profileFailure = (error: unknown): Meaning | undefined => {
  const add = 'Add one with `resale profiles add`, or try the tool with: resale --profile sandbox';
  if (error instanceof profiles.NoProfile)
    return {
      exitCode: exitCodes.credentials,
      code: 'no-profile',
      hint:
        error.known.length > 1 ? `Say --profile ${error.known.join('|')}, or: resale profiles use NAME` : add,
    };
  if (error instanceof profiles.NoCredentials)
    return {
      exitCode: exitCodes.credentials,
      code: 'no-credentials',
      hint: 'Set RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with: resale profiles add NAME --replace --client-id ID --api-key-stdin',
    };
  if (error instanceof profiles.HalfCredentials)
    return {
      exitCode: exitCodes.credentials,
      code: 'half-credentials',
      hint: `Set ${error.missing}, too, or unset ${error.given}.`,
    };
  if (error instanceof profiles.ForeignOrigin)
    return {
      exitCode: exitCodes.credentials,
      code: 'foreign-origin',
      hint: `Set RESALE_CLIENT_ID and RESALE_API_KEY for ${error.wanted}, or use a profile of its own.`,
    };
  if (error instanceof profiles.InvalidKey)
    return {
      exitCode: exitCodes.credentials,
      code: 'invalid-key',
      hint: 'Nothing was sent. Give the key as it was issued, on one line.',
    };
  if (error instanceof profiles.UnknownProfile)
    return {
      exitCode: exitCodes.usage,
      code: 'unknown-profile',
      hint: `There are: ${error.known.join(', ')}.`,
    };
  if (error instanceof profiles.UnusableFile)
    return { exitCode: exitCodes.usage, code: 'unusable-file', hint: `${asSentence(error.remedy)}` };
  if (error instanceof profiles.DamagedSettings)
    return {
      exitCode: exitCodes.usage,
      code: 'damaged-settings',
      hint: 'It was left as it is. Mend it, or move it away and add the profiles again.',
    };
  if (error instanceof profiles.NewerSettings)
    return { exitCode: exitCodes.usage, code: 'newer-settings', hint: 'Update resale to change it.' };
  if (error instanceof profiles.ProfilesBusy)
    return {
      exitCode: exitCodes.temporary,
      code: 'profiles-busy',
      hint: 'Try again in a moment.',
      retryable: true,
    };
  if (error instanceof profiles.ProfileExists)
    return {
      exitCode: exitCodes.usage,
      code: 'profile-exists',
      hint: 'Say --replace to put a new one in its place.',
    };
  const isUsage = [
    profiles.InvalidDirectory,
    profiles.InvalidProfileName,
    profiles.ReservedProfile,
    profiles.InvalidBaseUrl,
  ].some((kind) => error instanceof kind);
  return isUsage ? { exitCode: exitCodes.usage, code: 'usage' } : undefined;
};

const feedFailure = (error: unknown): Meaning | undefined => {
  const later = { exitCode: exitCodes.temporary, hint: 'Try again.', retryable: true };
  if (error instanceof feed.FeedCut) return { ...later, code: 'feed-cut' };
  if (error instanceof feed.FeedTooSlow) return { ...later, code: 'feed-too-slow' };
  if (error instanceof feed.FeedHostUnreachable) return { ...later, code: 'unreachable' };
  if (error instanceof feed.FeedHostRefused)
    return error.status >= 500 || error.status === 429
      ? { ...later, code: 'server-error', status: error.status }
      : {
          exitCode: exitCodes.failed,
          code: 'feed-refused',
          status: error.status,
          hint: 'The link may have expired: a new run asks for a new one.',
        };
  if (error instanceof feed.FeedLinkRefused)
    return { exitCode: exitCodes.failed, code: 'feed-link-refused', hint: 'Tell whoever runs the service.' };
  if (error instanceof feed.NotAFeed)
    return {
      exitCode: exitCodes.failed,
      code: 'not-a-feed',
      hint: 'What was printed so far is no whole feed. Is a login page or proxy in the way?',
    };
  return undefined;
};

const localFailure = (error: unknown): Meaning => {
  if (error instanceof sandbox.FaultSpecError) return { exitCode: exitCodes.usage, code: 'usage' };
  if (error instanceof sandbox.PortInUse)
    return {
      exitCode: exitCodes.failed,
      code: 'port-in-use',
      hint: 'Choose another with --port, or any free one with --port 0.',
    };
  if (error instanceof sandbox.StateFileDamaged)
    return {
      exitCode: exitCodes.usage,
      code: 'damaged-state',
      hint: 'It was left as it is. Move it away to start afresh.',
    };
  if (error instanceof terminal.UnwritableFile)
    return { exitCode: exitCodes.usage, code: 'unwritable-file', hint: 'Nothing was written.' };
  if (error instanceof terminal.NestedTooDeep) return { exitCode: exitCodes.failed, code: 'bad-answer' };
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC')
    return {
      exitCode: exitCodes.failed,
      code: 'disk-full',
      message: 'The disk is full',
      hint: 'Make room, and run it again.',
    };
  return {
    exitCode: exitCodes.failed,
    code: 'unexpected',
    hint: 'This should not happen. --debug shows where it did.',
  };
};
