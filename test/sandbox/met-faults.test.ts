import { expect, test } from 'vitest';
import { faultKinds } from '../../src/sandbox/fault-kinds.ts';
import { parseFaults } from '../../src/sandbox/faults/spec.ts';
import type { RequestLogEntry } from '../../src/sandbox/host-guard.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox-options.ts';
import type { Listing } from '../../src/service/listing-schemas.ts';
import { ask, creation, keys, sandboxWith, sendRaw } from './running.ts';

/** Only faults that a request asks for. */
const onDemand = parseFaults('reset=0%');

const add = { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 };

test.each([
  ['reset=2%', { reset: 0.02 }],
  [' slow = 2.5% , 500=5%', { slow: 0.025, '500': 0.05 }],
  [
    'reset=2%,500=5%,429=10%,slow=3%,lost-answer=2%,truncate=1%,repeated=4%,403=6%,gateway-page=7%,slow-body=8%',
    {
      ...{ reset: 0.02, '500': 0.05, '429': 0.1, slow: 0.03, 'lost-answer': 0.02, truncate: 0.01 },
      ...{ repeated: 0.04, '403': 0.06, 'gateway-page': 0.07, 'slow-body': 0.08 },
    },
  ],
  ['429=0%', { '429': 0 }],
  // In binary, these add up to more.
  ['reset=0.2%,slow=83.9%,truncate=15.9%', { reset: 0.002, slow: 0.839, truncate: 0.159 }],
])('%s is read', (spec, rates) => {
  const parsed: object = parseFaults(spec).faults ?? {};
  expect(Object.keys(parsed).sort()).toEqual(Object.keys(rates).sort());
  for (const [kind, rate] of Object.entries(rates))
    expect(parsed).toHaveProperty([kind], expect.closeTo(rate, 10));
});

/** One listing with 1 piece, a change of it that meets a fault, and what came of both. */
const changed = async (kind: string, options: Partial<SandboxOptions> = {}, change: object = add) => {
  const sandbox = await sandboxWith({ ...onDemand, ...options });
  const { id } = (await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId))).body;
  const line = `PUT /v1/listings/${id}/inventory`;
  const answer = await ask(sandbox, line, change, { 'x-sandbox-fault': kind }).catch(
    (error) => error.cause?.code ?? error,
  );
  const { availableInventory } = (await ask(sandbox, `GET /v1/listings/${id}`)).body;
  return { sandbox, id, line, answer, availableInventory };
};

test.each([
  ['reset', 'ECONNRESET', 1],
  ['lost-answer', 'UND_ERR_SOCKET', 2],
  ['truncate', 'UND_ERR_SOCKET', 2],
])('%s ends in %s, and then the inventory is %i', async (kind, code, inventory) => {
  const { answer, availableInventory } = await changed(kind);
  expect([answer, availableInventory]).toEqual([code, inventory]);
});

/** What a client notices of a change, and what becomes of it: the seconds are whole ones. */
const noticed = async (headers: Record<string, string>) => {
  const sandbox = await sandboxWith({ ...onDemand });
  const [{ id }] = sandbox.listings() as [{ id: string }];
  const began = performance.now();
  const answer = await fetch(`${sandbox.baseUrl}/v1/listings/${id}/inventory`, {
    method: 'PUT',
    headers: { ...keys, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(add),
  })
    .then(async (response) => [response.status, await response.text()])
    .catch(({ cause }) => [cause.code]);
  const seconds = Math.round((performance.now() - began) / 1000);
  return { answer, seconds, inventory: sandbox.listings()[0]?.availableInventory };
};

test.each(faultKinds)('%s is noticed', async (kind) => {
  expect(await noticed({ 'x-sandbox-fault': kind })).not.toEqual(await noticed({}));
});

test('429 changes nothing and asks for a second', async () => {
  const { answer, availableInventory } = await changed('429');
  expect([answer.status, answer.body]).toEqual([429, { error: 'Too many requests (an injected fault).' }]);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(availableInventory).toBe(1);
});

test('403 changes nothing', async () => {
  const { answer, availableInventory } = await changed('403');
  expect([answer.status, answer.body]).toEqual([403, { error: 'This is not allowed (an injected fault).' }]);
  expect(availableInventory).toBe(1);
});

test('repeated applies an adjustment twice, and answers what the second one did', async () => {
  const { answer, availableInventory } = await changed('repeated');
  expect([answer.status, answer.body.availableInventory, availableInventory]).toEqual([200, 3, 3]);
});

test('repeated applies a compare-and-set, and then refuses it; the page shows both answers', async () => {
  const set = { action: 'SET_INVENTORY', oldInventory: 1, newInventory: 7 };
  const { sandbox, id, answer, availableInventory } = await changed('repeated', {}, set);
  const refusal = 'The current inventory is 7, not 1.';
  expect([answer.status, answer.body, availableInventory]).toEqual([409, { error: refusal }, 7]);
  const page = await (await fetch(`${sandbox.baseUrl}/operator`)).text();
  expect(page).toMatch(
    new RegExp(`409.*fault: repeated.*An answer that was lost.*${id}.*Answered.*${refusal}`, 's'),
  );
});

test('repeated repeats no POST and no read', async () => {
  const sandbox = await sandboxWith({ ...parseFaults('repeated=100%'), listings: 0 });
  const { headers } = await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId));
  expect((await ask(sandbox, 'GET /v1/listings')).body.listings).toHaveLength(1);
  expect(headers.get('x-sandbox-fault')).toBe(null);
});

