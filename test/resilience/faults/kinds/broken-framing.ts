import type { AnswerFault } from '../fault.ts';
import { bodyOf, due, head, whole } from '../wire.ts';

const broken = (name: string, text: (body: string, due: string) => string | Buffer): AnswerFault => ({
  group: 'broken framing',
  name,
  change: 'ambiguous',
  exits: [7],
  again: true,
  answer: (socket, { said }) => void socket.end(text(bodyOf(said), due(said).toString())),
});

const chunked = head(200, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' });
const sizeOf = (body: string) => Buffer.byteLength(body).toString(16);

/** The answer is no proper HTTP. */
export const brokenFraming: readonly AnswerFault[] = [
  broken('garbage', () => 'What do you want?\r\n\r\n'),
  broken('HTTP/0.9', (body) => body),
  broken('lines that end with CR alone', (_, text) => text.replaceAll('\r\n', '\r')),
  broken('no colon in a header', (_, text) => text.replace('Content-Type:', 'Content-Type')),
  broken('a zero byte in a header', (_, text) => text.replace('json', 'js\0on')),
  broken('headers of 100 kB', (body) => whole(200, body, { 'X-Long': 'x'.repeat(100_000) })),
  broken('two lengths', (body) => whole(200, body, { 'content-length': 3 })),
  broken('a length and chunks', (body) =>
    whole(200, `${sizeOf(body)}\r\n${body}\r\n0\r\n\r\n`, { 'Transfer-Encoding': 'chunked' }),
  ),
  broken('a length that is no number', (body) => whole(200, body, { 'Content-Length': 'many' })),
  broken('a negative length', (body) => whole(200, body, { 'Content-Length': -1 })),
  broken('a length too long', (body) => whole(200, body, { 'Content-Length': body.length + 7 })),
  broken('a chunk of no size', (body) => `${chunked}zz\r\n${body}`),
  broken('a chunk that is cut', (body) => `${chunked}ffff\r\n${body}`),
  broken('chunks without their end', (body) => `${chunked}${sizeOf(body)}\r\n${body}\r\n`),
  broken(
    'a chunk shorter than its size',
    (body) => `${chunked}${sizeOf(`${body}x`)}\r\n${body}\r\n0\r\n\r\n`,
  ),
  broken('another protocol', () => head(101, { Upgrade: 'tea', Connection: 'Upgrade' })),
  broken('status 100 without end', () => head(100).repeat(1000)),
];
