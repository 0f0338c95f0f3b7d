import { describe, expect, test } from 'vitest';
import {
  type Conduct,
  type RawHost,
  say,
  sayAndDrip,
  sayAndReset,
  sayAndStall,
  startRawHost,
  wire,
} from '../support/raw-host.ts';
import { change, clientFor, failureOf, good, read } from './calling.ts';

const head = (...lines: string[]) => [...lines, '', ''].join('\r\n');
const chunked = head('HTTP/1.1 200 OK', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
const tooLong = head('HTTP/1.1 200 OK', 'Content-Type: application/json', 'Content-Length: 1000');
const lost = 'the connection was lost before the whole answer was there';
const lostBegun = `${lost}, though it began with status 200`;
const late = 'no whole answer within 0.5 s';
const lateBegun = `${late}, though it began with status 200`;
const garbled = 'the answer is not valid HTTP';

/** What goes wrong, why the call then failed, and whether it is worth reading again, and there is time for it. */
const cases: [string, Conduct, reason: string, detail: string, again: boolean][] = [
  ['a reset instead of an answer', (socket) => socket.resetAndDestroy(), 'connection-lost', lost, true],
  ['the connection ended instead of an answer', (socket) => socket.end(), 'connection-lost', lost, true],
  ['no answer, ever', sayAndStall(), 'timeout', late, false],
  [
    'half of the headers, and nothing more',
    sayAndStall('HTTP/1.1 200 OK\r\nContent-'),
    'timeout',
    late,
    false,
  ],
  [
    'headers that come a byte at a time for ever',
    sayAndDrip('HTTP/1.1 200 OK\r\nX: ', 'x'),
    'timeout',
    late,
    false,
  ],
  ['headers, and nothing more', sayAndStall(tooLong), 'timeout', lateBegun, false],
  ['a body that comes a byte at a time for ever', sayAndDrip(tooLong, ' '), 'timeout', lateBegun, false],
  ['a body shorter than its length, then the end', say(tooLong + good), 'connection-lost', lostBegun, true],
  [
    'a body shorter than its length, then a reset',
    sayAndReset(tooLong + good),
    'connection-lost',
    lostBegun,
    true,
  ],
  [
    'a length and chunks, both',
    say(wire(200, `${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`, { 'Transfer-Encoding': 'chunked' })),
    'connection-lost',
    garbled,
    true,
  ],
  [
    'lines that end with CR alone',
    say(wire(200, good).replaceAll('\r\n', '\r')),
    'connection-lost',
    garbled,
    true,
  ],
  ['a chunked body that is cut', say(`${chunked}ff\r\n${good}`), 'connection-lost', lostBegun, true],
  [
    'a chunked body without its end',
    say(`${chunked}${good.length.toString(16)}\r\n${good}\r\n`),
    'connection-lost',
    lostBegun,
    true,
  ],
  [
    'a chunk of no size',
    say(`${chunked}zz\r\n${good}`),
    'connection-lost',
    `${garbled}, though it began with status 200`,
    true,
  ],
  [
    'a body without a length, cut',
    say(head('HTTP/1.1 200 OK') + good.slice(0, -5)),
    'connection-lost',
    'the answer is not complete JSON',
    true,
  ],
  ['a whole body that is no JSON', say(wire(200, `${good}x`)), 'bad-answer', 'the answer is not JSON', false],
  ['garbage', say('What do you want?\r\n\r\n'), 'connection-lost', garbled, true],
  ['HTTP/0.9: a body alone', say(good), 'connection-lost', garbled, true],
  ['status 099', say(wire('099 Odd', good)), 'connection-lost', garbled, true],
  ['status 999', say(wire('999 Odd', good)), 'bad-answer', '999 is not an HTTP status', false],
  [
    'another protocol, unasked',
    sayAndStall(head('HTTP/1.1 101 Switching Protocols', 'Upgrade: tea', 'Connection: Upgrade')),
    'connection-lost',
    lost,
    true,
  ],
  [
    'status 100, unasked',
    say(head('HTTP/1.1 100 Continue').repeat(1000) + wire(200, good)),
    'connection-lost',
    lost,
    true,
  ],
  ['two lengths', say(wire(200, good, { 'content-length': '3' })), 'connection-lost', lost, true],
  [
    'headers of 100 kB',
    say(wire(200, good, { 'X-Long': 'x'.repeat(100_000) })),
    'connection-lost',
    garbled,
    true,
  ],
  [
    'an answer of more than 16 MiB',
    say(wire(200, JSON.stringify('x'.repeat(17 * 2 ** 20)))),
    'bad-answer',
    'the answer is larger than 16 MiB, though it began with status 200',
    false,
  ],
  [
    'an encoded answer',
    say(wire(200, good, { 'Content-Encoding': 'gzip' })),
    'bad-answer',
    'the answer is encoded as gzip, which was not asked for',
    false,
  ],
  [
    'a web page',
    say(wire(200, '<p>Please log in</p>', { 'Content-Type': 'text/html; charset=utf-8' })),
    'bad-answer',
    'a web page came instead of the answer',
    false,
  ],
  ['nothing, with status 200', say(wire(200)), 'bad-answer', 'the answer is empty', false],
  [
    'nothing, with status 204',
    say(head('HTTP/1.1 204 No Content')),
    'bad-answer',
    'the answer is empty',
    false,
  ],
  [
    'null',
    say(wire(200, 'null')),
    'bad-answer',
    'the answer is not as documented: $ must be an object, not null',
    false,
  ],
];

describe.each(cases)('%s', (_, conduct, reason, detail, again) => {
  const known = { attempt: 'ambiguous', reason, facts: { detail } };
  // Only what never comes is to take all the time there is.
  const timeoutMs = reason === 'timeout' ? 500 : 10_000;

  test(`a change is sent once and may have been applied: ${reason}, ${detail}`, async () => {
    const host = await startRawHost(conduct);
    const client = clientFor(host.url, { timeoutMs, maxRetries: 2 });
    expect(await failureOf(change(client))).toMatchObject(known);
    expect(host.requests).toHaveLength(1);
    await everythingEnds(client, host);
  });

  test(`a read is ${again ? 'tried again' : 'given up'}`, async () => {
    const host = await startRawHost(conduct);
    const client = clientFor(host.url, { timeoutMs, maxRetries: 1 });
    expect(await failureOf(read(client))).toMatchObject(known);
    expect(host.requests).toHaveLength(again ? 2 : 1);
    await everythingEnds(client, host);
  });
});

const everythingEnds = async (client: { close: () => Promise<void> }, host: RawHost) => {
  await client.close();
  await host.idle();
};
