import { gzipSync } from 'node:zlib';
import type { AnswerFault } from '../fault.ts';
import { bodyOf, head, whole } from '../wire.ts';

const file = (
  name: string,
  bytes: (text: string) => Buffer | string,
  more: Partial<AnswerFault> = {},
): AnswerFault => ({
  group: 'feed files',
  name,
  change: 'accepted',
  exits: [1],
  only: 'file',
  answer: (socket, { said }) => void socket.end(bytes(bodyOf(said))),
  ...more,
});

const zipped = (bytes: Buffer, more = {}) => whole(200, bytes, { 'Content-Encoding': 'gzip', ...more });
/** The checksum of gzip stands eight bytes before its end. */
const corrupt = (bytes: Buffer) => bytes.fill(7, bytes.length - 8, bytes.length - 4);
/** Its length says that it is all there, so that it is not asked for again. */
const cutShort = { exits: [7] } as const;

/** The feed's file is cut, or none. */
export const feedFiles: readonly AnswerFault[] = [
  file('an expired link, 403', () => whole(403, ''), { again: true }),
  file('an expired link, 404', () => whole(404, ''), { again: true }),
  file('a web page', () => whole(200, '<!doctype html>')),
  file('nothing', () => whole(200, '')),
  file('white space', () => whole(200, ' \n')),
  file('an object', () => whole(200, '{"products":[]}')),
  file('a product a line', (text) => whole(200, text.slice(1).replaceAll(',\n', '\n'))),
  file('more behind the array', (text) => whole(200, `${text}[]`)),
  file('an element that is no JSON', (text) => whole(200, text.replace('"size":"M"', '"size":M'))),
  file('an array that is not closed', (text) => whole(200, text.replace(/\]\s*$/, '')), cutShort),
  file('cut between two products', (text) => whole(200, text.slice(0, text.indexOf(',\n') + 2)), cutShort),
  file('gzip', (text) => zipped(gzipSync(text)), { exits: [0] }),
  file(
    'gzip in two members',
    (text) => zipped(Buffer.concat([gzipSync(text.slice(0, 99)), gzipSync(text.slice(99))])),
    {
      exits: [0],
    },
  ),
  file('gzip that is cut', (text) => zipped(gzipSync(text).subarray(0, 400)), cutShort),
  file('gzip in name alone', (text) => zipped(Buffer.from(text)), { exits: [0] }),
  file('gzip with a wrong checksum', (text) => zipped(corrupt(gzipSync(text))), { exits: [1, 7] }),
  file('gzip of nothing but zeros', () => zipped(gzipSync(Buffer.alloc(50 * 2 ** 20)))),
  file('an encoding nobody knows', (text) => whole(200, text, { 'Content-Encoding': 'tea' }), {
    exits: [1, 7],
  }),
  file('a redirect without end', () => head(302, { Location: '/again', 'Content-Length': 0 }), {
    exits: [1, 7],
    again: true,
  }),
  file('a redirect to a host in the clear', () =>
    head(302, { Location: 'http://feeds.example/', 'Content-Length': 0 }),
  ),
  file('a redirect to a file', () => head(302, { Location: 'file:///etc/passwd', 'Content-Length': 0 })),
  file(
    'a part that nobody asked for',
    (text) => whole(206, text.slice(9), { 'Content-Range': 'bytes 9-99/100' }),
    {
      exits: [1, 7],
    },
  ),
];