test('500 strikes before the change or after it', async () => {
  const { sandbox, line, answer } = await changed('500');
  expect([answer.status, answer.body]).toEqual([500, { error: 'An injected fault.' }]);
  const inventories: number[] = [];
  for (let count = 0; count < 20; count++) {
    expect((await ask(sandbox, line, add, { 'x-sandbox-fault': '500' })).status).toBe(500);
    inventories.push(
      (await ask(sandbox, line.replace('PUT', 'GET').replace('/inventory', ''))).body.availableInventory,
    );
  }
  const applied = new Set(inventories).size;
  expect(applied).toBeGreaterThan(3);
  expect(applied).toBeLessThan(18);
});

test('gateway-page is a page with 404, whether or not the request was carried out; the page shows the answer that was lost', async () => {
  const sandbox = await sandboxWith({ ...parseFaults('gateway-page=100%'), listings: 1 });
  const [{ id, availableInventory: first }] = sandbox.listings() as [Listing];
  const inventories = [first];
  for (let count = 0; count < 20; count++) {
    const answer = await fetch(`${sandbox.baseUrl}/v1/listings/${id}/inventory`, {
      method: 'PUT',
      headers: { ...keys, 'Content-Type': 'application/json' },
      body: JSON.stringify(add),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html']);
    expect(await answer.text()).toContain('<center><h1>404 Not Found</h1></center>');
    inventories.push(sandbox.listings()[0]?.availableInventory as number);
  }
  const applied = new Set(inventories).size - 1;
  expect(applied).toBeGreaterThan(3);
  expect(applied).toBeLessThan(17);
  const page = await (await fetch(`${sandbox.baseUrl}/operator`)).text();
  expect(page.match(/<h3>An answer that was lost/g)).toHaveLength(applied);
  expect(page).toContain('&lt;h1&gt;404 Not Found&lt;/h1&gt;');
});

/** What comes of an answer, and after how many milliseconds: first its head, with an empty text. */
const pieces = async (url: string, headers: Record<string, string>) => {
  const began = performance.now();
  const response = await fetch(url, { headers });
  const came = [{ after: performance.now() - began, text: '' }];
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? [])
    came.push({ after: performance.now() - began, text: decoder.decode(bytes, { stream: true }) });
  return came;
};

test.each(['/v1/listings', '/product-feed'])(
  'slow-body sends the head of %s at once, and then all of its body in drops',
  async (path) => {
    const sandbox = await sandboxWith({ ...onDemand, products: 2000 });
    const { url } = (await ask(sandbox, 'GET /product-feed')).body;
    const from = path === '/product-feed' ? url : sandbox.baseUrl + path;
    const headers = { ...(from === url ? {} : keys), 'Accept-Encoding': 'identity' };
    const textOf = (came: readonly { text: string }[]) => came.map(({ text }) => text).join('');
    const whole = textOf(await pieces(from, headers));
    // What comes while this process is kept busy comes at one go, so that may be another time.
    await expect
      .poll(async () => {
        const came = await pieces(from, { ...headers, 'x-sandbox-fault': 'slow-body' });
        expect(textOf(came)).toBe(whole);
        const moments = came.map(({ after }) => after);
        const pauses = moments.map((moment, at) => moment - (moments[at - 1] ?? moment));
        return [(pauses[1] ?? 0) > 50, pauses.filter((pause) => pause > 50).length > 10];
      })
      .toEqual([true, true]);
  },
);

test('slow answers all the same', async () => {
  const { answer, availableInventory } = await changed('slow');
  expect([answer.status, answer.body.availableInventory, availableInventory]).toEqual([200, 2, 2]);
});

test('truncate sends half of the bytes under the length of the whole', async () => {
  const sandbox = await sandboxWith({ ...onDemand });
  const headers = Object.entries({ Host: 'localhost', ...keys, 'x-sandbox-fault': 'truncate' });
  const head = `GET /v1/listings HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const answer = await sendRaw(sandbox.baseUrl, head);
  const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
  const whole = await (await fetch(`${sandbox.baseUrl}/v1/listings`, { headers: keys })).text();
  expect(length).toBe(Buffer.byteLength(whole));
  expect(answer.split('\r\n\r\n')[1]).toBe(whole.slice(0, Math.floor(length / 2)));
});

test('a refusal can be lost as well', async () => {
  const sandbox = await sandboxWith({ ...onDemand });
  const lost = ask(sandbox, 'POST /v1/listings', {}, { 'x-sandbox-fault': 'lost-answer' });
  await expect(lost).rejects.toThrow('fetch failed');
});

test('a fault that does not exist is refused', async () => {
  const { answer } = await changed('rest');
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      error:
        'x-sandbox-fault must be one of reset, lost-answer, 500, 429, slow, truncate, repeated, 403, gateway-page, slow-body.',
    },
  ]);
});

test('without faults the header means nothing', async () => {
  const sandbox = await sandboxWith();
  const { status, headers } = await ask(sandbox, 'GET /v1/listings', undefined, { 'x-sandbox-fault': '500' });
  expect([status, headers.get('x-sandbox-fault')]).toEqual([200, null]);
});

test('the log names the fault, and 0 where there was no answer', async () => {
  const log: RequestLogEntry[] = [];
  const { id } = await changed('lost-answer', { onRequest: (entry) => log.push(entry) });
  expect(log.map(({ method, path, status, fault }) => [method, path, status, fault])).toEqual([
    ['POST', '/v1/listings', 200, undefined],
    ['PUT', `/v1/listings/${id}/inventory`, 0, 'lost-answer'],
    ['GET', `/v1/listings/${id}`, 200, undefined],
  ]);
});

/** What each of many requests met, in the order in which they are named. */
const met = async (sandbox: Sandbox, lines: readonly string[], order: readonly number[]) => {
  const outcomes: string[] = [];
  await Promise.all(
    order.map(async (index) => {
      const answer = await ask(sandbox, lines[index] ?? '').catch(() => undefined);
      outcomes[index] = answer ? `${answer.status} ${answer.headers.get('x-sandbox-fault')}` : 'cut';
    }),
  );
  return outcomes;
};

test('the same seed meets the same faults, in whatever order, and the rates hold', async () => {
  const { faults = {} } = parseFaults('reset=10%,500=10%,429=10%,truncate=10%,lost-answer=10%');
  const lines = Array.from({ length: 60 }, (_, number) => `GET /v1/listings?limit=${number + 1}`);
  const order = [...lines.keys()];
  const outcomes = await met(await sandboxWith({ faults, seed: 5 }), lines, order);
  expect(await met(await sandboxWith({ faults, seed: 5 }), lines, order.reverse())).toEqual(outcomes);
  expect(await met(await sandboxWith({ faults, seed: 6 }), lines, order)).not.toEqual(outcomes);
  expect(new Set(outcomes)).toEqual(new Set(['cut', '200 null', '500 500', '429 429']));
  // Half of the 60 meet none.
  const spared = outcomes.filter((outcome) => outcome === '200 null').length;
  expect(Math.abs(spared - 30)).toBeLessThan(10);
});

test('a request that is sent again may fare better', async () => {
  const sandbox = await sandboxWith(parseFaults('500=50%'));
  const statuses: number[] = [];
  for (let count = 0; count < 30; count++) statuses.push((await ask(sandbox, 'GET /v1/listings')).status);
  expect(new Set(statuses)).toEqual(new Set([200, 500]));
});

test.each([
  ['reset', 'fetch failed'],
  ['truncate', 'terminated'],
])('the file host knows %s', async (kind, message) => {
  const sandbox = await sandboxWith({ ...onDemand, products: 400 });
  const { url } = (await ask(sandbox, 'GET /product-feed')).body;
  for (const encoding of ['gzip', 'identity']) {
    const headers = { 'x-sandbox-fault': kind, 'Accept-Encoding': encoding };
    await expect(fetch(url, { headers }).then((response) => response.text())).rejects.toThrow(message);
  }
});

test('the file host sends half of a truncated file, fails on 500, and does not know the faults of changes', async () => {
  const sandbox = await sandboxWith({ ...onDemand, products: 400 });
  const { url } = (await ask(sandbox, 'GET /product-feed')).body;
  const { pathname, search } = new URL(url);
  const answer = await sendRaw(
    sandbox.feedOrigin,
    `GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nx-sandbox-fault: truncate\r\n\r\n`,
  );
  const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  const whole = await (await fetch(url)).text();
  expect(length).toBe(Buffer.byteLength(whole));
  // Text read in pieces may have torn a letter: the beginning is compared, and the length roughly.
  expect(body.slice(0, 10_000)).toBe(whole.slice(0, 10_000));
  expect(Math.abs(body.length - whole.length / 2)).toBeLessThan(whole.length / 20);
  const fetched = async (kind: string) => (await fetch(url, { headers: { 'x-sandbox-fault': kind } })).status;
  expect(await Promise.all(['500', '429', 'lost-answer', '403'].map(fetched))).toEqual([500, 200, 200, 200]);
});
