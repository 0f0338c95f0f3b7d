import type { CallError } from '../client/errors.ts';
import { isLoopback } from '../network/url.ts';
import { proxyHint, tlsHints } from './connection.ts';
import { exitCodes } from './exit-codes.ts';
import { interruptedBy, interruption } from './interruption.ts';
import type { Meaning } from './meaning.ts';

/** A call that the service did not confirm. */
export const callFailure = (error: CallError): Meaning => {
  const { facts, reason, attempt } = error;
  const stopped = interruptedBy(error);
  const known = { status: facts.status, requestId: facts.requestId };
  if (stopped && (facts.effect === 'read' || attempt === 'not-sent')) return interruption(stopped);
  if (facts.effect === 'change' && attempt === 'ambiguous')
    return {
      ...known,
      exitCode: stopped ? interruption(stopped).exitCode : exitCodes.unknown,
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
      unreachableHint(facts),
    ),
  tls: ({ facts }) => ({
    exitCode: exitCodes.temporary,
    code: 'tls',
    message: `Cannot reach ${new URL(facts.url).host} securely: ${facts.detail}`,
    hint: tlsHints[facts.tls ?? 'other'],
  }),
  proxy: ({ facts }) => ({
    exitCode: exitCodes.temporary,
    code: 'proxy-refused',
    message: `Cannot reach ${new URL(facts.url).host}: ${facts.detail}`,
    hint: proxyHint,
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
    hint: facts.lacksField
      ? 'Is the base URL right? If the service calls its fields otherwise, see `resale help dialects`. --debug shows the answer.'
      : 'Is the base URL right, or is a login page or proxy in the way? --debug shows the answer.',
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
      hint: [
        facts.credentialsFrom
          ? `They came from ${facts.credentialsFrom}.`
          : 'See where they come from: resale profiles check',
        ...(facts.credentialHeaders
          ? [
              `They were sent as ${facts.credentialHeaders.join(' and ')}; for a deployment that calls these otherwise, see: resale help dialects`,
            ]
          : []),
      ].join(' '),
    };
  if (facts.status === 404)
    return {
      exitCode: exitCodes.notFound,
      code: 'not-found',
      message: said ?? `There is nothing at ${facts.url}`,
      hint: said
        ? `That was ${facts.method} ${facts.url}.`
        : 'The answer did not come from the service: is the base URL right?',
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

const unreachableHint = ({ code, url }: CallError['facts']): string => {
  if (code === 'ENOTFOUND') return 'Check the host in the base URL, and the network.';
  if (code === 'ECONNREFUSED' && isLoopback(new URL(url)))
    return 'Nothing listens there on this machine. If it is the sandbox, start it: resale sandbox start';
  return 'Nothing was changed. Check the base URL and the network, or try again later.';
};

const comeBack = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return 'Try again later.';
  const at = new Date(Date.now() + milliseconds);
  if (Number.isNaN(at.getTime())) return 'It asks for a wait that is longer than any calendar.';
  const time = at.toISOString().replace(/\.\d+/, '');
  return `Come back in ${Math.ceil(milliseconds / 1000)} s, at ${time}; --max-wait and --max-retries say how long and how often this tool waits by itself.`;
};
