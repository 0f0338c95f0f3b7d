import { createHash } from 'node:crypto';
import type { ListingName } from '../changes/listing-name.ts';

/** An index of the rows of a file: a few dozen bytes per row. The rows themselves stay in the file. */
export class RowTable {
  #capacity = 1024;
  #count = 0;
  #keys = Buffer.alloc(this.#capacity * keyBytes);
  /** The same buffer as the keys while all rows name their listings by id. */
  #ids = this.#keys;
  #checks = new Uint32Array(this.#capacity);
  #next = new Int32Array(this.#capacity);
  #current = new Float64Array(this.#capacity);
  /** How many listings fit a row, in the bits of `choice`. */
  #choices = new Uint8Array(this.#capacity);
  #facts = new Uint8Array(this.#capacity);
  #marks = new Uint16Array(this.#capacity);
  #claims = new Uint32Array(this.#capacity);
  #pages = new Uint16Array(this.#capacity);
  /** A hash table from a key to the last row with it; 0 is a free slot. */
  #slots = new Int32Array(this.#capacity * 2);

  get count(): number {
    return this.#count;
  }

  /** Rows are numbered from 1. An invalid row has no key; `check` is a checksum of the row's text. */
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

  /** Whether the row's text still has the same checksum. */
  isUnchanged = (row: number, check: number): boolean =>
    row <= this.#count && this.#checks[row - 1] === check;

