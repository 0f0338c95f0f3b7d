import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { JqMessage, JqStart } from './streams.ts';

interface JqListeners {
  /** jq continues once it has resolved, and is stopped if it rejects. */
  output: (bytes: Uint8Array) => Promise<void>;
  told: (text: string) => void;
}

/** How long jq may be busy with one piece of data after the tool was asked to stop. */
const graceMs = 500;

/** The thread in which jq runs, seen from outside. Being separate, it can't keep this thread from receiving signals. */
export class JqThread {
  readonly #worker: Worker;
  readonly #data: MessagePort;
  readonly #answers: Int32Array;
  #isAsking = false;
  #isOver = false;
  #given = 0;
  #wake = () => {};
  /** Its exit code; undefined if it broke down. Rejects with the reason for which it was stopped. */
  readonly ended: Promise<number | undefined>;

  /** `file` is what the thread runs, `args` the command line after `jq`. */
  constructor(file: string, args: readonly string[], signal: AbortSignal, { output, told }: JqListeners) {
    const answers = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const { port1, port2: input } = new MessageChannel();
    const workerData: JqStart = { args, input, answers };
    this.#answers = new Int32Array(answers);
    this.#data = port1;
    this.#worker = new Worker(file, {
      workerData,
      transferList: [input],
      env: {},
      stdout: true,
      stderr: true,
    });
    this.ended = new Promise<number | undefined>((resolve, reject) => {
      // What a stopping command still sends is processed, but nothing waits for an endless expression.
      const endSoon = () => this.#whenStuck(() => reject(signal.reason));
      signal.addEventListener('abort', endSoon, { once: true });
      if (signal.aborted) endSoon();
      this.#worker.on('error', reject);
      this.#worker.on('exit', () => {
        signal.removeEventListener('abort', endSoon);
        resolve(undefined);
      });
      this.#worker.on('message', (message: JqMessage) => {
        if (message.kind === 'reads') this.#asks();
        else if (message.kind === 'told') told(message.text);
        else if (message.kind === 'ended') resolve(message.exitCode);
        else output(message.bytes).then(() => this.#answer(null), reject);
      });
    });
    const over = () => {
      this.#isOver = true;
      this.#wake();
      return this.stop();
    };
    this.ended.then(over, over);
  }

  /** Resolves when it wants data (true) or has ended (false). */
  async wantsData(): Promise<boolean> {
    while (!this.#isAsking && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return !this.#isOver;
  }

  /** Gives it the data that it wants; null is the end. */
  give(bytes: Uint8Array | null): void {
    this.#isAsking = false;
    this.#given += 1;
    this.#answer(bytes);
  }

  async stop(): Promise<void> {
    this.#data.close();
    await this.#worker.terminate();
  }

  /** Calls back once it has been busy with the same data for a while, unless it ends first. */
  #whenStuck(tell: () => void): void {
    const given = this.#given;
    setTimeout(() => {
      if (this.#isOver) return;
      // Before it asks for the first data it is being loaded, which a busy machine takes its time for.
      if (!this.#isAsking && given > 0 && this.#given === given) tell();
      else this.#whenStuck(tell);
    }, graceMs);
  }

  #asks(): void {
    this.#isAsking = true;
    this.#wake();
  }

  #answer(bytes: Uint8Array | null): void {
    this.#data.postMessage(bytes);
    Atomics.add(this.#answers, 0, 1);
    Atomics.notify(this.#answers, 0);
  }
}
