import { expect, test } from 'vitest';
import { acceptedCredentials, type Sandbox } from '../../src/sandbox/sandbox-options.ts';
import type { Listing } from '../../src/service/listing-schemas.ts';
import { anyText } from '../support/any-text.ts';
import { fc } from '../support/properties.ts';
import { ask, askMany, creation, sandboxWith, sendRaw } from './running.ts';

const look = async ({ baseUrl }: Sandbox, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(baseUrl + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** A form, sent as the page's own are. */
const send = (
  { baseUrl }: Sandbox,
  path: string,
  fields: object = {},
  headers: object = { origin: baseUrl },
) =>
  fetch(baseUrl + path, {
    method: 'POST',
    headers: { ...headers },
    body: new URLSearchParams({ ...fields }),
    redirect: 'manual',
  });

/** Lists an item that no catalogue knows, and returns its identifier and the path of its page. */
const list = async (sandbox: Sandbox, options: object, more: object = {}) => {
  const { status, body } = await ask(
    sandbox,
    'POST /v1/listings',
    creation(sandbox.shopId, {
      productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
      productIdentifier: undefined,
      manualProductOptions: { title: 'Wool coat', categories: ['Coats'], ...options },
      originalPrice: 12900,
      ...more,
    }),
  );
  expect(status).toBe(200);
  return { id: body.id as string, path: new URL(body.url).pathname };
};

test('a created listing is at its address, as a buyer wants to see it', async () => {
  const sandbox = await sandboxWith();
  const { path } = await list(sandbox, { size: 'M', colour: 'navy' }, { description: 'Heavy and warm.' });
  const { status, text } = await look(sandbox, path);
  expect(status).toBe(200);
  for (const said of ['Wool coat', '$129.00', 'Good', 'Heavy and warm.', '>M<', 'navy', 'Buy one', '<svg'])
    expect(text).toContain(said);
  expect((await look(sandbox, '/shop')).text).toContain(`href="${path}"`);
});

test.each([1, 7, 4711])(
  'with seed %i, one listing is open with none for sale, and nobody can buy it',
  async (seed) => {
    const sandbox = await sandboxWith({ listings: 120, seed });
    const open = sandbox.listings().filter(({ state }) => state === 'OPEN');
    const [{ id, externalIdentifier }, ...more] = open.filter((one) => one.availableInventory === 0) as [
      Listing,
    ];
    expect([externalIdentifier, more]).toEqual(['RETURN-000100', []]);
    const { text } = await look(sandbox, `/shop/listings/${id}`);
    expect(text).toContain('None in stock.');
    expect(text).not.toContain('Buy one');
  },
);

test('it is drawn as what it is, in its colour, once for each picture', async () => {
  const sandbox = await sandboxWith();
  const images = ['a', 'b', 'c'].map((name) => ({ url: `https://pictures.example/${name}.jpg` }));
  const drawn = async (title: string) => {
    const { path } = await list(sandbox, { title, categories: ['Things'] }, { images });
    const { text } = await look(sandbox, path);
    return text.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  };
  const [coat, boots, thing] = [await drawn('Red coat'), await drawn('Red boots'), await drawn('A thing')];
  expect([coat.length, boots.length, thing.length]).toEqual([3, 3, 3]);
  expect(coat[0]).toContain('fill="#b1433d"');
  expect(boots[0]).toContain('fill="#b1433d"');
  const outline = (svg = '') => /<path d="([^"]+)"/.exec(svg)?.[1];
  expect(new Set([coat[0], boots[0], thing[0]].map(outline)).size).toBe(3);
});

