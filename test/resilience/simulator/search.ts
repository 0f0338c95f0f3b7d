import { type ChildProcess, fork } from 'node:child_process';
import type { History } from './history.ts';
import type { Verb } from './scenes/draft.ts';
import type { Order, Report } from './worker.ts';

/** A kind of miss, where it was seen first, and the shortest history that has it. */
export interface Found {
  kind: string;
  what: string;
  seed: number;
  /** After how long, of how many seconds of a processor, and how often. */
  seconds: number;
  worked: number;
  count: number;
  history?: History;
}

interface Limits {
  verbs: readonly Verb[];
  first: number;
  /** How many histories at most, and for how long. */
  most: number;
  seconds: number;
  /** Kinds of misses: stops once each of them was seen. */
  only?: readonly string[] | undefined;
  /** Stops at the first one of any kind. */
  isOne: boolean;
}

/**
 * Most of what a history allocates is garbage when it is over, and most of its code is run once; the processors are needed for
 * other histories.
 */
const nodeFlags = [
  '--max-semi-space-size=16',
  '--min-semi-space-size=16',
  '--initial-old-space-size=2048',
  '--single-threaded-gc',
  ...(process.version.startsWith('v20.') ? ['--interrupt-budget=400000'] : []),
];

/** Plays histories in processes of their own, one for each processor. */
export class Search {
  readonly #workers: ChildProcess[];
  readonly #began = performance.now();
  #histories = 0;
  #lines = 0;
  #lasted = 0;
  #took = 0;
  #worked = 0;

  constructor({ self, args, workers }: { self: string; args: readonly string[]; workers: number }) {
    this.#workers = Array.from({ length: workers }, () => fork(self, args, { execArgv: nodeFlags }));
  }

  close(): void {
    for (const worker of this.#workers) worker.disconnect();
  }

  #seconds = (): number => (performance.now() - this.#began) / 1000;

  /** Plays one seed after the other, and returns the kinds of misses in the order in which their seeds come. */
  async play({ verbs, first, most, seconds, only, isOne }: Limits): Promise<Found[]> {
    const found = new Map<string, Found>();
    let next = first;
    const isFound = () => (only ? only.every((kind) => found.has(kind)) : isOne && found.size > 0);
    const goesOn = () => next < first + most && this.#seconds() < seconds && !isFound();
    await Promise.all(
      this.#workers.map(async (worker) => {
        while (goesOn()) {
          const seed = next++;
          const report = await ask(worker, { kind: 'play', seed, verbs });
          if (report.kind !== 'played') continue;
          this.#histories += 1;
          this.#lines += report.lines;
          this.#lasted += report.lasted;
          this.#worked += report.worked;
          this.#count(found, seed, report.misses);
        }
      }),
    );
    this.#took = this.#seconds();
    return [...found.values()].sort((one, other) => one.seed - other.seed);
  }

  #count(found: Map<string, Found>, seed: number, misses: readonly { kind: string; what: string }[]): void {
    for (const kind of new Set(misses.map((miss) => miss.kind))) {
      const what = misses.find((miss) => miss.kind === kind)?.what ?? '';
      const before = found.get(kind);
      const isFirst = before === undefined || seed < before.seed;
      found.set(kind, {
        kind,
        what: isFirst ? what : before.what,
        seed: isFirst ? seed : before.seed,
        seconds: before?.seconds ?? this.#seconds(),
        worked: before?.worked ?? this.#worked,
        count: (before?.count ?? 0) + 1,
      });
    }
  }

  /** Finds the shortest history of each kind, and shows each as soon as it is found. */
  async shrink(found: readonly Found[], verbs: readonly Verb[], show: (one: Found) => void): Promise<void> {
    const left = found.values();
    await Promise.all(
      this.#workers.map(async (worker) => {
        for (const one of left) {
          const report = await ask(worker, { kind: 'shrink', seed: one.seed, verbs, miss: one.kind });
          if (report.kind !== 'shrunk') continue;
          one.history = report.history;
          one.what = report.misses.find(({ kind }) => kind === one.kind)?.what ?? one.what;
          show(one);
        }
      }),
    );
  }

  summary(): string {
    const perMinute = Math.round((this.#histories / this.#took) * 60);
    const hours = (this.#lasted / 3_600_000).toFixed(1);
    return `${this.#histories} histories of ${this.#lines} command lines and ${hours} hours in ${this.#took.toFixed(1)} s, ${this.#worked.toFixed(1)} s of a processor: ${perMinute} a minute`;
  }
}

const ask = (worker: ChildProcess, order: Order): Promise<Report> =>
  new Promise((resolve, reject) => {
    const died = () => reject(new Error(`a worker died of seed ${order.seed}`));
    worker.once('exit', died);
    worker.once('message', (report: Report) => {
      worker.off('exit', died);
      resolve(report);
    });
    worker.send(order);
  });
