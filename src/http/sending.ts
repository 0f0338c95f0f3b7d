import { isUtf8 } from 'node:buffer';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ConnectionPool } from './connection/pool.ts';

export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  /** Without a byte order mark. */
  body: string;
  /** Not all of its bytes were UTF-8: `body` has U+FFFD in place of those that were not. */
  isDamaged?: boolean;
}

export class DeadlineExceeded extends Error {}

/** The answer is larger than any documented one. */
export class AnswerTooLarge extends Error {}

const maxAnswerBytes = 16 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/** One request that is sent once, and its answer as it arrives. */
export class Sending {
  /** Whether it is being written to an open connection, or was. From then on it may have changed something. */
  isBegun = false;
  status: number | undefined;
  /** The whole answer. Fails with `NoConnection`, `AnswerTooLarge`, errors of Node, or the reason for which it was given up. */
  readonly answer: Promise<WireAnswer>;
  readonly #call: ClientRequest;
  #resolve: (answer: WireAnswer) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** A request of which nothing has been written yet; its connection is given back to the pool, if it can be used again. */
  constructor(call: ClientRequest, pool: ConnectionPool) {
    this.#call = call;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    let message: IncomingMessage | undefined;
    call.once('socket', ({ writable }) => {
      // On a connection that has just ended nothing can be written any more.
      this.isBegun = writable;
    });
    call.once('response', (begun) => {
      message = begun;
      this.#read(begun);
    });
    call.on('error', (error) => {
      // What comes behind a whole answer belongs to nothing, and says nothing of it.
      if (!message?.complete) this.#reject(error);
    });
    call.once('close', () => {
      // Where the other side goes over to another protocol, Node ends the connection without an error.
      if (message === undefined) this.#reject(new Error('the connection ended without an answer'));
      else if (message.complete && call.socket)
        void pool.giveBack(call.socket, joined(message.headers)['keep-alive']);
    });
  }

  /** Fails at once and ends everything in flight. A request that still waits for a connection will not be sent. */
  giveUp(reason: Error): void {
    this.#reject(reason);
    this.#call.destroy(reason);
  }

  #read(message: IncomingMessage): void {
    const status = message.statusCode as number;
    this.status = status;
    const limit = status >= 400 ? maxErrorBytes : maxAnswerBytes;
    const chunks: Buffer[] = [];
    let length = 0;
    const end = () => this.#resolve({ status, headers: joined(message.headers), ...textOf(chunks, limit) });
    message.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= limit) return;
      // The beginning of an error says enough.
      if (status >= 400) end();
      this.giveUp(new AnswerTooLarge());
    });
    message.once('end', () => {
      end();
      // Who has answered before the whole request was there may never read the rest of it.
      if (!this.#call.writableFinished) this.#call.destroy();
    });
    message.on('error', this.#reject);
  }
}

const textOf = (chunks: readonly Buffer[], limit: number): Pick<WireAnswer, 'body' | 'isDamaged'> => {
  const bytes = Buffer.concat(chunks).subarray(0, limit);
  return { body: bytes.toString('utf8').replace(/^\uFEFF/, ''), isDamaged: !isUtf8(bytes) };
};

/** Node joins what is said twice; only of cookies it makes a list. */
export const joined = ({
  'set-cookie': cookies,
  ...headers
}: IncomingMessage['headers']): WireAnswer['headers'] => ({
  ...(headers as WireAnswer['headers']),
  ...(cookies ? { 'set-cookie': cookies.join(', ') } : {}),
});
