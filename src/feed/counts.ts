/** How often each value of a field stands in a feed. */
export interface Counts {
  /** How many values there are. */
  distinct: number;
  /** The most frequent ones, the most frequent first; among equals in the order of their code units. */
  top: { value: string; count: number }[];
  /** How often the values beyond those stand. */
  others: number;
  /** Products that have no value. */
  missing: number;
}

/** Counts the values of one field; a product with several values counts for each. */
export class Counter {
  readonly #counts = new Map<string, number>();
  #missing = 0;

  add(value: unknown): void {
    const values = Array.isArray(value) ? new Set(value) : [value];
    let counted = 0;
    for (const one of values) {
      if (!isCountable(one)) continue;
      const text = String(one);
      this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
      counted += 1;
    }
    if (counted === 0) this.#missing += 1;
  }

  /** What was counted, with at most so many values by name. */
  counts(most: number): Counts {
    const all = [...this.#counts].map(([value, count]) => ({ value, count }));
    all.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    const others = all.slice(most).reduce((sum, { count }) => sum + count, 0);
    return { distinct: all.length, top: all.slice(0, most), others, missing: this.#missing };
  }
}

const isCountable = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';
