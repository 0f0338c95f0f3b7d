import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../src/http/call-error.ts';
import type { ClientEvent } from '../../src/http/exchange.ts';
import { buildRequest } from '../../src/http/request.ts';
import { dialectOf } from '../../src/service/dialect.ts';
import { endpoints } from '../../src/service/endpoints.ts';
import { translationsFor } from '../../src/service/translation.ts';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, credentials, failureOf, good, id, read, readRaw } from './calling.ts';

describe('input that breaks a rule is not sent', () => {
  test.each([
    '',
    '.',
    '..',
    'a/b',
    '../../v1/shops',
    `${id}?x`,
    `${id}#x`,
    `${id} `,
    'x'.repeat(10_000),
    `${id}\r\nX: y`,
  ])('the identifier %j', async (wrong) => {
    const client = clientFor('http://127.0.0.1:1');
    const call = client.call('getListing', { params: { id: wrong } });
    await expect(call).rejects.toThrow(InvalidInput);
    await expect(call).rejects.toMatchObject({
      faults: [{ path: 'id', message: 'must be a UUID, such as 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64' }],
    });
    expect(client.attempts()).toBe(0);
  });

  test('faults of every part are named at once', async () => {
    const client = clientFor('http://127.0.0.1:1');
    const body = { action: 'SET_INVENTORY', oldInventory: -1, newInventory: 1.5 } as const;
    await expect(client.call('updateInventory', { params: { id: 'x' }, body })).rejects.toMatchObject({
      faults: [{ path: 'id' }, { path: 'oldInventory' }, { path: 'newInventory' }],
    });
    expect(() => client.preview('updateInventory', { params: { id: 'x' }, body })).toThrow(InvalidInput);
  });
});

test('a preview is what would be sent, the credentials masked', () => {
  const client = clientFor('https://shop.example/api');
  expect(
    client.preview('updateInventory', {
      params: { id },
      body: { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 },
    }),
  ).toMatchObject({
    method: 'PUT',
    url: `https://shop.example/api/v1/listings/${id}/inventory`,
    headers: {
      'user-agent': 'resale/test',
      'X-Service-Client-Id': '***',
      'X-Service-Authentication-Key': '***',
      'content-type': 'application/json',
    },
    body: { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 },
  });
  expect(client.preview('getListing', { params: { id } })).toMatchObject({ method: 'GET', body: null });
});

describe('an answer that confirms a change', () => {
  test.each([
    ['has its number as a text', good.replace(':3', ':"3"'), '$.availableInventory must be a number'],
    ['has a broken number', good.replace(':3', ':1.5'), '$.availableInventory must be an integer'],
    [
      'has a number too large to count with',
      good.replace(':3', ':9007199254740993'),
      '$.availableInventory must be a number',
    ],
    ['has an endless number', good.replace(':3', ':1e400'), '$.availableInventory must be a number'],
  ])('%s, and is not believed', async (_, body, fault) => {
    const failure = await failureOf(change(clientFor((await startRawHost(say(wire(200, body)))).url)));
    expect([failure.attempt, failure.reason, failure.facts.detail]).toEqual([
      'ambiguous',
      'bad-answer',
      `the answer is not as documented: ${fault}`,
    ]);
  });

  test.each([
    ['{"error":"no"}', good.replace('{', '{"error":"no",'), ': no'],
    ['{"errors":[…]}', good.replace('{', '{"errors":[{"message":"no"}],'), ''],
  ])('and says %s as well, confirms nothing', async (_, body, told) => {
    const host = await startRawHost(say(wire(200, body)));
    expect(await failureOf(change(clientFor(host.url)))).toMatchObject({
      attempt: 'ambiguous',
      reason: 'bad-answer',
      facts: { detail: `the answer reports an error, though its status is 200${told}` },
    });
    expect(await read(clientFor(host.url))).toEqual(JSON.parse(body));
  });

  test('may have fields that only look like errors', async () => {
    const body = good.replace('{', '{"error":null,"errors":[],');
    expect(await change(clientFor((await startRawHost(say(wire(200, body)))).url))).toEqual(JSON.parse(body));
  });
});

