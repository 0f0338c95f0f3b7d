import { request as begin } from 'node:http';
import { type Clock, systemClock } from '../clock.ts';
import type { Advice } from '../words/advice.ts';
import type { CallFacts } from './call-facts.ts';
import { lostAttemptError } from './classify.ts';
import { createConnector, through } from './connection/connector.ts';
import { type Network, plainNetwork } from './connection/network.ts';
import { ConnectionPool } from './connection/pool.ts';
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
}: TransportOptions) => {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const connector = createConnector({ network, timeoutMs: connectTimeoutMs });
  const pool = new ConnectionPool(() => connector.connect(base));

  /** Sends one request once. Fails with a `CallError` that says whether a byte of it left. */
  const send = async (
    request: WireRequest,
    headers: Readonly<Record<string, string>>,
    effect: CallFacts['effect'],
    limit: AttemptLimit,
    signal: AbortSignal,
  ): Promise<WireAnswer> => {
    signal.throwIfAborted();
    const path = `${prefix}${request.path}`;
    const { method, body } = request;
    const call = begin({
      ...{ method, path },
      // Node keeps a connection only if its headers are an object.
      headers: { host: base.host, connection: 'keep-alive', ...headers, ...lengthOf(request) },
      createConnection: through(() => pool.take()),
    });
    const sending = new Sending(call, pool);
    const inTime = clock.alarm(limit.milliseconds, () => sending.giveUp(new DeadlineExceeded()));
    const stop = () => sending.giveUp(signal.reason);
    signal.addEventListener('abort', stop);
    call.end(body);
    try {
      return await sending.answer;
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

  return { send, close: connector.close };
};

/** Said for every method that usually has a body, since Node would otherwise send what it does not know the length of in pieces. */
const lengthOf = ({ method, body }: WireRequest): Record<string, number> =>
  body === undefined && !['POST', 'PUT', 'PATCH'].includes(method)
    ? {}
    : { 'content-length': Buffer.byteLength(body ?? '') };
