// node bench/limited.js SPEC [LATENCY MS]: a shop of a thousand listings with a limit on its requests, on a free port that it prints.
// SPEC: bucket:RATE:BURST · window:COUNT:SECONDS · random:SHARE · none. A refusal says Retry-After: 1. GET /counts tells
// how many reads and changes were taken and refused, and resets them.
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [spec = 'none', latency = '5'] = process.argv.slice(2);
const [kind, ...numbers] = spec.split(':');
const [first, second] = numbers.map(Number);

/** Whether a request may pass, for each kind of limit. */
const limits = {
  none: () => () => true,
  random: () => () => Math.random() >= first,
  bucket: () => {
    let tokens = second;
    let last = performance.now();
    return () => {
      const now = performance.now();
      tokens = Math.min(second, tokens + ((now - last) * first) / 1000);
      last = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  },
  window: () => {
    // The first window begins with the first request, the others follow it.
    let began;
    let taken = 0;
    return () => {
      const now = performance.now();
      began ??= now;
      for (; now >= began + second * 1000; began += second * 1000) taken = 0;
      taken += 1;
      return taken <= first;
    };
  },
};
let mayPass = limits[kind]();
let counts = { reads: 0, changes: 0, refused: 0 };

const listings = new Map(
  Array.from({ length: Number(process.env.LISTINGS ?? 1000) }, (_, index) => {
    const id = `7d0f5a32-8c1e-4b8e-9a57-${String(index).padStart(12, '0')}`;
    return [
      id,
      {
        id,
        state: 'OPEN',
        condition: 'GOOD',
        sku: `SKU-${index}`,
        availableInventory: 5,
        externalIdentifier: null,
      },
    ];
  }),
);
const all = [...listings.values()];

const page = (query) => {
  const start = Number(query.get('after') ?? 0);
  const end = Math.min(all.length, start + Number(query.get('limit') ?? 50));
  return {
    listings: all.slice(start, end),
    pageInfo: { hasNextPage: end < all.length, endCursor: String(end) },
  };
};

const change = (listing, { action, oldInventory, newInventory, inventoryAdjustment }) => {
  if (action === 'SET_INVENTORY' && oldInventory !== listing.availableInventory)
    return [409, { error: 'The inventory has changed.' }];
  listing.availableInventory =
    action === 'SET_INVENTORY' ? newInventory : listing.availableInventory + inventoryAdjustment;
  return [200, { id: listing.id, availableInventory: listing.availableInventory }];
};

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://shop');
  const answer = (status, body, headers = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  if (url.pathname === '/counts') {
    answer(200, counts);
    // The next run finds a limit that nobody has used.
    mayPass = limits[kind]();
    counts = { reads: 0, changes: 0, refused: 0 };
    return;
  }
  const isChange = request.method === 'PUT';
  const isTaken = (process.env.READS_ARE_FREE && !isChange) || mayPass();
  if (!isTaken) counts.refused += 1;
  else if (isChange) counts.changes += 1;
  else counts.reads += 1;
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (Number(latency) > 0) await wait(Number(latency));
  if (!isTaken) return answer(429, { error: 'too many requests' }, { 'Retry-After': '1' });
  const listing = listings.get(url.pathname.split('/')[3] ?? '');
  if (url.pathname === '/v1/listings') return answer(200, page(url.searchParams));
  if (!listing) return answer(404, { error: 'no such listing' });
  if (!isChange) return answer(200, listing);
  answer(...change(listing, JSON.parse(Buffer.concat(chunks).toString())));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
