import { Worker } from 'node:worker_threads';
import type { Way } from '../pass.ts';
import type { JudgingStart, Verdict } from './messages.ts';

/** The thread that judges a feed, seen from outside. */
export class JudgingThread {
  /** How many of the pieces that it was given it has not worked through. */
  untaken = 0;
  readonly #worker: Worker;
  readonly #verdicts: Verdict[] = [];
  #failure: { error: unknown } | undefined;
  #wake = () => {};

  /** `file` is what the thread runs. */
  constructor(file: string, way: Way) {
    const workerData: JudgingStart = { way };
    this.#worker = new Worker(file, { workerData, env: {}, resourceLimits: { maxYoungGenerationSizeMb: 2 } });
    this.#worker.on('message', (verdict: Verdict) => {
      if (verdict.kind === 'taken') this.untaken -= 1;
      this.#verdicts.push(verdict);
      this.#wake();
    });
    this.#worker.on('error', (error) => this.#fail(error));
    // Otherwise nothing would be left to wait for, and a half would pass for the whole.
    this.#worker.on('exit', () => this.#fail(new Error('the thread that judges the feed has ended early')));
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** Whether it has told something that was not asked for yet. */
  get hasTold(): boolean {
    return this.#verdicts.length > 0;
  }

  /** Gives it the next bytes, which are its own from then on; null is the end of them. */
  give(bytes: Uint8Array | null): void {
    if (bytes) this.untaken += 1;
    this.#worker.postMessage(bytes, bytes ? [bytes.buffer as ArrayBuffer] : []);
  }

  /** What it tells next, as soon as it does. */
  async verdict(): Promise<Verdict> {
    for (;;) {
      const verdict = this.#verdicts.shift();
      if (verdict) return verdict;
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
