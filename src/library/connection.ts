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

/** What all calls of a client share. */
export type Connection = ReturnType<typeof connectionOf>;

/** Checks the options, and prepares what they ask for. */
export const connectionOf = ({ signal: theirs, dialect, ...options }: ClientOptions) => {
  const { timeoutMs, maxRetries, maxWaitMs, settleMs, rate } = checkedNumbers(options);
  const baseUrl = parseBaseUrl(options.baseUrl, 'baseUrl');
  const clientId = checkKey(options.clientId ?? '', 'clientId').key;
  const apiKey = checkKey(options.apiKey ?? '', 'apiKey').key;
  const names = dialectOf(dialect);
  const network: Network = { ...plainNetwork, proxyFor: (url) => proxyFor(url, process.env) };
  const stop = new AbortController();
  // Each call that is under way listens.
  setMaxListeners(0, stop.signal);
  const abort = () => stop.abort((theirs as AbortSignal).reason);
  if (theirs?.aborted) abort();
  (theirs as AbortSignal | undefined)?.addEventListener('abort', abort);
  const { signal } = stop;
  const shared = {
    userAgent: `resale/${version}`,
    connectTimeoutMs: Math.min(longestConnectMs, timeoutMs),
    retry: { maxRetries, maxWaitMs },
    network,
    signal,
  };
  const governor = new Governor({ perSecond: rate });
  const redact = redactor(new Set([clientId.reveal(), apiKey.reveal()]));
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
    forget: () => (theirs as AbortSignal | undefined)?.removeEventListener('abort', abort),
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
