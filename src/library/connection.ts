import { setMaxListeners } from 'node:events';
import { version } from '../../package.json';
import { type Client, createClient as clientOf } from '../client/client.ts';
import { InvalidInput } from '../client/errors.ts';
import type { ClientEvent } from '../client/exchange.ts';
import { Governor } from '../client/governor.ts';
import { type Network, plainNetwork } from '../network/network.ts';
import { proxyFor } from '../network/proxy.ts';
import { parseBaseUrl } from '../network/url.ts';
import { checkKey } from '../profiles/credentials.ts';
import { dialectOf } from '../service/dialect.ts';
import { redactor } from '../terminal/redact.ts';
import type { ClientOptions } from './interface.ts';

/** What a call, or all calls of a client, need to reach the service. */
export type Connection = ReturnType<ReturnType<typeof connectionOf>>;

/** What one call uses. */
export interface Call {
  client: Client;
  connection: Connection;
}

/** Checks the options, and prepares what they ask for: a connection for whatever ends with a signal. */
export const connectionOf = ({ signal: _, dialect, ...options }: ClientOptions) => {
  const { timeoutMs, maxRetries, maxWaitMs, settleMs, rate } = checkedNumbers(options);
  const baseUrl = parseBaseUrl(options.baseUrl, 'baseUrl');
  const clientId = checkKey(options.clientId ?? '', 'clientId').key;
  const apiKey = checkKey(options.apiKey ?? '', 'apiKey').key;
  const names = dialectOf(dialect);
  const network: Network = { ...plainNetwork, proxyFor: (url) => proxyFor(url, process.env) };
  const governor = new Governor({ perSecond: rate });
  const redact = redactor(new Set([clientId.reveal(), apiKey.reveal()]));
  return (signal: AbortSignal) => {
    const shared = {
      userAgent: `resale/${version}`,
      connectTimeoutMs: Math.min(longestConnectMs, timeoutMs),
      retry: { maxRetries, maxWaitMs },
      network,
      signal,
    };
    return {
      ...shared,
      baseUrl,
      clientId,
      dialect,
      timeoutMs,
      patience: { settleMs, betweenLooksMs: Math.min(1_000, settleMs), signal },
      connect: (observe?: (event: ClientEvent) => void): Client =>
        clientOf({
          ...shared,
          baseUrl,
          credentials: async () => ({ clientId: clientId.reveal(), apiKey: apiKey.reveal() }),
          callTimeoutMs: timeoutMs,
          dialect: names,
          // The service may know more words, but a program that says one of ours wrongly should hear of it.
          parse: JSON.parse,
          governor,
          redact,
          ...(observe ? { observe } : {}),
        }),
    };
  };
};

/** A signal that aborts with the first of several, and what ends its listening to them: some live longer than it is needed. */
export const joinedSignal = (...signals: readonly unknown[]): { signal: AbortSignal; forget: () => void } => {
  const joined = new AbortController();
  // Each call that is under way listens.
  setMaxListeners(0, joined.signal);
  const all = signals.filter((one) => one !== undefined) as AbortSignal[];
  const abort = () => joined.abort(all.find(({ aborted }) => aborted)?.reason);
  for (const one of all) one.addEventListener('abort', abort);
  if (all.some(({ aborted }) => aborted)) abort();
  return {
    signal: joined.signal,
    forget() {
      for (const one of all) one.removeEventListener('abort', abort);
    },
  };
};

const longestConnectMs = 10_000;

const defaults = { timeoutMs: 30_000, maxRetries: 2, maxWaitMs: 60_000, settleMs: 15_000 } as const;

/** The numbers among the options, with the defaults of the tool. */
const checkedNumbers = (options: Omit<ClientOptions, 'signal' | 'dialect'>) => {
  const numbers = {
    timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    maxRetries: options.maxRetries ?? defaults.maxRetries,
    maxWaitMs: options.maxWaitMs ?? defaults.maxWaitMs,
    settleMs: options.settleMs ?? defaults.settleMs,
    rate: options.rate,
  };
  const faults = Object.entries(numbers).flatMap(([path, number]) => {
    const isAboveZero = path === 'timeoutMs' || path === 'rate';
    if (number === undefined || (isAboveZero ? number > 0 : number >= 0)) return [];
    return [{ path, message: `must be a number ${isAboveZero ? 'above 0' : 'of 0 or more'}` }];
  });
  if (faults.length > 0) throw new InvalidInput(faults);
  return numbers;
};