  *find(key: Buffer): Generator<number> {
    for (let row = this.#slots[this.#slotOf(key)] ?? 0; row > 0; row = this.#next[row - 1] ?? 0) yield row;
  }

  /** The row before it with the same key; 0 if there is none. */
  previous = (row: number): number => this.#next[row - 1] ?? 0;

  /**
   * Records a listing that fits a row, once. Of several, an OPEN one is kept. `ways` are the bits of the ways in which it
   * fits.
   */
  resolve(row: number, listing: Noted & { isOpen: boolean; ways: number }): void {
    const { isOpen } = listing;
    const before = this.#choices[row - 1] ?? 0;
    const wasOpen = (before & choice.isOpen) !== 0;
    const isFirst = this.matches(row) === 0;
    const isSame = !isFirst && listing.id.equals(this.id(row));
    let all = 2;
    let open = this.#open(row);
    let ways = before >> choice.ways;
    if (isFirst) {
      all = 1;
      open = isOpen ? 1 : 0;
      ways = listing.ways;
    } else if (isSame) {
      all = this.matches(row);
      // It was sold, or put on sale, while the list was read.
      if (open < 2) open = isOpen ? 1 : 0;
    } else {
      open = Math.min(2, open + (isOpen ? 1 : 0));
      ways &= listing.ways;
    }
    const isTaken = isFirst || isSame || (isOpen && !wasOpen);
    const isNowOpen = isTaken ? isOpen : wasOpen;
    this.#choices[row - 1] =
      all | (open << choice.open) | (isNowOpen ? choice.isOpen : 0) | (ways << choice.ways);
    if (isTaken) this.note(row, listing);
  }

  note(row: number, { id, inventory, facts, page = 0 }: Noted): void {
    if (this.#ids === this.#keys && !id.equals(this.id(row))) this.#ids = Buffer.from(this.#keys);
    id.copy(this.#ids, (row - 1) * keyBytes);
    this.#current[row - 1] = inventory;
    this.#facts[row - 1] = facts;
    this.#pages[row - 1] = Math.min(page, mostPages);
  }

  /** The number of listings that fit a row: 0, 1, or 2 for several. */
  matches = (row: number): number => (this.#choices[row - 1] ?? 0) & choice.all;
  #open = (row: number): number => ((this.#choices[row - 1] ?? 0) >> choice.open) & choice.all;
  /** Several listings fit in one way, and only one of them is OPEN: the row means that one. */
  isOnlyOpen = (row: number): boolean =>
    this.matches(row) === 2 && this.#open(row) === 1 && (this.#choices[row - 1] ?? 0) >> choice.ways !== 0;
  isMeant = (row: number): boolean => this.matches(row) === 1 || this.isOnlyOpen(row);

  markRepeats(): void {
    const last = new Int32Array(this.#slots.length);
    for (let row = 1; row <= this.#count; row++) {
      if (!this.isMeant(row)) continue;
      const slot = this.#slotIn(last, this.#ids, this.id(row));
      const earlier = last[slot] ?? 0;
      if (earlier > 0) {
        this.mark(earlier, marks.repeated);
        this.mark(row, marks.repeats);
      }
      last[slot] = row;
    }
  }

  id = (row: number): Buffer => this.#ids.subarray((row - 1) * keyBytes, row * keyBytes);
  current = (row: number): number => this.#current[row - 1] ?? Number.NaN;
  facts = (row: number): number => this.#facts[row - 1] ?? 0;
  page = (row: number): number => this.#pages[row - 1] ?? 0;

  mark(row: number, mark: number): void {
    this.#marks[row - 1] = (this.#marks[row - 1] ?? 0) | mark;
  }
  isMarked = (row: number, mark: number): boolean => ((this.#marks[row - 1] ?? 0) & mark) !== 0;

  /** A checksum of what else the row says of its listing; the marks say which fields. */
  setClaims(row: number, check: number): void {
    this.#claims[row - 1] = check;
  }
  claims = (row: number): number => this.#claims[row - 1] ?? 0;

  #link(index: number): void {
    const slot = this.#slotOf(this.#keys.subarray(index * keyBytes, (index + 1) * keyBytes));
    this.#next[index] = this.#slots[slot] ?? 0;
    this.#slots[slot] = index + 1;
  }

  #slotOf = (key: Buffer): number => this.#slotIn(this.#slots, this.#keys, key);

  #slotIn(slots: Int32Array, keys: Buffer, key: Buffer): number {
    const mask = slots.length - 1;
    for (let slot = hash(key) & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot] ?? 0;
      if (row === 0 || key.equals(keys.subarray((row - 1) * keyBytes, row * keyBytes))) return slot;
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
    this.#choices = grown(this.#choices, new Uint8Array(this.#capacity));
    this.#facts = grown(this.#facts, new Uint8Array(this.#capacity));
    this.#marks = grown(this.#marks, new Uint16Array(this.#capacity));
    this.#claims = grown(this.#claims, new Uint32Array(this.#capacity));
    this.#pages = grown(this.#pages, new Uint16Array(this.#capacity));
    this.#slots = new Int32Array(this.#capacity * 2);
    for (let index = 0; index < this.#count; index++)
      if (!this.isMarked(index + 1, marks.faulty)) this.#link(index);
  }
}

interface Noted {
  id: Buffer;
  inventory: number;
  /** The number that stands for its state and condition. */
  facts: number;
  page?: number | undefined;
}

export const keyBytes = 16;

/** Later pages are not remembered: with 200 listings each, page 65,535 ends at 13 million. */
const mostPages = 0xffff;

export const marks = {
  faulty: 1,
  /** An earlier row has the same listing. */
  repeats: 2,
  /** A later row has the same listing. */
  repeated: 4,
  /** Its name fits, but something else that it says does not. */
  disagrees: 8,
  /** The list gives its listing no usable id. */
  unidentified: 16,
  /** The row says its listing's external identifier (SKU, state, condition) besides the name. */
  saysExternalIdentifier: 32,
  saysSku: 64,
  saysState: 128,
  saysCondition: 256,
} as const;

/** The bits of a choice. `all` and `open` count the listings that fit: 0, 1, or 2 for several. */
const choice = {
  all: 3,
  open: 2,
  /** Whether the kept listing is OPEN. */
  isOpen: 16,
  /** The ways in which all of them fit. */
  ways: 5,
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

/** The key of a name in a `RowTable`: the bytes of a UUID, or a digest. */
export const keyOf = ({ by, value }: ListingName): Buffer =>
  by === 'id' ? bytesOfId(value) : digestOf(by, value);

export const digestOf = (...texts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, keyBytes);

/** `7d0f5a32-…` → its 16 bytes. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** 16 bytes → `7d0f5a32-…`. */
export const idOfBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
