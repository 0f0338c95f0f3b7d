import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sources } from '../../../src/service/constants.ts';
import type { Endpoint } from '../../../src/service/endpoint.ts';
import { endpoints } from '../../../src/service/endpoints.ts';
import { askedBy, type Example, examplesFor, lineOf } from './examples.ts';
import { negativesOf } from './negatives.ts';
import { type Answered, ask, openSubject, type Subject } from './subject.ts';

let subject: Subject;
let examples: Example[];
beforeAll(async () => {
  subject = await openSubject(process.env);
  examples = await examplesFor(subject);
});
afterAll(() => subject.close());

const all: readonly Endpoint[] = Object.values(endpoints);
const lines = all.map(({ method, path }) => `${method} ${path}`);

/** The examples of an endpoint; none of a change where nothing may be changed. */
const examplesOf = (line: string): Example[] =>
  examples.filter((one) => lineOf(one) === line && (subject.mayChange || one.endpoint.effect === 'read'));

const refusal = { error: expect.stringMatching(/./) };

const isRefused = ({ status, body }: Answered, among: readonly number[], what: string) =>
  expect({ what, isAmong: among.includes(status), status, body }).toEqual({
    what,
    isAmong: true,
    status,
    body: refusal,
  });

const badRequest = [400, 409, 422];

describe.each(lines)('%s', (line) => {
  test('takes what the contract allows, and answers as it says', async () => {
    for (const example of examplesOf(line)) {
      const { status, body } = await ask(subject, askedBy(example));
      expect({ status, body }).toMatchObject({ status: 200 });
      expect(example.endpoint.answer.safeParse(body).error).toBeUndefined();
    }
  });

  test('refuses a body that breaks a rule', async () => {
    for (const example of examplesOf(line)) {
      if (example.endpoint.body === undefined) continue;
      const negatives = negativesOf(example.endpoint.body, example.body);
      expect(negatives.length).toBeGreaterThan(5);
      for (const { what, value } of negatives)
        isRefused(await ask(subject, { ...askedBy(example), body: JSON.stringify(value) }), badRequest, what);
    }
  });

  test('refuses a parameter that is not known', async () => {
    for (const example of examplesOf(line)) {
      const { path, ...asked } = askedBy({ ...example, query: { ...example.query, notKnown: '1' } });
      isRefused(await ask(subject, { path, ...asked }), badRequest, path);
    }
  });

  test('refuses who bears no credentials, half of them, or wrong ones', async () => {
    const [method = '', path = ''] = line.split(' ');
    const [id, key] = ['x-service-client-id', 'x-service-authentication-key'];
    const bearers: Record<string, string | undefined>[] = [
      { [id]: undefined, [key]: undefined },
      { [id]: undefined },
      { [key]: undefined },
      { [id]: '' },
      { [key]: '' },
      { [id]: 'another' },
      { [key]: 'another' },
      { [id]: subject.apiKey, [key]: subject.clientId },
      { [key]: `${subject.apiKey}x` },
    ];
    const here = path.replace('{id}', '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64');
    // A body that no service takes: where credentials were ignored, nothing would be changed.
    for (const headers of bearers)
      isRefused(
        await ask(subject, { method, path: here, ...(method === 'GET' ? {} : { body: {} }), headers }),
        [401, 403],
        JSON.stringify(Object.keys(headers)),
      );
  });
});

describe('a creation', () => {
  const refuses = async (more: object) => {
    const right = examples.find(({ endpoint }) => endpoint === endpoints.createListing) as Example;
    const body = { ...right.body, ...more };
    if (subject.mayChange)
      isRefused(await ask(subject, { ...askedBy(right), body }), badRequest, JSON.stringify(more));
  };

  test.each(sources.filter((source) => source !== 'MANUAL_PRODUCT_OPTIONS'))(
    'of %s without a product identifier is refused',
    async (productDataSourceType) => {
      for (const productIdentifier of ['', undefined])
        await refuses({ productDataSourceType, productIdentifier });
    },
  );

  test('for a store of no shop is refused', () =>
    refuses({ commercePlatformDomain: 'no-such-store.invalid' }));
});

test.each([
  'limit=0',
  'limit=201',
  'limit=-1',
  'limit=1.5',
  'limit=x',
  'limit=',
  'state=open',
  'state=',
  'after=no-cursor',
])('GET /v1/listings?%s is refused', async (query) =>
  isRefused(await ask(subject, { method: 'GET', path: `/v1/listings?${query}` }), badRequest, query),
);

test.each([
  '',
  'shopIdentifier=x',
  'shopIdentifierType=COMMERCE_DOMAIN',
  'shopIdentifierType=OTHER&shopIdentifier=x',
])('GET /v1/shops?%s is refused', async (query) =>
  isRefused(await ask(subject, { method: 'GET', path: `/v1/shops?${query}` }), badRequest, query),
);

test('no path takes another method than the contract says', async () => {
  for (const path of new Set(all.map((endpoint) => endpoint.path)))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (name) => !lines.includes(`${name} ${path}`),
    ))
      isRefused(
        await ask(subject, { method, path: path.replace('{id}', 'nothing') }),
        [404, 405],
        `${method} ${path}`,
      );
});

test.each(['/', '/v1', '/v1/listing', '/v2/listings', '/v1/listings/', '/v1/product-feed', '/v1/items'])(
  'there is nothing at %s',
  async (path) => isRefused(await ask(subject, { method: 'GET', path }), [404], path),
);

describe('a body', () => {
  const post = (body: string, headers = {}) =>
    ask(subject, { method: 'POST', path: '/v1/items/grade', body, headers });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'of type %j is refused',
    async (type) => isRefused(await post('{}', { 'content-type': type }), [400, 415], type),
  );

  test.each([
    ['nothing', ''],
    ['half of it', '{"items":['],
    ['another notation', 'items: []'],
    ['what is nested 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['what is nested 10,000 deep, unclosed', '{"items":['.repeat(10_000)],
    ['names that programs trip over', '{"__proto__":{"items":[1]},"constructor":{"prototype":{}}}'],
  ])('that is %s is refused', async (what, body) => isRefused(await post(body), [400, 413, 422], what));

  test('of 2 MiB is refused', async () => {
    // Some hang up on it, which is as good.
    const answered = await post(`{"items":"${'x'.repeat(2 ** 21)}"}`).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (answered instanceof Error) expect(['ECONNRESET', 'EPIPE']).toContain(answered.code);
    else isRefused(answered, [400, 413], '2 MiB');
  });
});

describe.concurrent('who never comes to an end is not waited for', () => {
  const ended = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(subject.baseUrl);
      let said = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on('data', (data) => {
        said += data;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(said));
    });

  test.runIf(process.env.CONTRACT_BASE_URL === undefined).each([
    ['its headers', 'X-Odd: '],
    ['its body', 'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
  ])('with %s', async (_, text) => {
    const { clientId, apiKey } = subject;
    const keys = `X-Service-Client-Id: ${clientId}\r\nX-Service-Authentication-Key: ${apiKey}\r\n`;
    expect(await ended(`POST /v1/items/grade HTTP/1.1\r\nHost: localhost\r\n${keys}${text}`)).toMatch(
      /^HTTP\/1\.1 4\d\d |^$/,
    );
  });
});