test('the shop shows what is on sale, newest first; the rest is asked for', async () => {
  const sandbox = await sandboxWith({ listings: 120 });
  const { text: first } = await look(sandbox, '/shop');
  const cards = (text: string) => [...text.matchAll(/href="\/shop\/listings\/([^"]+)"/g)].map(([, id]) => id);
  expect(cards(first)).toHaveLength(48);
  const second = cards((await look(sandbox, '/shop?page=2')).text);
  expect(second.length).toBeGreaterThan(10);
  expect(second).not.toContain(cards(first)[0]);
  for (const id of cards((await look(sandbox, '/shop?state=CLOSED')).text))
    expect((await ask(sandbox, `GET /v1/listings/${id}`)).body.state).toBe('CLOSED');
  expect((await look(sandbox, '/shop?shop=shop-kleiderkreis')).text).toContain(
    '<h1>Kleiderkreis Zweite Größe</h1>',
  );
  for (const odd of ['page=0', 'page=-1', 'page=99999999999', 'state=<b>', 'shop=__proto__', 'page=900'])
    expect((await look(sandbox, `/shop?${odd}`)).status).toBe(200);
  const empty = await sandboxWith({ listings: 0 });
  const { text: nothing } = await look(empty, '/shop');
  expect(nothing).toContain('Nothing is on sale here');
  expect(nothing).toContain(`resale listings create --profile sandbox --base-url ${empty.baseUrl}<`);
});

test('whoever buys takes one away, and the last one closes the listing', async () => {
  const sandbox = await sandboxWith();
  const { id, path } = await list(sandbox, {});
  expect((await send(sandbox, `${path}/buy`)).headers.get('location')).toBe(path);
  expect((await ask(sandbox, `GET /v1/listings/${id}`)).body).toMatchObject({
    state: 'CLOSED',
    availableInventory: 0,
  });
  expect((await look(sandbox, path)).text).not.toContain('Buy one');
  expect((await send(sandbox, `${path}/buy`)).status).toBe(400);
});

/** What a text could do, if it were not only a text. */
const nasty = fc.oneof(
  anyText(),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '</title><script>',
    '--><svg onload=alert(1)>',
    '\n\ndata: forged\n\n',
    '\nevent: request\n',
    '&lt;b&gt;',
    '\u2028<',
  ),
);

/** The tags of a document. Ours have no handlers, and what was typed by others makes none. */
const tags = (html: string): string[] => html.match(/<[a-z!/][^>]*>/gi) ?? [];

test('whatever is put into a listing stays text: in the shop, at its address, and in the log', async () => {
  const sandbox = await sandboxWith({ listings: 0 });
  const plain = async (path: string) =>
    tags((await look(sandbox, path)).text).map((tag) => tag.replace(/".*?"/g, '""'));
  const { path: known } = await list(
    sandbox,
    { title: 'x', size: 'x', colour: 'x' },
    { description: 'x', brand: 'x', externalIdentifier: 'x', metadata: { x: 'x' } },
  );
  const shape = new Set(await plain(known));
  await fc.assert(
    fc.asyncProperty(nasty, async (text) => {
      const { path } = await list(
        sandbox,
        { title: `x${text}`, categories: [text], size: `x${text}`, colour: `x${text}` },
        {
          description: `x${text}`,
          brand: `x${text}`,
          externalIdentifier: text,
          metadata: { [`x${text}`]: text },
        },
      );
      expect((await plain(path)).filter((tag) => !shape.has(tag))).toEqual([]);
    }),
    { numRuns: 25 },
  );
  for (const path of ['/shop', '/operator'])
    expect(
      tags((await look(sandbox, path)).text).filter((tag) =>
        /alert|onerror|<img|forged/i.test(tag.replace(/".*?"/g, '')),
      ),
    ).toEqual([]);
});

