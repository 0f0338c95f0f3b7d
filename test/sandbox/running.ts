import { connect } from 'node:net';
import { afterEach } from 'vitest';
import { acceptedCredentials, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../src/sandbox/serve-sandbox.ts';
import { noNewFeed } from '../support/resale.ts';

const { clientId, apiKey } = acceptedCredentials;

export const keys = { 'X-Service-Client-Id': clientId, 'X-Service-Authentication-Key': apiKey };

export interface Answer {
  status: number;
  // The tests say what they expect of it.
  // biome-ignore lint/suspicious/noExplicitAny: bodies are read freely here, and checked against the schemas in one test
  body: any;
  headers: Headers;
}

const running: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

/** A sandbox that is closed after the test. */
export const sandboxWith = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
  const sandbox = await startSandbox({
    products: 20,
    listings: 12,
    ...(options.now ? {} : { feedEveryMs: noNewFeed }),
    ...options,
  });
  running.push(sandbox);
  return sandbox;
};

/** One request with the right keys: `ask(sandbox, 'PUT /v1/…', body)`. */
export const ask = async (
  { baseUrl }: { baseUrl: string },
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...keys, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
};

/** Sends bytes as they are, and resolves with all that came back until the connection ended. */
export const sendRaw = (origin: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

/** As many requests on one connection, sent without waiting for an answer. */
export const askMany = async ({ baseUrl }: { baseUrl: string }, count: number): Promise<void> => {
  const request = (connection: string) =>
    `GET /v1/shops HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;
  await sendRaw(baseUrl, request('keep-alive').repeat(count - 1) + request('close'));
};

/** A payload that creates a listing. */
export const creation = (shopId: string, more: object = {}) => ({
  shopId,
  condition: 'GOOD',
  productDataSourceType: 'COMMERCE_SKU',
  productIdentifier: 'ANY-SKU',
  images: [{ url: 'https://pictures.example/1.jpg' }],
  ...more,
});

/** A clock that stands until it is turned. */
export const clock = (start: string) => {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    turn: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};

export const minute = 60_000;
export const hour = 60 * minute;
