import { isUtf8 } from 'node:buffer';
import type { Dispatcher } from 'undici';

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

type Controller = Dispatcher.DispatchController;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

const maxAnswerBytes = 16 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/**
 * One request that undici sends, and its answer as it arrives. undici's own `request` makes a stream of each body and
 * takes a signal for each call, which costs more than the requests when there are thousands of small answers.
 */
export class Sending implements Dispatcher.DispatchHandler {
  /** Whether it is being written to an open connection, or was. From then on it may have changed something. */
  isBegun = false;
  status: number | undefined;
  /** The whole answer. Fails with `AnswerTooLarge`, undici's errors, or the reason for which it was given up. */
  readonly answer: Promise<WireAnswer>;
  #controller: Controller | undefined;
  #givenUpFor: Error | undefined;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #resolve: (answer: WireAnswer) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Fails at once and ends everything in flight. A request that still waits for a connection will not be sent. */
  giveUp(reason: Error): void {
    this.#givenUpFor = reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Controller): void {
    if (this.#givenUpFor) {
      controller.abort(this.#givenUpFor);
      return;
    }
    this.#controller = controller;
    this.isBegun = true;
  }

  onResponseStart(_: Controller, status: number, headers: Headers): void {
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length <= this.#limit()) return;
    // The beginning of an error says enough.
    if (this.#isError()) this.onResponseEnd();
    const tooLarge = new AnswerTooLarge();
    this.#reject(tooLarge);
    controller.abort(tooLarge);
  }

  onResponseEnd(): void {
    const bytes = Buffer.concat(this.#chunks).subarray(0, this.#limit());
    this.#resolve({
      status: this.status as number,
      headers: flat(this.#headers),
      body: bytes.toString('utf8').replace(/^\uFEFF/, ''),
      isDamaged: !isUtf8(bytes),
    });
  }

  onResponseError(_: Controller, error: Error): void {
    this.#reject(error);
  }

  #isError = (): boolean => (this.status as number) >= 400;
  #limit = (): number => (this.#isError() ? maxErrorBytes : maxAnswerBytes);
}

const flat = (headers: Headers): WireAnswer['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
