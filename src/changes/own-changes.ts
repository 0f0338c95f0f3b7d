import type { Clock } from '../clock.ts';

/** For how long a reading may show a value from before a change, in milliseconds: that far may a replica be behind. */
const mostLagMs = 60_000;

interface Written {
  at: number;
  after: number;
  /** The values that the listing had before. */
  earlier: ReadonlySet<number>;
}

/**
 * The changes of inventories that the service has confirmed to this process lately. A reading that shows a value from before the
 * last one proves nothing, since it may come from a replica that is behind.
 */
export class OwnChanges {
  readonly #written = new Map<string, Written>();

  constructor(readonly clock: Pick<Clock, 'ticks'>) {}

  /** The service has confirmed that it changed the listing. */
  confirmed(id: string, before: number | null | undefined, after: number | null | undefined): void {
    if (after == null) return;
    const key = id.toLowerCase();
    const now = this.clock.ticks();
    const known = this.#lately(key);
    const earlier = new Set(known?.earlier);
    if (known) earlier.add(known.after);
    if (before != null) earlier.add(before);
    earlier.delete(after);
    // The oldest comes first.
    this.#written.delete(key);
    this.#written.set(key, { at: now, after, earlier });
    for (const [old, { at }] of this.#written) {
      if (now - at <= mostLagMs) break;
      this.#written.delete(old);
    }
  }

  /** What this process last wrote, if the reading shows a value from before that. */
  writtenSince({ id, inventory }: { id: string; inventory: number }): number | undefined {
    const known = this.#lately(id.toLowerCase());
    return known?.earlier.has(inventory) ? known.after : undefined;
  }

  #lately(key: string): Written | undefined {
    const known = this.#written.get(key);
    return known && this.clock.ticks() - known.at <= mostLagMs ? known : undefined;
  }
}
