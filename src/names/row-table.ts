import { createHash } from 'node:crypto';
import type { ListingName } from '../changes/listing-name.ts';

/** The numbers that are kept of each row. */
const columnsFor = (rows: number) => ({
  next: new Int32Array(rows),
  current: new Float64Array(rows),
  /** How many listings fit a row, and how many of them are OPEN: 0, 1, or 2 for several. */
  matches: new Uint8Array(rows),
  open: new Uint8Array(rows),
  /** Whether the kept listing is OPEN, and the ways in which all of them fit, as bits. */
  isOpen: new Uint8Array(rows),
  ways: new Uint8Array(rows),
  facts: new Uint8Array(rows),
  marks: new Uint16Array(rows),
  claims: new Uint32Array(rows),
  pages: new Uint16Array(rows),
});

/** An index of the rows of a file: a few dozen bytes per row. The rows themselves stay in the file. */
export class RowTable {
  #capacity = 1024;
  #count = 0;
  /** The keys of rows, until they are replaced by the ids of their listings. */
  #ids = Buffer.alloc(this.#capacity * keyBytes);
  #rows = columnsFor(this.#capacity);
  /** The last row with a key. */
  readonly #last = new Map<string, number>();

  get count(): number {
    return this.#count;
  }

  /** Rows are numbered from 1. An invalid row has no key. */
  add(key: Buffer | undefined): void {
    if (this.#count === this.#capacity) this.#grow();
    this.#count += 1;
    const row = this.#count;
    this.#rows.current[row - 1] = Number.NaN;
    if (key === undefined) {
      this.mark(row, marks.faulty);
      return;
    }
    key.copy(this.#ids, (row - 1) * keyBytes);
    const previous = this.#last.get(textOf(key)) ?? 0;
    this.#rows.next[row - 1] = previous;
    if (previous > 0) for (const one of [previous, row]) this.mark(one, marks.sharesName);
    this.#last.set(textOf(key), row);
  }

  *find(key: Buffer): Generator<number> {
    for (let row = this.#last.get(textOf(key)) ?? 0; row > 0; row = this.previous(row)) yield row;
  }

  /** The row before it with the same key; 0 if there is none. */
  previous = (row: number): number => this.#rows.next[row - 1] ?? 0;

  /**
   * Records a listing that fits a row, once. Of several, an OPEN one is kept. `ways` are the bits of the ways in which it
   * fits.
   */
  resolve(row: number, listing: Noted & { isOpen: boolean; ways: number }): void {
    const { matches, open, isOpen, ways } = this.#rows;
    const at = row - 1;
    const isFirst = matches[at] === 0;
    const isSame = !isFirst && listing.id.equals(this.id(row));
    const now = listing.isOpen ? 1 : 0;
    const openBefore = open[at] ?? 0;
    if (isFirst) ways[at] = listing.ways;
    if (isFirst || isSame) {
      if (isFirst) matches[at] = 1;
      // It was sold, or put on sale, while the list was read.
      if (openBefore < 2) open[at] = now;
    } else {
      matches[at] = 2;
      open[at] = Math.min(2, openBefore + now);
      ways[at] = (ways[at] ?? 0) & listing.ways;
    }
    if (!isFirst && !isSame && (now === 0 || isOpen[at] === 1)) return;
    isOpen[at] = now;
    this.note(row, listing);
  }

  note(row: number, { id, inventory, facts, page = 0 }: Noted): void {
    id.copy(this.#ids, (row - 1) * keyBytes);
    this.#rows.current[row - 1] = inventory;
    this.#rows.facts[row - 1] = facts;
    this.#rows.pages[row - 1] = Math.min(page, mostPages);
  }

  /** The number of listings that fit a row: 0, 1, or 2 for several. */
  matches = (row: number): number => this.#rows.matches[row - 1] ?? 0;
  /** Several listings fit in one way, and only one of them is OPEN: the row means that one. */
  isOnlyOpen = (row: number): boolean =>
    this.matches(row) === 2 && this.#rows.open[row - 1] === 1 && this.#rows.ways[row - 1] !== 0;
  hasListing = (row: number): boolean => this.matches(row) === 1 || this.isOnlyOpen(row);

  /** Call it once every row has its listing. */
  markShared(): void {
    const last = new Map<string, number>();
    for (let row = 1; row <= this.#count; row++) {
      if (!this.hasListing(row)) continue;
      const id = textOf(this.id(row));
      const earlier = last.get(id);
      if (earlier !== undefined) for (const one of [earlier, row]) this.mark(one, marks.sharesListing);
      last.set(id, row);
    }
  }

  id = (row: number): Buffer => this.#ids.subarray((row - 1) * keyBytes, row * keyBytes);
  current = (row: number): number => this.#rows.current[row - 1] ?? Number.NaN;
  facts = (row: number): number => this.#rows.facts[row - 1] ?? 0;
  page = (row: number): number => this.#rows.pages[row - 1] ?? 0;

  mark(row: number, mark: number): void {
    this.#rows.marks[row - 1] = (this.#rows.marks[row - 1] ?? 0) | mark;
  }
  isMarked = (row: number, mark: number): boolean => ((this.#rows.marks[row - 1] ?? 0) & mark) !== 0;

  /** A checksum of what else the row says of its listing; the marks say which fields. */
  setClaims(row: number, check: number): void {
    this.#rows.claims[row - 1] = check;
  }
  claims = (row: number): number => this.#rows.claims[row - 1] ?? 0;

  #grow(): void {
    this.#capacity *= 2;
    this.#ids = Buffer.concat([this.#ids], this.#capacity * keyBytes);
    const rows = columnsFor(this.#capacity);
    for (const name of Object.keys(rows) as (keyof typeof rows)[]) rows[name].set(this.#rows[name]);
    this.#rows = rows;
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
  /** Another row has the same listing. */
  sharesListing: 2,
  /** Another row has the same name. */
  sharesName: 4,
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

/** A text of as few bytes as the key has. */
const textOf = (key: Buffer): string => key.toString('latin1');

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
