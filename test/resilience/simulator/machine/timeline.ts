/** Whose events wait while it is suspended, and are dropped once it is dead. Events of the network and the shop have no owner. */
export interface Owner {
  readonly isDead: boolean;
  readonly isSuspended: boolean;
  /** Keeps an event until the owner wakes. */
  hold(run: () => void): void;
}

export interface Timer {
  at: number;
  order: number;
  owner: Owner | undefined;
  run: (() => void) | undefined;
}

/** One turn of the real event loop: whatever promises and ticks were waiting has run by then. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Virtual time: events happen in the order of their times, and nobody waits in between. */
export class Timeline {
  /** Milliseconds since the beginning. */
  now = 0;
  /** How many events have happened. */
  happened = 0;
  readonly #heap: Timer[] = [];
  #order = 0;

  after(milliseconds: number, owner: Owner | undefined, run: () => void): Timer {
    // Node waits a millisecond at least, and what is no number counts as one.
    const wait = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 1;
    this.#order += 1;
    const timer = { at: this.now + wait, order: this.#order, owner, run };
    this.#push(timer);
    return timer;
  }

  /** Runs the next event, and all that follows from it at the same time. False if there is none. */
  async advance(): Promise<boolean> {
    for (;;) {
      const next = this.#pop();
      if (next === undefined) return false;
      const { run, owner } = next;
      if (run === undefined || owner?.isDead) continue;
      this.now = Math.max(this.now, next.at);
      if (owner?.isSuspended) {
        owner.hold(run);
        continue;
      }
      this.happened += 1;
      run();
      await turn();
      return true;
    }
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, heap[parent] as Timer)) break;
      heap[at] = heap[parent] as Timer;
      at = parent;
    }
    heap[at] = timer;
  }

  #pop(): Timer | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child += 1;
      if (!isBefore(heap[child] as Timer, last)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at === other.at ? one.order < other.order : one.at < other.at;
