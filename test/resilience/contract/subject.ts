import { request as requestOf } from 'node:http';
import { request as secureRequestOf } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { sandboxProfile } from '../../../src/profiles/sandbox-profile.ts';
import { startSandbox } from '../../../src/sandbox/serve-sandbox.ts';

/** The service that is held against the contract. */
export interface Subject {
  baseUrl: string;
  clientId: string;
  apiKey: string;
  shopId: string;
  domain: string;
  sku: string;
  /** Whether listings may be created and changed there. */
  mayChange: boolean;
  close(): Promise<void>;
}

/**
 * The service that CONTRACT_BASE_URL, CONTRACT_CLIENT_ID, CONTRACT_API_KEY, CONTRACT_SHOP_ID, CONTRACT_DOMAIN and
 * CONTRACT_SKU name; nothing is changed there unless CONTRACT_MAY_CHANGE is yes. A sandbox where they name none.
 */
export const openSubject = async (env: NodeJS.ProcessEnv): Promise<Subject> => {
  if (env.CONTRACT_BASE_URL === undefined) {
    const { clientId, apiKey } = sandboxProfile;
    const sandbox = await startSandbox();
    return { ...sandbox, clientId, apiKey, mayChange: true };
  }
  const named = (name: string): string => {
    const value = env[`CONTRACT_${name}`];
    if (!value) throw new Error(`CONTRACT_${name} is not set`);
    return value;
  };
  return {
    baseUrl: named('BASE_URL').replace(/\/$/, ''),
    clientId: named('CLIENT_ID'),
    apiKey: named('API_KEY'),
    shopId: named('SHOP_ID'),
    domain: named('DOMAIN'),
    sku: named('SKU'),
    mayChange: env.CONTRACT_MAY_CHANGE === 'yes',
    close: async () => {},
  };
};

export interface Asked {
  method: string;
  path: string;
  /** Sent as it is where it is a text, else as JSON. */
  body?: unknown;
  /** On top of the right ones; undefined takes one away. */
  headers?: Record<string, string | undefined>;
}

export interface Answered {
  status: number;
  body: unknown;
}

/** Sends one request, with the right credentials unless told otherwise. A service that fails fails the test. */
export const ask = async (subject: Subject, { method, path, body, headers }: Asked): Promise<Answered> => {
  const url = new URL(`${subject.baseUrl}${path}`);
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const all: Record<string, string | undefined> = {
    'x-service-client-id': subject.clientId,
    'x-service-authentication-key': subject.apiKey,
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const answered = await new Promise<Answered>((resolve, reject) => {
    const out = (url.protocol === 'https:' ? secureRequestOf : requestOf)(url, {
      method,
      headers: sent as Record<string, string>,
    });
    out.on('error', reject);
    out.on('response', async (response) => {
      const said = await textOf(response);
      resolve({ status: response.statusCode ?? 0, body: said === '' ? undefined : JSON.parse(said) });
    });
    out.end(text);
  });
  if (answered.status >= 500) throw new Error(`${method} ${path} failed: ${JSON.stringify(answered)}`);
  return answered;
};
