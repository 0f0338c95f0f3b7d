import { Agent, type Dispatcher, errors } from 'undici';
import { type Attempt, CallError, type CallFacts, type Reason } from './errors.ts';
import type { WireRequest } from './request.ts';

/** How long each part of a call may take, in milliseconds. */
export interface Timeouts {
  connectMs: number;
  /** The whole call: request, headers, and body. */
  callMs: number;
}

/** A whole answer. */
export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface Transport {
  /** Sends one request once. Fails with a `CallError` that says whether a byte of it left. */
  send(
    request: WireRequest,
    headers: Readonly<Record<string, string>>,
    effect: CallFacts['effect'],
    signal: AbortSignal,
  ): Promise<WireAnswer>;
  close(): Promise<void>;
}

const maxAnswerBytes = 16 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

type Options = Dispatcher.DispatchOptions & { onSending?: () => void };

/** Tells when a request is about to be written onto an open connection: from then on a change may have been made. */
const noticeSending: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const start = handler.onRequestStart?.bind(handler);
  handler.onRequestStart = (controller, context) => {
    (options as Options).onSending?.();
    start?.(controller, context);
  };
  return dispatch(options, handler);
};

/** A connection pool to one base URL. Redirects are not followed: the credentials are meant for this origin alone. */
export const createTransport = (baseUrl: string, timeouts: Timeouts, connections: number): Transport => {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const agent = new Agent({
    connect: { timeout: timeouts.connectMs, autoSelectFamily: true },
    headersTimeout: timeouts.callMs,
    bodyTimeout: timeouts.callMs,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connections,
  });
  const dispatcher = agent.compose(noticeSending);

  const send: Transport['send'] = async (request, headers, effect, signal) => {
    signal.throwIfAborted();
    const facts = {
      method: request.method,
      url: `${base.origin}${prefix}${request.path.split('?')[0]}`,
      effect,
    };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new DeadlineExceeded()), timeouts.callMs);
    const stop = () => deadline.abort(signal.reason);
    signal.addEventListener('abort', stop);
    let sent = false;
    const options = {
      origin: base.origin,
      path: `${prefix}${request.path}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: {
        accept: 'application/json',
        // An encoded answer that was cut short can pass for a whole one, so none is asked for.
        'accept-encoding': 'identity',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: request.body ?? null,
      signal: deadline.signal,
      onSending: () => {
        sent = !deadline.signal.aborted;
      },
    };
    try {
      const answer = await dispatcher.request(options);
      const limit = answer.statusCode >= 400 ? maxErrorBytes : maxAnswerBytes;
      return {
        status: answer.statusCode,
        headers: flat(answer.headers),
        body: await readText(answer.body, limit, answer.statusCode >= 400),
      };
    } catch (error) {
      throw callError(error, sent, facts, timeouts);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
  return { send, close: () => agent.destroy() };
};

class DeadlineExceeded extends Error {}
class AnswerTooLarge extends Error {}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

/** Reads a body up to a limit. What is longer is an error, or, where a part is enough, cut off. */
const readText = async (
  body: AsyncIterable<Buffer>,
  limit: number,
  partIsEnough: boolean,
): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= limit) continue;
    if (!partIsEnough) throw new AnswerTooLarge();
    break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
};

const callError = (
  error: unknown,
  sent: boolean,
  facts: Omit<CallFacts, 'detail'>,
  timeouts: Timeouts,
): CallError => {
  const attempt: Attempt = sent ? 'ambiguous' : 'not-sent';
  const made = (reason: Reason, detail: string, code?: string) =>
    new CallError(attempt, reason, { ...facts, detail, ...(code ? { code } : {}) }, { cause: error });
  const seconds = (ms: number) => `${ms / 1000} s`;
  if (error instanceof DeadlineExceeded)
    return made('timeout', `no whole answer within ${seconds(timeouts.callMs)}`);
  if (error instanceof AnswerTooLarge) return made('bad-answer', 'the answer is larger than 16 MiB');
  if (error instanceof errors.ConnectTimeoutError)
    return made('unreachable', `no connection within ${seconds(timeouts.connectMs)}`, error.code);
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return made('timeout', `no answer within ${seconds(timeouts.callMs)}`, error.code);
  const code = codeOf(error);
  if (isInterruption(error)) return made('interrupted', 'it was interrupted');
  if (!sent)
    return isTls(code)
      ? made('tls', tlsWords(code, error), code)
      : made('unreachable', unreachableWords(code), code);
  if (code.startsWith('HPE_')) return made('connection-lost', 'the answer is no HTTP', code);
  return made('connection-lost', 'the connection was lost before the whole answer was there', code);
};

const isInterruption = (error: unknown) => error instanceof Error && error.name === 'Interrupted';

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
