import type { AnswerFault, Known } from '../fault.ts';
import { head, whole } from '../wire.ts';

const inWords = JSON.stringify({ error: 'the shelf is on fire' });

const status = (
  code: number | string,
  change: Known,
  exit: number,
  { name = '', body = inWords, headers = {}, again = false } = {},
): AnswerFault => ({
  group: 'statuses',
  name: `${code}${name && `, ${name}`}`,
  change,
  exits: [exit],
  ...(again ? { again } : {}),
  answer: (socket) => void socket.write(whole(code, body, headers)),
});

const page = '<h1>Gateway</h1>';
const html = { 'Content-Type': 'text/html' };

const busy = (name: string, wait: string, headers = {}) =>
  status(429, 'not-processed', 7, { name, headers: { 'Retry-After': wait, ...headers }, again: true });

const busyForLong = (name: string, wait: string) =>
  status(429, 'not-processed', 7, { name, headers: { 'Retry-After': wait } });

const noon = 'Wed, 21 Oct 2037 12:00:00 GMT';

/** The service answers that it does not do what it was asked for. */
export const statuses: readonly AnswerFault[] = [
  ...[400, 405, 410, 412, 413, 414, 415, 422, 431].map((code) => status(code, 'rejected', 1)),
  status(401, 'rejected', 4),
  // Once the keys were accepted, it is not about them.
  { ...status(403, 'rejected', 4), exits: [1, 4] },
  // Of shops it says that there is none.
  { ...status(404, 'rejected', 3), alters: true },
  // Only where an inventory is compared it is a conflict.
  { ...status(409, 'rejected', 5), exits: [1, 5] },
  status(418, 'ambiguous', 1, { again: true }),
  ...[408, 500, 502, 503, 504, 599].map((code) => status(code, 'ambiguous', 7, { again: true })),
  status(503, 'ambiguous', 7, { name: 'a page', body: page, headers: html, again: true }),
  status('099', 'ambiguous', 1),
  status(999, 'ambiguous', 1),
  busy('at once', '0'),
  busy('a moment later', '0.1'),
  busy('a date that is now', noon, { Date: noon }),
  busy('a date of the past', 'Wed, 21 Oct 2015 12:00:00 GMT'),
  busy('a negative time', '-5'),
  busy('no time', 'soon'),
  busy('an empty time', ''),
  busyForLong('for ever', '1000000000'),
  busyForLong('until the year 9999', 'Fri, 31 Dec 9999 23:59:59 GMT'),
  ...[400, 403, 404, 409, 410, 412, 422].map((code) => strangers(code, 'a page', page, html)),
  strangers(404, 'nothing said', ''),
  strangers(404, 'a text', 'default backend - 404', { 'Content-Type': 'text/plain' }),
  strangers(404, 'JSON of another form', '{"message":"no Route matched with those values"}'),
  strangers(403, 'an error that is no text', '{"error":{"code":7}}'),
  strangers(409, 'a list of errors', '{"errors":[{"message":"no"},{"message":"nay"}]}'),
  strangers(410, 'a JSON text', '"gone"'),
  strangers(422, 'half of an error', '{"error":"the shelf is on'),
  strangers(400, 'deep', '['.repeat(50_000)),
  status(401, 'rejected', 4, { name: 'a page', body: page, headers: html }),
  status(413, 'rejected', 1, { name: 'a page', body: page, headers: html }),
  status(400, 'rejected', 1, {
    name: 'what acts on terminals',
    body: '{"error":"\\u001b[31m\\u001b]0;x\\u0007\\r\\n\\u202e at run (/home/x.js:1:2)"}',
  }),
  endless(400, 'ambiguous', 7),
  endless(500, 'ambiguous', 7),
  tellTale(400, 'rejected', 1),
  tellTale(500, 'ambiguous', 7),
];

/** What has no error body of the service is not its word, whatever its status says. */
function strangers(code: number, name: string, body: string, headers = {}): AnswerFault {
  return status(code, 'ambiguous', 7, { name, body, headers, again: true });
}

/** An error body of 100 MB, of which nobody wants to read all. */
function endless(code: number, change: Known, exit: number): AnswerFault {
  return {
    ...status(code, change, exit, { name: '100 MB of it', again: true }),
    answer(socket) {
      const piece = Buffer.alloc(2 ** 16, 'x');
      let left = 1600;
      const more = () => {
        while (!socket.destroyed && left-- > 0)
          if (!socket.write(piece)) return void socket.once('drain', more);
      };
      socket.write(head(code, { 'Content-Type': 'application/json', 'Content-Length': left * piece.length }));
      more();
    },
  };
}

/** Repeats the credentials that it was sent, in its headers and in its words. */
function tellTale(code: number, change: Known, exit: number): AnswerFault {
  return {
    ...status(code, change, exit, { name: 'the keys repeated', again: code >= 500 }),
    answer(socket, { request: { headers } }) {
      const told = Object.entries(headers)
        .filter(([name]) => name.startsWith('x-service'))
        .map(([, value]) => value);
      socket.write(
        whole(code, JSON.stringify({ error: `no luck for ${told.join(' and ')}` }), {
          'X-Request-Id': told.join('-'),
        }),
      );
    },
  };
}
