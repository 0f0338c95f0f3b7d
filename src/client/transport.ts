import { versions } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { createConnector } from './connector.ts';
import type { CallFacts } from './errors.ts';
import { leaveParserAsItIs } from './frugal-parser.ts';
import { longestTimerMs } from './pause.ts';
import type { WireRequest } from './request.ts';
import { AnswerTooLarge, callError, DeadlineExceeded, type Timeouts } from './transport-failure.ts';

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
  leaveParserAsItIs(versions.node);
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const connector = createConnector(timeouts.connectMs);
  const agent = new Agent({
    connect: connector.connect,
    // These run from one piece to the next; the deadline of each call is for the whole of it.
    headersTimeout: 0,
    bodyTimeout: 0,
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
    const timer = setTimeout(
      () => deadline.abort(new DeadlineExceeded()),
      Math.min(timeouts.callMs, longestTimerMs),
    );
    const stop = () => deadline.abort(signal.reason);
    signal.addEventListener('abort', stop);
    let sent = false;
    let status: number | undefined;
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
      const answer = await Promise.race([dispatcher.request(options), abortion(deadline.signal)]);
      status = answer.statusCode;
      const limit = answer.statusCode >= 400 ? maxErrorBytes : maxAnswerBytes;
      const body = await readText(answer.body, limit, answer.statusCode >= 400);
      // undici takes up a connection again a turn of the event loop later; a call before that would open another.
      await setImmediate();
      return { status: answer.statusCode, headers: flat(answer.headers), body };
    } catch (error) {
      const known = status === undefined ? facts : { ...facts, status };
      throw callError(error, sent, known, timeouts, error === signal.reason);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
  const close = async () => {
    const destroyed = agent.destroy();
    connector.close();
    await destroyed;
  };
  return { send, close };
};

/**
 * Fails as soon as a signal aborts. undici minds a request's signal only once there is a connection for it; it then
 * does not send what was given up meanwhile.
 */
const abortion = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

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
