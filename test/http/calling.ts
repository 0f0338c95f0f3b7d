import { onTestFinished } from 'vitest';
import { CallError } from '../../src/http/call-error.ts';
import { type Client, type ClientOptions, createClient } from '../../src/http/client.ts';
import { redactor } from '../../src/terminal/redact.ts';

export const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

export const credentials = { clientId: 'a client', apiKey: 'a canary key' };

/** A client for one test, and what it told about its attempts. */
export const clientFor = (
  baseUrl: string,
  {
    timeoutMs = 300_000,
    connectMs = timeoutMs,
    maxRetries = 0,
    maxWaitMs = 60_000,
    outlasts = false,
    ...more
  }: Options = {},
): Client & { attempts: () => number } => {
  let attempts = 0;
  const client = createClient({
    baseUrl,
    credentials: async () => credentials,
    connectTimeoutMs: connectMs,
    callTimeoutMs: timeoutMs,
    retry: { maxRetries, maxWaitMs, outlasts },
    userAgent: 'resale/test',
    redact: redactor(new Set([credentials.apiKey])),
    signal: new AbortController().signal,
    observe: (event) => {
      if (event.kind === 'request') attempts++;
    },
    ...more,
  });
  onTestFinished(() => client.close());
  return { ...client, attempts: () => attempts };
};

type Options = Partial<Omit<ClientOptions, 'retry' | 'connectTimeoutMs' | 'callTimeoutMs'>> & {
  timeoutMs?: number;
  connectMs?: number;
  maxRetries?: number;
  outlasts?: boolean;
  maxWaitMs?: number;
};

/** A call that changes something. */
export const change = (client: Client) =>
  client.call('updateInventory', {
    params: { id },
    body: { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 },
  });

/** A call that changes nothing. */
export const read = (client: Client) => client.call('getListing', { params: { id } });

/** The same, passed on as it came. */
export const readRaw = (client: Client) => client.raw({ method: 'GET', path: '/v1/listings' });

/** An answer that suits both calls. */
export const good = JSON.stringify({ id, availableInventory: 3 });

/** The error with which a call fails. */
export const failureOf = async (call: Promise<unknown>): Promise<CallError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
};
