import { setMaxListeners } from 'node:events';
import { version } from '../../package.json';
import { OwnChanges } from '../changes/own-changes.ts';
import { systemClock } from '../clock.ts';
import { type Client, createClient as clientOf } from '../http/client.ts';
import { type Network, plainNetwork, proxyFor } from '../http/connection/network.ts';
import { parseBaseUrl } from '../http/connection/url.ts';
import { RateLimiter } from '../http/rate/rate-limiter.ts';
import { notTooDeep } from '../json/exact.ts';
import { checkKey } from '../profiles/keys/credentials.ts';
import { dialectOf } from '../service/dialect.ts';
import { setVariables } from '../terminal/io.ts';
import { redactor } from '../terminal/redact.ts';
import type { ClientOptions } from './interface.ts';

/** What a call, or all calls of a client, need to reach the service. */
export type Connection = ReturnType<ReturnType<typeof connectionOf>>;

export interface Call {
  client: Client;
  connection: Connection;
}

/** Checks the options, and prepares a connection that ends with a signal. */
export const connectionOf = (options: ClientOptions) => {
  const { dialect, rate } = options;
  const { timeoutMs = 30_000, maxRetries = 2, maxWaitMs = 60_000, settleMs = 15_000 } = options;
  const baseUrl = parseBaseUrl(options.baseUrl, 'baseUrl');
  const clientId = checkKey(options.clientId ?? '', 'clientId').key.reveal();
  const apiKey = checkKey(options.apiKey ?? '', 'apiKey').key;
  const names = dialectOf(dialect);
  const network: Network = { ...plainNetwork, proxyFor: (url) => proxyFor(url, setVariables(process.env)) };
  const limiter = new RateLimiter({ perSecond: rate });
  const keys = { areAccepted: false };
  const turns = turnsAt(baseUrl, clientId);
  const redact = redactor(new Set([apiKey.reveal()]));
  return (signal: AbortSignal) => {
    const shared = {
      userAgent: `resale/${version}`,
      retry: { maxRetries, maxWaitMs },
      network,
      clock: systemClock,
      signal,
    };
    return {
      ...shared,
      baseUrl,
      clientId,
      dialect,
      timeoutMs,
      turns: turns.underWay,
      settling: { settleMs, own: turns.own, clock: systemClock, signal },
      connect: (): Client =>
        clientOf({
          ...shared,
          baseUrl,
          credentials: async () => ({ clientId, apiKey: apiKey.reveal() }),
          keys,
          connectTimeoutMs: timeoutMs,
          callTimeoutMs: timeoutMs,
          dialect: names,
          // The service may know more words, but a program that says one of ours wrongly should hear of it.
          parse: (json) => JSON.parse(notTooDeep(json)),
          limiter,
          redact,
        }),
    };
  };
};

/** A signal that aborts with the first of several. `forget` removes its listeners, since some signals live longer. */
export const joinedSignal = (...signals: readonly unknown[]) => {
  const joined = new AbortController();
  const all = signals.filter((one) => one !== undefined) as AbortSignal[];
  // Each call in flight adds a listener.
  setMaxListeners(0, joined.signal, ...all.filter((one) => one instanceof EventTarget));
  const abort = () => joined.abort(all.find(({ aborted }) => aborted)?.reason);
  for (const one of all) one.addEventListener('abort', abort);
  if (all.some(({ aborted }) => aborted)) abort();
  return {
    signal: joined.signal,
    abort: (reason: unknown) => joined.abort(reason),
    forget() {
      for (const one of all) one.removeEventListener('abort', abort);
    },
  };
};

/** The changes to one service that all clients of this process share. */
interface Turns {
  /** The last change in flight for each listing. */
  underWay: Map<string, Promise<unknown>>;
  own: OwnChanges;
}

const ofServices = new Map<string, Turns>();

/**
 * The turns that all clients of this process take at a service. Two equal deltas at once would be in doubt: the service refuses one of
 * them, and nobody could tell whether that was a second delivery of what it had applied.
 */
const turnsAt = (baseUrl: string, clientId: string): Turns => {
  const service = `${new URL(baseUrl).origin} ${clientId}`;
  const known = ofServices.get(service) ?? { underWay: new Map(), own: new OwnChanges(systemClock) };
  ofServices.set(service, known);
  return known;
};
