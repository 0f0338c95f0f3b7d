import type { Dispatcher } from 'undici';
import { AnswerTooLarge } from './classify.ts';
import type { WireAnswer } from './transport.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

const maxAnswerBytes = 16 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/**
 * One request that is handed to undici, and its answer as it comes. undici's own `request` makes a stream of each body,
 * and takes a signal for each call: for thousands of small answers that costs more than the requests.
 */
export class Sending implements Dispatcher.DispatchHandler {
  /** It is about to be written onto an open connection, or was: from then on a change may have been made. */
  isBegun = false;
  /** Of the answer, once it has begun. */
  status: number | undefined;
  /** When the answer began, in milliseconds by `performance.now()`. */
  answeredAt = 0;
  /** The whole answer. Fails with `AnswerTooLarge`, with undici's errors, and with what it was given up for. */
  readonly answer: Promise<WireAnswer>;
  readonly #onBegin: () => void;
  #controller: Controller | undefined;
  #givenUpFor: Error | undefined;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #resolve: (answer: WireAnswer) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** `onBegin` is told right before it is written. */
  constructor(onBegin: () => void) {
    this.#onBegin = onBegin;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Fails at once, and ends what is under way; while it still waits for a connection, it will not be sent. */
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
    this.#onBegin();
  }

  onResponseStart(_: Controller, status: number, headers: Headers): void {
    if (status < 200) return;
    this.answeredAt = performance.now();
    this.status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length <= this.#limit()) return;
    // Of an error, the beginning says enough.
    if (this.#isError()) this.onResponseEnd();
    const tooLarge = new AnswerTooLarge();
    this.#reject(tooLarge);
    controller.abort(tooLarge);
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks).subarray(0, this.#limit()).toString('utf8');
    this.#resolve({ status: this.status as number, headers: flat(this.#headers), body });
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
