/** Where the rows of an input stand, a few bytes a row: the rows themselves stay in their file. */
export class RowTable {
  #capacity = 1024;
  #count = 0;
  #keys = Buffer.alloc(this.#capacity * keyBytes);
  /** The same as the keys, as long as all rows call their listings by id. */
  #ids = this.#keys;
  #checks = new Uint32Array(this.#capacity);
  #next = new Int32Array(this.#capacity);
  #current = new Float64Array(this.#capacity);
  #hits = new Uint8Array(this.#capacity);
  #marks = new Uint8Array(this.#capacity);
  #otherNames = new Uint32Array(this.#capacity);
  /** Rows by key: each slot has the number of the last row that has this key, 0 where it is free. */
  #slots = new Int32Array(this.#capacity * 2);

  /** How many rows there are. Rows are known by their number, 1 first. */
  get count(): number {
    return this.#count;
  }

  /** Adds the next row: the key it is found by (none for a faulty row), and a checksum of its text. */
  add(key: Buffer | undefined, check: number): void {
    if (this.#count === this.#capacity) this.#grow();
    const index = this.#count++;
    this.#checks[index] = check;
    this.#current[index] = Number.NaN;
    if (key === undefined) {
      this.mark(index + 1, marks.faulty);
      return;
    }
    key.copy(this.#keys, index * keyBytes);
    this.#link(index);
  }

  /** Whether a row's text is still the one that was added. */
  isUnchanged = (row: number, check: number): boolean =>
    row <= this.#count && this.#checks[row - 1] === check;

  /** The rows that have a key, the last one first. */
  *find(key: Buffer): Generator<number> {
    for (let row = this.#slots[this.#slotOf(key)] ?? 0; row > 0; row = this.#next[row - 1] ?? 0) yield row;
  }

  /** Whether no earlier row has the row's key. */
  isFirst = (row: number): boolean => (this.#next[row - 1] ?? 0) === 0;

  /** Notes that a listing fits a row: its identifier and how many are for sale. One that it knew already it counts once. */
  resolve(row: number, id: Buffer, current: number): void {
    const isNews = this.hits(row) === 0 || !id.equals(this.id(row));
    if (this.#ids === this.#keys && !id.equals(this.id(row))) this.#ids = Buffer.from(this.#keys);
    id.copy(this.#ids, (row - 1) * keyBytes);
    this.#current[row - 1] = current;
    if (isNews) this.#hits[row - 1] = Math.min(2, this.hits(row) + 1);
  }

  /** How many listings fit a row: 0, 1, or 2 for several. */
  hits = (row: number): number => this.#hits[row - 1] ?? 0;
  id = (row: number): Buffer => this.#ids.subarray((row - 1) * keyBytes, row * keyBytes);
  current = (row: number): number => this.#current[row - 1] ?? Number.NaN;

  mark(row: number, mark: number): void {
    this.#marks[row - 1] = (this.#marks[row - 1] ?? 0) | mark;
  }
  isMarked = (row: number, mark: number): boolean => ((this.#marks[row - 1] ?? 0) & mark) !== 0;

  /** Notes a checksum of the names that a row has beside its key; the marks tell which they are. */
  setOtherNames(row: number, check: number): void {
    this.#otherNames[row - 1] = check;
  }
  otherNames = (row: number): number => this.#otherNames[row - 1] ?? 0;

  #link(index: number): void {
    const slot = this.#slotOf(this.#keys.subarray(index * keyBytes, (index + 1) * keyBytes));
    this.#next[index] = this.#slots[slot] ?? 0;
    this.#slots[slot] = index + 1;
  }

  /** The slot of a key: the one that has it, or the free one where it would go. */
  #slotOf(key: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(key) & mask; ; slot = (slot + 1) & mask) {
      const row = this.#slots[slot] ?? 0;
      if (row === 0 || key.equals(this.#keys.subarray((row - 1) * keyBytes, row * keyBytes))) return slot;
    }
  }

  #grow(): void {
    this.#capacity *= 2;
    const areIdsKeys = this.#ids === this.#keys;
    this.#keys = Buffer.concat([this.#keys], this.#capacity * keyBytes);
    this.#ids = areIdsKeys ? this.#keys : Buffer.concat([this.#ids], this.#capacity * keyBytes);
    this.#checks = grown(this.#checks, new Uint32Array(this.#capacity));
    this.#next = grown(this.#next, new Int32Array(this.#capacity));
    this.#current = grown(this.#current, new Float64Array(this.#capacity));
    this.#hits = grown(this.#hits, new Uint8Array(this.#capacity));
    this.#marks = grown(this.#marks, new Uint8Array(this.#capacity));
    this.#otherNames = grown(this.#otherNames, new Uint32Array(this.#capacity));
    this.#slots = new Int32Array(this.#capacity * 2);
    for (let index = 0; index < this.#count; index++)
      if (!this.isMarked(index + 1, marks.faulty)) this.#link(index);
  }
}

export const keyBytes = 16;

/** What a row can be marked as. */
export const marks = {
  /** It breaks a rule. */
  faulty: 1,
  /** An earlier row is about the same listing. */
  repeats: 2,
  /** A later row is about the same listing. */
  repeated: 4,
  /** It names its external identifier, too. */
  alsoExternalIdentifier: 8,
  /** It names its SKU, too. */
  alsoSku: 16,
  /** Its names are not those of one listing. */
  disagrees: 32,
  /** Its listing is CLOSED. */
  closed: 64,
} as const;

// Identifiers may begin with a time, so that all their bytes have to take part.
const hash = (key: Buffer): number => {
  const mixed = key.readInt32LE(0) ^ key.readInt32LE(4) ^ key.readInt32LE(8) ^ key.readInt32LE(12);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 7;
};

const grown = <Numbers extends { set(from: ArrayLike<number>): void }>(
  old: ArrayLike<number>,
  larger: Numbers,
): Numbers => {
  larger.set(old);
  return larger;
};
