import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { type Clock, systemClock } from '../clock.ts';
import type { Advice } from '../words/advice.ts';
import type { CallFacts } from './call-facts.ts';
import { lostAttemptError } from './classify.ts';
import { createConnector } from './connection/connector.ts';
import { type Network, plainNetwork } from './connection/network.ts';
import { leaveParserUnoptimised } from './parser-flags.ts';
import type { WireRequest } from './request.ts';
import { DeadlineExceeded, Sending, type WireAnswer } from './sending.ts';

export interface TransportOptions {
  baseUrl: string;
  /** Where the base URL comes from, or how to change it, in a sentence, for when it seems to be wrong. */
  baseUrlFrom?: Advice | undefined;
  connectTimeoutMs: number;
  clock?: Clock;
  /** Proxies and authorities; only Node's own authorities if left out. */
  network?: Network;
  connections?: number;
  /** Whether the process makes a few calls and ends, and is nobody else's: then V8 may be told what suits it. */
  isBrief?: boolean;
}

/** How long one attempt may take, and how an error calls that: `within 30 s`. */
interface AttemptLimit {
  milliseconds: number;
  words: string;
}

export type Transport = ReturnType<typeof createTransport>;

/** A connection pool to one base URL. Redirects are not followed: the credentials are meant only for this origin. */
export const createTransport = ({
  baseUrl,
  baseUrlFrom,
  connectTimeoutMs,
  clock = systemClock,
  network = plainNetwork,
  connections = 16,
  isBrief = false,
}: TransportOptions) => {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const connector = createConnector({ network, timeoutMs: connectTimeoutMs });
  const connect: typeof connector.connect = (...args) => {
    if (isBrief) leaveParserUnoptimised();
    return connector.connect(...args);
  };
  const agent = new Agent({
    connect,
    // undici's own limits are for the time between two pieces; the deadline of a call is for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connections,
  });

  /** Sends one request once. Fails with a `CallError` that says whether a byte of it left. */
  const send = async (
    request: WireRequest,
    headers: Readonly<Record<string, string>>,
    effect: CallFacts['effect'],
    limit: AttemptLimit,
    signal: AbortSignal,
  ): Promise<WireAnswer> => {
    signal.throwIfAborted();
    const sending = new Sending();
    const inTime = clock.alarm(limit.milliseconds, () => sending.giveUp(new DeadlineExceeded()));
    const stop = () => sending.giveUp(signal.reason);
    signal.addEventListener('abort', stop);
    const path = `${prefix}${request.path}`;
    const method = request.method as Dispatcher.HttpMethod;
    try {
      agent.dispatch({ origin: base.origin, path, method, headers, body: request.body ?? null }, sending);
      const answer = await sending.answer;
      // undici reuses a connection only a turn of the event loop later; a call before that would open another.
      await setImmediate();
      return answer;
    } catch (error) {
      const { isBegun: isSent, status } = sending;
      const facts = { method, url: `${base.origin}${path.split('?')[0]}`, effect, status, baseUrlFrom };
      const isInterrupted = error === signal.reason;
      throw lostAttemptError({ error, isSent, isInterrupted, limit: limit.words }, facts);
    } finally {
      inTime();
      signal.removeEventListener('abort', stop);
    }
  };

  return { send, close: () => connector.close(agent) };
};
