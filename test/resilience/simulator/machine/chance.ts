/** Numbers drawn from a seed: the same seed draws the same ones, on every machine. */
export class Chance {
  #state: number;

  constructor(seed: string | number) {
    let hash = 2166136261;
    for (const character of String(seed)) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
    this.#state = hash >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  /** A whole number, both ends included. */
  between = (least: number, most: number): number => least + Math.floor(this.next() * (most - least + 1));

  happens = (share: number): boolean => this.next() < share;

  pick = <T>(all: readonly T[]): T => all[this.between(0, all.length - 1)] as T;

  /** One of the names, by their weights. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
    const all = Object.entries(weights) as [Name, number][];
    let left = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of all) {
      left -= weight;
      if (left < 0) return name;
    }
    return (all.at(-1) as [Name, number])[0];
  }

  /** Some of them, in their order. */
  some = <T>(all: readonly T[], share: number): T[] => all.filter(() => this.happens(share));

  bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => this.between(0, 255)));
}
