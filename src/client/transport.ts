import { versions } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import type { ConnectionTimes } from '../network/connection-times.ts';
import { createConnector } from '../network/connector.ts';
import { maxHeaderBytes } from '../network/max-header-bytes.ts';
import { plainNetwork } from '../network/network.ts';
import { callError, DeadlineExceeded } from './classify.ts';
import type { ClientOptions } from './client.ts';
import type { CallFacts } from './errors.ts';
import { leaveParserAsItIs } from './frugal-parser.ts';
import { longestTimerMs } from './pause.ts';
import type { WireRequest } from './request.ts';
import { Sending } from './sending.ts';
import { watchConnections } from './used-connections.ts';

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
  const used = watchConnections(timed);
  const connector = createConnector({
    network,
    timeoutMs: timeouts.connectMs,
    onConnected: used.onConnected,
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

  const send: Transport['send'] = async (request, headers, effect, signal) => {
    signal.throwIfAborted();
    let connection: ConnectionTimes | undefined;
    const sending = new Sending(() =>
      used.starts((times) => {
        connection = times;
      }),
    );
    const timer = setTimeout(
      () => sending.giveUp(new DeadlineExceeded()),
      Math.min(timeouts.callMs, longestTimerMs),
    );
    const stop = () => sending.giveUp(signal.reason);
    signal.addEventListener('abort', stop);
    const began = performance.now();
    const path = `${prefix}${request.path}`;
    const method = request.method as Dispatcher.HttpMethod;
    try {
      agent.dispatch({ origin: base.origin, path, method, headers, body: request.body ?? null }, sending);
      const whole = await sending.answer;
      // undici takes up a connection again a turn of the event loop later; a call before that would open another.
      await setImmediate();
      const firstByteMs = sending.answeredAt - began;
      const times = { connection, firstByteMs, wholeMs: performance.now() - began };
      return timed ? { ...whole, times } : whole;
    } catch (error) {
      const { isBegun, status } = sending;
      const facts = { method, url: `${base.origin}${path.split('?')[0]}`, effect };
      const known = status === undefined ? facts : { ...facts, status };
      throw callError(error, isBegun, known, timeouts, error === signal.reason);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
  const close = async () => {
    const destroyed = agent.destroy();
    connector.close();
    used.stop();
    await destroyed;
  };
  return { send, close };
};