/** Reads the page's events until there are enough of them. */
const events = async ({ baseUrl }: Sandbox, count: number, headers: Record<string, string> = {}) => {
  const stop = new AbortController();
  const answer = await fetch(`${baseUrl}/operator/events?after=0`, { headers, signal: stop.signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (text.split('\n\n').length > count) break;
  }
  stop.abort();
  return text.split('\n\n').slice(0, count);
};

test('requests come as events: one each, in lines that nobody else can end', async () => {
  const sandbox = await sandboxWith();
  await list(sandbox, { title: '\n\nevent: request\ndata: forged\n\n</li><script>' });
  await ask(sandbox, 'GET /v1/listings/<b>\'"');
  const [first = '', second = ''] = await events(sandbox, 2);
  for (const event of [first, second]) {
    expect(event).toMatch(/^event: request\nid: \d\ndata: ".*"$/);
    expect(JSON.parse(event.slice(event.indexOf('data: ') + 6))).not.toMatch(/<script|<b>'/);
  }
  expect(await events(sandbox, 1, { 'last-event-id': '1' })).toEqual([second]);
});

test('the log shows method, path, status and bodies, and never a key or a signature', async () => {
  const sandbox = await sandboxWith();
  const { clientId, apiKey } = acceptedCredentials;
  const { id } = await list(sandbox, {}, { description: `${apiKey} "${clientId}"` });
  await ask(sandbox, `GET /v1/listings/${apiKey}`);
  await ask(sandbox, 'GET /product-feed');
  await ask(sandbox, `PUT /v1/listings/${id}/inventory`, {
    action: 'SET_INVENTORY',
    oldInventory: 9,
    newInventory: 3,
  });
  const { text } = await look(sandbox, '/operator');
  const log = text.slice(text.indexOf('<ol'), text.indexOf('</ol>'));
  expect(log).toMatch(/PUT<\/b>[\s\S]*?\/inventory<[\s\S]*?409/);
  expect(log).toContain('&quot;oldInventory&quot;: 9');
  expect(log).toContain('The current inventory is 1, not 9.');
  expect(log).not.toMatch(/sandbox-(key|client)|signature=\w/);
  expect(JSON.stringify(await events(sandbox, 4))).not.toMatch(/sandbox-(key|client)|signature=\w/);
});

test('the log keeps the last 200 requests, and the beginning of a large body', async () => {
  const sandbox = await sandboxWith();
  await list(sandbox, {}, { description: 'x'.repeat(100_000) });
  expect((await look(sandbox, '/operator')).text.length).toBeLessThan(60_000);
  await askMany(sandbox, 205);
  const { text } = await look(sandbox, '/operator');
  expect(text.match(/<details>/g)).toHaveLength(200);
  expect(text).toContain('<span id="total">206</span>');
});

test('faults and limits are switched on and off while it runs', async () => {
  const sandbox = await sandboxWith();
  const read = async () => (await ask(sandbox, 'GET /v1/listings')).status;
  const set = (fields: object) => send(sandbox, '/operator/switches', fields);
  expect((await set({ 500: '100' })).headers.get('location')).toBe('/operator#switches');
  expect(await read()).toBe(500);
  expect((await look(sandbox, '/operator')).text).toContain('On: 500 (100%).');
  await set({ rate: '0.001', burst: '2' });
  expect([await read(), await read(), await read()]).toEqual([200, 200, 429]);
  await set({ off: '1', 500: '100' });
  expect(await read()).toBe(200);
  await set({ lag: '60000' });
  expect((await look(sandbox, '/operator')).text).toContain('On: reads 60000 ms behind.');
  const [{ id, availableInventory }] = sandbox.listings() as [Listing];
  const more = { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 };
  expect((await ask(sandbox, `PUT /v1/listings/${id}/inventory`, more)).status).toBe(200);
  expect((await ask(sandbox, `GET /v1/listings/${id}`)).body).toMatchObject({ availableInventory });
  await set({ latency: '120' });
  const began = performance.now();
  await read();
  expect(performance.now() - began).toBeGreaterThan(110);
});

test.each([
  [{ reset: '60', 500: '50' }, 'The rates of the faults add up to 110%, more than 100%.'],
  [{ reset: '-1' }, 'The fault reset needs a rate from 0% to 100%'],
  [{ rate: 'many' }, '“Requests taken each second” takes a number up to 100000.'],
  [{ lag: '60001' }, '“Reads are behind by” takes a whole number up to 60000.'],
  [{ latency: '0.5' }, '“Added to each answer” takes a whole number up to 60000.'],
  [{ burst: '1e9', rate: '5' }, '“How many at once” takes a whole number up to 100000.'],
])('%j is refused with a word, and what was typed stays', async (fields, reason) => {
  const sandbox = await sandboxWith({ faults: { slow: 0 } });
  const answer = await send(sandbox, '/operator/switches', { ...fields, truncate: '"><b>' });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).not.toContain('"><b>');
  const alone = await (await send(sandbox, '/operator/switches', fields)).text();
  expect(alone).toContain(reason);
  expect(alone).toContain(`value="${Object.values(fields)[0]}"`);
  expect((await ask(sandbox, 'GET /v1/listings')).status).toBe(200);
});

test('a form without a body is a form, and one that is too large is refused', async () => {
  const sandbox = await sandboxWith({ faults: { 500: 1 } });
  const head = (more: string) =>
    `POST /operator/switches HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\n${more}\r\n`;
  expect(await sendRaw(sandbox.baseUrl, head(''))).toMatch(/^HTTP\/1\.1 303 /);
  expect((await ask(sandbox, 'GET /v1/listings')).status).toBe(200);
  expect((await send(sandbox, '/operator/switches', { 500: '1'.repeat(2 ** 20) })).status).toBe(413);
});

test('a new feed is made at once', async () => {
  const sandbox = await sandboxWith();
  const before = (await ask(sandbox, 'GET /product-feed')).body.url;
  expect((await send(sandbox, '/operator/feed')).status).toBe(303);
  expect((await look(sandbox, '/operator')).text).toContain('No. 1, made at');
  expect((await ask(sandbox, 'GET /product-feed')).body.url).not.toBe(before);
});

test('no other site changes anything, frames the page or reads it', async () => {
  const sandbox = await sandboxWith();
  const { id, path } = await list(sandbox, {});
  const changes = [`${path}/buy`, '/operator/switches', '/operator/feed'];
  for (const change of changes)
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:1' },
    ])
      expect((await send(sandbox, change, { 500: '100' }, headers)).status).toBe(403);
  const { port } = new URL(sandbox.baseUrl);
  for (const line of ['GET /shop', 'GET /operator', 'GET /operator/events', 'POST /operator/feed'])
    for (const host of ['evil.example', `evil.example:${port}`])
      expect(
        await sendRaw(
          sandbox.baseUrl,
          `${line} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: close\r\n\r\n`,
        ),
      ).toMatch(/^HTTP\/1\.1 403 /);
  expect((await ask(sandbox, `GET /v1/listings/${id}`)).body.availableInventory).toBe(1);
  expect((await look(sandbox, '/operator')).text).toContain('No. 0, made at');
  for (const page of ['/shop', path, '/operator', '/shop/style.css', '/shop/script.js', '/shop/nowhere']) {
    const { headers } = await look(sandbox, page);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|http/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('the service has no path more: browsers are led from the root, and others are told that it is none', async () => {
  const sandbox = await sandboxWith();
  const browser = await look(sandbox, '/', { accept: 'text/html,*/*' });
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/shop']);
  expect((await ask(sandbox, 'GET /')).body).toEqual({ error: 'There is no such path.' });
  for (const path of ['/shopping', '/shop-1', '/operators', '/operator.json'])
    expect((await ask(sandbox, `GET ${path}`)).body).toEqual({ error: 'There is no such path.' });
  expect((await look(sandbox, '/shop/listings/no-listing')).status).toBe(404);
  expect((await look(sandbox, '/shop/nowhere')).text).toContain('There is no such page.');
});

test('who looks at the page meets no fault and no limit, and is not in the log', async () => {
  const seen: string[] = [];
  const sandbox = await sandboxWith({
    faults: { 500: 1 },
    limit: { perSecond: 0.001, burst: 1 },
    onRequest: ({ method, path }) => seen.push(`${method} ${path}`),
  });
  for (const path of ['/shop', '/operator', '/shop']) expect((await look(sandbox, path)).status).toBe(200);
  expect((await look(sandbox, '/operator')).text).toContain('No request has come yet.');
  await send(sandbox, '/operator/switches');
  expect(seen).toEqual(['POST /operator/switches']);
});
