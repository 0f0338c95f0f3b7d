/** An index of the rows of a file, with a few dozen bytes per row. The rows themselves stay in the file. */
export class RowTable {
  #capacity = 1024;
  #count = 0;
  #keys = Buffer.alloc(this.#capacity * keyBytes);
  /** The same buffer as the keys, as long as all rows name their listings by id. */
  #ids = this.#keys;
  #checks = new Uint32Array(this.#capacity);
  #next = new Int32Array(this.#capacity);
  #current = new Float64Array(this.#capacity);
  #matches = new Uint8Array(this.#capacity);
  #marks = new Uint8Array(this.#capacity);
  #otherNames = new Uint32Array(this.#capacity);
  #pages = new Uint16Array(this.#capacity);
  /** A hash table from key to the last row with that key; 0 marks a free slot. */
  #slots = new Int32Array(this.#capacity * 2);

  /** The number of rows. Rows are numbered from 1. */
  get count(): number {
    return this.#count;
  }

  /** Adds the next row: its key (none for an invalid row) and a checksum of its text. */
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

  /** Whether the text of a row is unchanged since it was added. */
  isUnchanged = (row: number, check: number): boolean =>
    row <= this.#count && this.#checks[row - 1] === check;

  /** The rows with a key, the last one first. */
  *find(key: Buffer): Generator<number> {
    for (let row = this.#slots[this.#slotOf(key)] ?? 0; row > 0; row = this.#next[row - 1] ?? 0) yield row;
  }

  /** The last row before it that has the same key; 0 if there is none. */
  previous = (row: number): number => this.#next[row - 1] ?? 0;

  /** Records a listing that matches a row, with its inventory, and the page that has it. The same listing counts only once. */
  resolve(row: number, id: Buffer, current: number, page = 0): void {
    const isNews = this.matches(row) === 0 || !id.equals(this.id(row));
    if (this.#ids === this.#keys && !id.equals(this.id(row))) this.#ids = Buffer.from(this.#keys);
    id.copy(this.#ids, (row - 1) * keyBytes);
    this.#current[row - 1] = current;
    this.#pages[row - 1] = Math.min(page, mostPages);
    if (isNews) this.#matches[row - 1] = Math.min(2, this.matches(row) + 1);
  }

  /** How many listings match a row: 0, 1, or 2 for several. */
  matches = (row: number): number => this.#matches[row - 1] ?? 0;
  id = (row: number): Buffer => this.#ids.subarray((row - 1) * keyBytes, row * keyBytes);
  current = (row: number): number => this.#current[row - 1] ?? Number.NaN;
  page = (row: number): number => this.#pages[row - 1] ?? 0;

  mark(row: number, mark: number): void {
    this.#marks[row - 1] = (this.#marks[row - 1] ?? 0) | mark;
  }
  isMarked = (row: number, mark: number): boolean => ((this.#marks[row - 1] ?? 0) & mark) !== 0;

  /** Records a checksum of a row's other names; the marks say which ones it has. */
  setOtherNames(row: number, check: number): void {
    this.#otherNames[row - 1] = check;
  }
  otherNames = (row: number): number => this.#otherNames[row - 1] ?? 0;

  #link(index: number): void {
    const slot = this.#slotOf(this.#keys.subarray(index * keyBytes, (index + 1) * keyBytes));
    this.#next[index] = this.#slots[slot] ?? 0;
    this.#slots[slot] = index + 1;
  }

  /** The slot that holds a key, or the free slot for it. */
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
    this.#matches = grown(this.#matches, new Uint8Array(this.#capacity));
    this.#marks = grown(this.#marks, new Uint8Array(this.#capacity));
    this.#otherNames = grown(this.#otherNames, new Uint32Array(this.#capacity));
    this.#pages = grown(this.#pages, new Uint16Array(this.#capacity));
    this.#slots = new Int32Array(this.#capacity * 2);
    for (let index = 0; index < this.#count; index++)
      if (!this.isMarked(index + 1, marks.faulty)) this.#link(index);
  }
}

export const keyBytes = 16;

/** No page beyond is remembered: with 200 listings each, that is one of 13 million. */
const mostPages = 0xffff;

/** Flags of a row. */
export const marks = {
  /** It is invalid. */
  faulty: 1,
  /** An earlier row has the same listing. */
  repeats: 2,
  /** A later row has the same listing. */
  repeated: 4,
  /** It also has an external identifier. */
  alsoExternalIdentifier: 8,
  /** It also has a SKU. */
  alsoSku: 16,
  /** Its names belong to different listings. */
  disagrees: 32,
  /** Its listing is CLOSED. */
  closed: 64,
  /** The list gives its listing no identifier that could be used. */
  unidentified: 128,
} as const;

// Identifiers may start with a timestamp, so the hash uses all bytes.
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
