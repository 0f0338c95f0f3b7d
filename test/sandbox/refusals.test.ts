import { expect, test } from 'vitest';
import { acceptedCredentials } from '../../src/sandbox/sandbox-options.ts';
import { ask, creation, keys, sandboxWith, sendRaw } from './running.ts';

const { clientId, apiKey } = acceptedCredentials;
const json = { 'Content-Type': 'application/json' };

/** What a request carries. */
const bearers: Readonly<Record<string, Record<string, string>>> = {
  nobody: {},
  half: { 'X-Service-Client-Id': clientId },
  'another-client': { ...keys, 'X-Service-Client-Id': 'another' },
  'another-key': { ...keys, 'X-Service-Authentication-Key': 'another' },
  keys,
  json: { ...keys, ...json },
  text: { ...keys, 'Content-Type': 'text/plain' },
  gzip: { ...keys, ...json, 'Content-Encoding': 'gzip' },
};

// Who asks, for what, with which body (of `x×9` nine x), and what the answer says.
const refusals = `
nobody          GET    /v2/listings → 404 There is no such path.
nobody          GET    /v1/listings/ → 404 There is no such path.
nobody          GET    //evil.example/v1/listings → 404 There is no such path.
nobody          DELETE /v1/listings → 405 This path takes only POST, GET.
nobody          GET    /v1/items/grade → 405 This path takes only POST.
nobody          GET    /v1/listings → 403 Credentials are missing: X-Service-Client-Id and X-Service-Authentication-Key.
half            GET    /v1/listings → 403 Credentials are missing: X-Service-Authentication-Key.
another-client  GET    /v1/listings → 403 The client id or the authentication key is wrong: the sandbox takes only its own.
another-key     POST   /v1/listings { → 403 The client id or the authentication key is wrong: the sandbox takes only its own.
text            POST   /v1/listings { → 415 A request with a body must carry the header Content-Type: application/json.
gzip            POST   /v1/listings { → 415 A body must be sent without a content encoding.
json            POST   /v1/listings x×1048577 → 413 The body is larger than 1048576 bytes.
json            POST   /v1/listings { → 400 The body is not valid JSON.
json            POST   /v1/listings → 400 The body is not valid JSON.
json            POST   /v1/listings [×101]×101 → 400 The body is nested deeper than 100 levels.
json            POST   /v1/listings [×100]×100 → 400 the body must be an object.
`;

test.each(refusals.trim().split('\n'))('%s', async (line) => {
  const [, who = '', method = '', path = '', body, status, error] =
    /^(\S+) +(\S+) +(\S+)(?: (.+))? → (\d+) (.+)$/.exec(line) ?? [];
  const init = {
    method,
    headers: bearers[who] ?? {},
    ...(body && { body: body.replace(/(.)×(\d+)/g, (_, sign, times) => sign.repeat(times)) }),
  };
  const sandbox = await sandboxWith();
  const response = await fetch(sandbox.baseUrl + path, init);
  expect([response.status, await response.json()]).toEqual([Number(status), { error }]);
  expect(response.headers.get('content-type')).toBe('application/json');
});

test('the answer to a wrong method names the right ones', async () => {
  const { headers } = await ask(await sandboxWith(), 'PATCH /v1/listings');
  expect(headers.get('allow')).toBe('POST, GET');
});

test('HEAD is a wrong method too', async () => {
  expect((await ask(await sandboxWith(), 'HEAD /v1/shops')).status).toBe(405);
});

test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/json ;x=y'])(
  '%s is JSON',
  async (type) => {
    const sandbox = await sandboxWith();
    const { status } = await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId), {
      'Content-Type': type,
    });
    expect(status).toBe(200);
  },
);

test('bytes that are no UTF-8 are no JSON', async () => {
  const response = await fetch(`${(await sandboxWith()).baseUrl}/v1/listings`, {
    method: 'POST',
    headers: { ...keys, ...json },
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });
  expect([response.status, await response.json()]).toEqual([400, { error: 'The body is not valid JSON.' }]);
});

test('a body without a length is counted as it comes', async () => {
  const { baseUrl } = await sandboxWith();
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const head = [
    'POST /v1/listings HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    `X-Service-Client-Id: ${clientId}`,
    `X-Service-Authentication-Key: ${apiKey}`,
    '',
    '',
  ].join('\r\n');
  expect(await sendRaw(baseUrl, head + chunk.repeat(17))).toMatch(
    /^HTTP\/1\.1 413 .*The body is larger than/s,
  );
});
