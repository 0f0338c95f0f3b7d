import { deflateSync, gzipSync } from 'node:zlib';
import type { AnswerFault } from '../fault.ts';
import { bodyOf, head, whole } from '../wire.ts';

const wrong = (
  name: string,
  text: (body: string) => Buffer,
  more: Partial<AnswerFault> = {},
): AnswerFault => ({
  group: 'wrong contents',
  name,
  change: 'ambiguous',
  exits: [1],
  isWhole: true,
  answer: (socket, { said }) => void socket.write(text(bodyOf(said))),
  ...more,
});

/** Not even `resale api` passes it on: it is no text, or not all of it. */
const unreadable = (
  name: string,
  text: (body: string) => Buffer,
  more: Partial<AnswerFault> = {},
): AnswerFault => {
  const { isWhole: _, ...fault } = wrong(name, text, more);
  return fault;
};

const zipped = (bytes: Buffer, encoding = 'gzip') => whole(200, bytes, { 'Content-Encoding': encoding });

/** Good enough for a read, and no proof of a change. */
const unconfirming = (name: string, text: (body: string) => Buffer) => wrong(name, text, { exits: [0] });

/** What comes is whole, and not what was asked for. */
export const wrongContents: readonly AnswerFault[] = [
  unreadable('17 MiB of text', () => whole(200, JSON.stringify('x'.repeat(17 * 2 ** 20)))),
  wrong('a web page', () => whole(200, '<p>Please log in</p>', { 'Content-Type': 'text/html' })),
  wrong('a web page that calls itself JSON', () => whole(200, '<!doctype html><p>Please log in</p>')),
  wrong('nothing', () => whole(200, '')),
  wrong('nothing, with status 204', () => Buffer.from(head(204))),
  wrong('null', () => whole(200, 'null')),
  wrong('a number', () => whole(200, '7')),
  wrong('a text', () => whole(200, '"fine"')),
  // Of shops an empty array says that there is none.
  wrong('an array of nothing', () => whole(200, '[]'), { exits: [1, 3], alters: true }),
  wrong('an array of null', () => whole(200, '[null]')),
  wrong('an object of nothing', () => whole(200, '{}')),
  wrong('numbers in place of texts', (body) => whole(200, body.replace(/:"[^"]*"/g, ':7'))),
  wrong('NaN', () => whole(200, '{"id":NaN}')),
  wrong('two documents', (body) => whole(200, body + body)),
  unreadable('bytes that are no text', () => whole(200, Buffer.from([0x7b, 0xff, 0xfe, 0x80]))),
  unreadable('a text in Latin-1', (body) =>
    whole(200, Buffer.from(body.replace('{', '{"note":"caf\u00e9",'), 'latin1')),
  ),
  unreadable('status 206', (body) => whole(206, body)),
  unconfirming('status 202', (body) => whole(202, body)),
  unconfirming('status 203', (body) => whole(203, body)),
  unconfirming('an answer from a cache', (body) => whole(200, body, { Age: 7 })),
  wrong('brackets without end', () => whole(200, '['.repeat(200_000))),
  unreadable('gzip that is none', (body) => zipped(Buffer.from(body))),
  unreadable('gzip, unasked', (body) => zipped(gzipSync(body))),
  unreadable('gzip that is cut', (body) => zipped(gzipSync(body).subarray(0, 12))),
  unreadable('an encoding nobody knows', (body) => zipped(deflateSync(body), 'tea')),
  unreadable('gzip of 20 MB of nothing', () => zipped(gzipSync(Buffer.alloc(20 * 2 ** 20)))),
  wrong('another listing', (body) => whole(200, body.replace(/"id":"[^"]*"/, `"id":"${nobody}"`)), {
    only: 'updates',
  }),
  wrong('an error with status 200', (body) => whole(200, body.replace('{', '{"errors":[{"code":7}],')), {
    only: 'updates',
    exits: [0],
    alters: true,
  }),
  wrong(
    'inventory as text',
    (body) => whole(200, body.replace(/"availableInventory":(-?\d+)/, '"availableInventory":"$1"')),
    {
      only: 'updates',
    },
  ),
  wrong(
    'inventory that no number holds',
    (body) =>
      whole(200, body.replace(/"availableInventory":-?\d+/, '"availableInventory":12345678901234567890')),
    {
      only: 'updates',
    },
  ),
  wrong(
    'inventory of one and a half',
    (body) => whole(200, body.replace(/"availableInventory":-?\d+/, '"availableInventory":1.5')),
    {
      only: 'updates',
    },
  ),
];

const nobody = '00000000-0000-4000-8000-000000000000';
