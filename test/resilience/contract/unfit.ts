import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

interface Asked {
  method: string;
  path: string;
  query: string;
  type: string | undefined;
  body: string;
}

interface Said {
  status: number;
  body: string;
}

const taken = { status: 200, body: '{"url":"https://a.invalid","version":1}' };

const refusesNobody = 'refuses who bears no credentials, half of them, or wrong ones';
const isAsItSays = 'takes what the contract allows, and answers as it says';
const refusesBodies = 'refuses a body that breaks a rule';

/** Flaws that a service may have, each in a place of its own, by the test that must see it: how they answer there. */
export const flaws: Readonly<Record<string, (asked: Asked, said: Said) => Said | undefined>> = {
  // The keys are not looked at.
  [`GET /product-feed ${refusesNobody}`]: ({ path }, { status }) =>
    path === '/product-feed' && status === 403 ? taken : undefined,
  // A refusal gives no reason.
  [`GET /v1/shops ${refusesNobody}`]: ({ path }, { status }) =>
    path === '/v1/shops' && status === 403 ? { status, body: '{}' } : undefined,
  // It fails over what it should refuse.
  [`POST /v1/items/grade ${refusesBodies}`]: ({ path, query, body }, { status }) =>
    path === '/v1/items/grade' && query === '' && status === 400 && body.includes('"worn"')
      ? { status: 500, body: '{"error":"it failed"}' }
      : undefined,
  // It takes what breaks a rule.
  [`PUT /v1/listings/{id}/inventory ${refusesBodies}`]: ({ path, query }, { status }) =>
    path.endsWith('/inventory') && query === '' && status === 400 ? taken : undefined,
  // It passes over a parameter that it doesn't know.
  'GET /product-feed refuses a parameter that is not known': ({ path, query }) =>
    path === '/product-feed' && query !== '' ? taken : undefined,
  // It lists an item for a store that is nobody's.
  'a creation for a store of no shop is refused': ({ body }) =>
    body.includes('no-such-store.invalid') ? taken : undefined,
  // It refuses what keeps every rule.
  [`POST /v1/listings ${isAsItSays}`]: ({ method, path, body }, { status }) =>
    method === 'POST' && path === '/v1/listings' && status === 200 && body.includes('MANUAL')
      ? { status: 400, body: '{"error":"not today"}' }
      : undefined,
  // An answer lacks a field.
  [`GET /v1/listings/{id} ${isAsItSays}`]: ({ method, path }, { status, body }) =>
    method === 'GET' && path.startsWith('/v1/listings/') && status === 200
      ? { status, body: body.replace('"id":', '"identity":') }
      : undefined,
  'GET /v1/listings?limit=0 is refused': ({ query }) => (query === '?limit=0' ? taken : undefined),
  'no path takes another method than the contract says': ({ method }, { status }) =>
    method === 'DELETE' && status === 405 ? taken : undefined,
  'there is nothing at /v2/listings': ({ path }) => (path === '/v2/listings' ? taken : undefined),
  'a body of type "text/plain" is refused': ({ type }) => (type === 'text/plain' ? taken : undefined),
};

/** Stands before a service and answers as it does, but for the flaws. */
export const startUnfit = async (baseUrl: string): Promise<{ url: string; close(): void }> => {
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming);
    const { method = '', url = '', headers } = incoming;
    const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(url) ?? [];
    const said = await handedOn(baseUrl, incoming, body);
    const asked = { method, path, query, type: headers['content-type'], body };
    const flawed =
      Object.values(flaws)
        .map((flaw) => flaw(asked, said))
        .find(Boolean) ?? said;
    outgoing.writeHead(flawed.status, { 'Content-Type': 'application/json' }).end(flawed.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
};

const handedOn = async (
  baseUrl: string,
  { url = '', method, headers }: IncomingMessage,
  body: string,
): Promise<Said> => {
  const { host: _, ...kept } = headers;
  const out = request(new URL(url, baseUrl), { ...(method ? { method } : {}), headers: kept }).end(body);
  const [answer] = (await once(out, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await textOf(answer) };
};
