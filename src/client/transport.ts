import { versions } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import type { ConnectionTimes } from '../network/connection-times.ts';
import { createConnector } from '../network/connector.ts';
import { plainNetwork } from '../network/network.ts';
import type { ClientOptions } from './client.ts';
import type { CallFacts } from './errors.ts';
import { leaveParserAsItIs } from './frugal-parser.ts';
import { longestTimerMs } from './pause.ts';
import type { WireRequest } from './request.ts';
import { noticeSending } from './sending.ts';
import { AnswerTooLarge, callError, DeadlineExceeded } from './transport-failure.ts';

/** A whole answer. */
export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** How long the parts of a call took, in milliseconds. */
export interface CallTimes {
  /** Missing for a connection that was there already. */
  connection: ConnectionTimes | undefined;
  /** From the beginning of the call to the headers of the answer. */
  firstByteMs: number;
  wholeMs: number;
}

export interface Transport {
  /** Sends one request once. Fails with a `CallError` that says whether a byte of it left. */
  send(
    request: WireRequest,
    headers: Readonly<Record<string, string>>,
    effect: CallFacts['effect'],
    signal: AbortSignal,
  ): Promise<WireAnswer & { times?: CallTimes }>;
  close(): Promise<void>;
}

const maxAnswerBytes = 16 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
/** As much as Node itself takes. */
const maxHeaderBytes = 16 * 1024;

type TransportOptions = Pick<ClientOptions, 'baseUrl' | 'timeouts' | 'network' | 'connections' | 'timed'>;

/** A connection pool to one base URL. Redirects are not followed: the credentials are meant for this origin alone. */
export const createTransport = ({
  baseUrl,
  timeouts,
  network = plainNetwork,
  connections = 16,
  timed = false,
}: TransportOptions): Transport => {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const notice = noticeSending(timed);
  const connector = createConnector({
    network,
    timeoutMs: timeouts.connectMs,
    onConnected: notice.onConnected,
  });
  const connect: typeof connector.connect = (...given) => {
    leaveParserAsItIs(versions.node);
    return connector.connect(...given);
  };
  const agent = new Agent({
    connect,
    // These run from one piece to the next; the deadline of each call is for the whole of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connections,
    maxHeaderSize: maxHeaderBytes,
  });
  const dispatcher = agent.compose(notice.interceptor);

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
    let connection: ConnectionTimes | undefined;
    const began = performance.now();
    const options = {
      origin: base.origin,
      path: `${prefix}${request.path}`,
      method: request.method as Dispatcher.HttpMethod,
      headers,
      body: request.body ?? null,
      signal: deadline.signal,
      onSending: () => {
        sent = !deadline.signal.aborted;
      },
      onConnection: (times: ConnectionTimes | undefined) => {
        connection = times;
      },
    };
    try {
      const answer = await Promise.race([dispatcher.request(options), abortion(deadline.signal)]);
      status = answer.statusCode;
      const firstByteMs = performance.now() - began;
      const limit = answer.statusCode >= 400 ? maxErrorBytes : maxAnswerBytes;
      const body = await readText(answer.body, limit, answer.statusCode >= 400);
      // undici takes up a connection again a turn of the event loop later; a call before that would open another.
      await setImmediate();
      const whole = { status: answer.statusCode, headers: flat(answer.headers), body };
      const times = { connection, firstByteMs, wholeMs: performance.now() - began };
      return timed ? { ...whole, times } : whole;
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
    notice.stop();
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
