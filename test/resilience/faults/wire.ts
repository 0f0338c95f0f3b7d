import type { Said } from '../../support/ledger.ts';

type Headers = Readonly<Record<string, string | number>>;

/** Status line and headers, with the empty line behind them. */
export const head = (status: number | string, headers: Headers = {}): string =>
  [
    `HTTP/1.1 ${status} So`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

/** A whole answer of some text, with its length. */
export const whole = (status: number | string, body: string | Buffer, headers: Headers = {}): Buffer =>
  Buffer.concat([
    Buffer.from(
      head(status, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      }),
    ),
    Buffer.from(body),
  ]);

/** The text of an answer's body. */
export const bodyOf = ({ body }: Said): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** An answer as it is due. */
export const due = (said: Said, headers: Headers = {}): Buffer => whole(said.status, bodyOf(said), headers);

/** A part of a text: none of it for 0, all but the last character for 1. */
export const cut = (text: string, roll: number): string =>
  text.slice(0, Math.floor(roll * Math.max(0, text.length - 1)));
