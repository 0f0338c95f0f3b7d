import type { AnswerFault } from '../fault.ts';
import { bodyOf, due, head } from '../wire.ts';

const odd = (name: string, answer: AnswerFault['answer'], more: Partial<AnswerFault> = {}): AnswerFault => ({
  group: 'odd answers',
  name,
  change: 'accepted',
  exits: [0],
  answer,
  ...more,
});

/** The answer's text is another one than is due, and means the same. */
const rewritten = (name: string, rewrite: (text: string) => string): AnswerFault =>
  odd(name, (socket, { said }) => void socket.write(rewrite(due(said).toString())), {});

/** The answer's body says more than is due. */
const withMore = (name: string, member: string): AnswerFault =>
  odd(
    name,
    (socket, { said }) => {
      const body = bodyOf(said).replaceAll('{', `{${member},`).replaceAll(',}', '}');
      socket.write(due({ status: said.status, body }));
    },
    { alters: true },
  );

/** The answer is odd, and good all the same. */
export const oddAnswers: readonly AnswerFault[] = [
  odd('HTTP/1.0, ended by the connection', (socket, { said }) => {
    socket.end(`HTTP/1.0 ${said.status} So\r\n\r\n${bodyOf(said)}`);
  }),
  odd('more bytes than its length says', (socket, { said }) => {
    socket.end(`${due(said).toString()}more of it`);
  }),
  odd('a byte at a time', (socket, { said }) => {
    socket.setNoDelay(true);
    for (const byte of due(said)) socket.write(Buffer.of(byte));
  }),
  odd('chunks of one byte', (socket, { said }) => {
    const chunks = [...Buffer.from(bodyOf(said))].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`);
    const start = head(said.status, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' });
    socket.write(Buffer.from(`${start}${chunks.join('')}0\r\n\r\n`, 'latin1'));
  }),
  rewritten('headers in any case', (text) => text.replace('Content-Type', 'cOnTeNt-TyPe')),
  rewritten('another status that is good', (text) => text.replace('HTTP/1.1 200', 'HTTP/1.1 201')),
  rewritten('no content type', (text) => text.replace(/Content-Type: .*\r\n/, '')),
  odd(
    'a constant that nobody knows',
    (socket, { said }) => {
      const body = bodyOf(said).replaceAll('"GOOD"', '"LIKE_NEW"').replaceAll('"OPEN"', '"RESERVED"');
      socket.write(due({ status: said.status, body }));
    },
    { alters: true },
  ),
  rewritten('a header that acts on terminals', (text) =>
    text.replace('\r\n', '\r\nX-Hostile: \u009b31m\r\n'),
  ),
  withMore('fields that nobody knows', '"weather":{"is":"fine"}'),
  withMore('fields named like parts of objects', '"__proto__":{"id":7},"constructor":7'),
  withMore('texts that act on terminals', '"note":"\\u001b]52;c;aGk=\\u0007\\u202e\\ud800\\u0000"'),
  withMore('numbers beyond all bounds', '"huge":123456789012345678901234567890,"more":1e400,"less":-0'),
  withMore('nesting of 90 levels', `"deep":${'['.repeat(90)}${']'.repeat(90)}`),
];
