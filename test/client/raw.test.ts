import { expect, test } from 'vitest';
import { say, startRawHost } from '../support/raw-host.ts';
import { clientFor, good } from './calling.ts';

const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const raw = async (text: string, method: string) => {
  const client = clientFor((await startRawHost(say(text))).url);
  return client.raw({ method, path: '/v1/listings' });
};

test.each([
  ['JSON, ended by the connection', `${json}\r\n${good}`, good],
  ['a text, ended by the connection', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{"id', '{"id'],
  ['what is no JSON, as long as it says', `${json}Content-Length: 4\r\n\r\n{"id`, '{"id'],
  ['nothing, with status 204', `HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n`, ''],
])('any request: %s is given as it came', async (_, text, body) => {
  expect(await raw(text, 'GET')).toMatchObject({ body });
});

test.each(['GET', 'PUT'])(
  'any request, %s: JSON of no said length that is cut is no answer',
  async (method) => {
    const cut = raw(`${json}\r\n${good.slice(0, -5)}`, method);
    await expect(cut).rejects.toMatchObject({ reason: 'connection-lost', attempt: 'ambiguous' });
  },
);
