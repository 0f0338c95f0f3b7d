import type { ServerResponse } from 'node:http';
import type { KeptListing, Said } from './ledger.ts';

/** A listing as the service shows it. */
export const shown = ({ id, externalIdentifier, sku, inventory, isClosed }: KeptListing) => ({
  id,
  state: isClosed ? 'CLOSED' : 'OPEN',
  condition: 'GOOD',
  sku,
  availableInventory: inventory,
  externalIdentifier,
});

/** Answers. */
export const send = (response: ServerResponse, { status, body }: Said): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

/** Asks to come back so many seconds later. */
export const busy = (response: ServerResponse, seconds: number): void => {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds) });
  response.end(JSON.stringify({ error: 'too many requests' }));
};

/** What a gateway answers that has lost the service behind it. */
export const sendPage = (response: ServerResponse): void => {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<h1>Bad gateway</h1>');
};

/** Breaks off in the middle of the answer. */
export const truncate = (response: ServerResponse, { status, body }: Said): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
};