describe('an answer that is to prove what happened', () => {
  const ask = (url: string, doubt?: (said: { id: string }) => string | undefined) =>
    clientFor(url).call('getListing', { params: { id } }, { fresh: true, doubt });

  test('is asked for past every cache', async () => {
    const host = await startRawHost(say(wire(200, good, { Age: '0' })));
    expect(await ask(host.url)).toEqual(JSON.parse(good));
    expect(host.requests).toEqual([expect.stringContaining('cache-control: no-cache')]);
  });

  test('is not believed from a cache', async () => {
    const host = await startRawHost(say(wire(200, good, { Age: '3' })));
    expect((await failureOf(ask(host.url))).facts.detail).toBe('the answer came from a cache');
    expect(await read(clientFor(host.url))).toEqual(JSON.parse(good));
  });

  test('is none with a part of it, not even as it came', async () => {
    const client = clientFor((await startRawHost(say(wire('206 Partial Content', good)))).url);
    expect(await failureOf(readRaw(client))).toMatchObject({ reason: 'bad-answer' });
  });

  test('is not believed where the caller has a doubt', async () => {
    const host = await startRawHost(say(wire(200, good)));
    const failure = await failureOf(ask(host.url, (said) => `it speaks of ${said.id}`));
    expect([failure.reason, failure.facts.detail]).toEqual(['bad-answer', `it speaks of ${id}`]);
  });
});

test('what a client tells of its way holds no credentials', async () => {
  const events: ClientEvent[] = [];
  const host = await startRawHost(say(wire(429, '', { 'Retry-After': '0' })));
  const client = clientFor(host.url, { maxRetries: 1, observe: (event) => events.push(event) });
  const failure = await failureOf(change(client));
  expect(events.map(({ kind }) => kind)).toEqual(['request', 'answer', 'wait', 'request', 'answer']);
  const told = events.map((event) => (event.kind === 'request' ? event.request() : event));
  for (const secret of Object.values(credentials))
    expect(JSON.stringify([told, failure, failure.message, failure.facts])).not.toContain(secret);
});

describe('any request', () => {
  test.each([
    ['GET', 2],
    ['HEAD', 1],
    ['PUT', 1],
    ['DELETE', 1],
  ])('%s is sent %i times to a service that fails', async (method, times) => {
    const host = await startRawHost(say(wire(500)));
    await failureOf(clientFor(host.url, { maxRetries: 1 }).raw({ method, path: '/v1/anything' }));
    expect(host.requests).toHaveLength(times);
  });

  const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const raw = async (method: string, text: string) =>
    clientFor((await startRawHost(say(text))).url).raw({ method, path: '/v1/anything' });

  test.each([
    ['JSON, ended by the connection', `${json}\r\n${good}`, good],
    ['a text, ended by the connection', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{"id', '{"id'],
    ['what is no JSON, as long as it says', `${json}Content-Length: 4\r\n\r\n{"id`, '{"id'],
    ['nothing, with status 204', `HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n`, ''],
    ['what confirms nothing', wire(203, 'anything'), 'anything'],
  ])('is answered as the service answered: %s', async (_, text, body) => {
    expect(await raw('GET', text)).toMatchObject({ body });
  });

  test.each(['GET', 'PUT'])('%s: JSON of no said length that is cut is no answer', async (method) => {
    const cut = raw(method, `${json}\r\n${good.slice(0, -5)}`);
    await expect(cut).rejects.toMatchObject({ reason: 'connection-lost', attempt: 'ambiguous' });
  });
});

test('an identifier is one segment of a path, whatever it is', () => {
  const translations = translationsFor(dialectOf());
  const { path } = buildRequest(endpoints.updateInventory, { params: { id: 'a/b?c#d e' } }, translations);
  expect(path).toBe('/v1/listings/a%2Fb%3Fc%23d%20e/inventory');
});
