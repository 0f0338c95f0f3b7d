import { NotAFeed } from './errors.ts';
import {
  backslash,
  byteOrderMark,
  closeArray,
  comma,
  isSpace,
  lineEnd,
  openObject,
  position,
  quote,
} from './json-bytes.ts';
import { Structure } from './structure.ts';

/** Hears where in the chunk something stands that belongs to no entry. Positions count from the chunk's start. */
export interface Marks {
  /** White space, a byte order mark, or a bracket of the array itself. */
  drop(start: number, end: number): void;
  /** The end of an entry: the comma after it, or the array's closing bracket. */
  entryEnd(at: number): void;
}

const maxEntryBytes = 10 * 1024 * 1024;

/**
 * Judges bytes, chunk by chunk, as one JSON array, and counts its entries. It holds no more than the open brackets.
 * Structure is judged in full; the spelling of numbers, words and escapes is left to whoever parses them.
 */
export class ArrayScanner {
  /** How many bytes were judged. */
  bytes = 0;
  /** How many entries are surely whole. */
  entries = 0;
  readonly #structure = new Structure();
  #inString = false;
  #escaped = false;
  #markBytes = 0;
  #entryStart = 0;

  /** Whether the array's end was met. */
  get ended(): boolean {
    return this.#structure.ended;
  }

  /** Whether nothing but white space came. */
  get empty(): boolean {
    return !this.#structure.begun;
  }

  /** Judges the next bytes; fails with `NotAFeed` at the first that can't stand in one JSON array. */
  scan(chunk: Buffer, marks?: Marks): void {
    let at = 0;
    let lineEndAt = -1;
    while (at < chunk.length) {
      if (this.#inString) {
        if (lineEndAt < at) lineEndAt = position(chunk, lineEnd, at);
        at = this.#string(chunk, at);
        // It is no JSON, and would tear an entry that is to stand on one line.
        if (lineEndAt < at) throw this.#fault('a string is broken by a line end', lineEndAt);
      } else if (isSpace(chunk[at] as number)) {
        const start = at;
        do at += 1;
        while (at < chunk.length && isSpace(chunk[at] as number));
        this.#structure.space();
        marks?.drop(start, at);
      } else {
        if (this.empty) this.#begin(chunk[at] as number, at, marks);
        else this.#step(chunk[at] as number, at, marks);
        at += 1;
      }
    }
    this.bytes += chunk.length;
    if (this.#structure.depth > 0) this.#limitEntry(0);
  }

  #step(byte: number, at: number, marks: Marks | undefined): void {
    const structure = this.#structure;
    const nothingYet = structure.nothingYet;
    if (!structure.take(byte)) throw this.#fault(structure.expectation, at);
    if (byte === quote) this.#inString = true;
    else if (byte === comma && structure.depth === 1) this.#entryEnd(at, marks);
    else if (byte === closeArray && structure.ended) {
      if (nothingYet) marks?.drop(at, at + 1);
      else this.#entryEnd(at, marks);
    }
  }

  #begin(byte: number, at: number, marks: Marks | undefined): void {
    if (byte === byteOrderMark[this.bytes + at]) this.#markBytes += 1;
    else if (this.#markBytes % byteOrderMark.length !== 0 || !this.#structure.take(byte))
      throw notAnArray(byte);
    this.#entryStart = this.bytes + at + 1;
    marks?.drop(at, at + 1);
  }

  #entryEnd(at: number, marks: Marks | undefined): void {
    this.#limitEntry(at);
    this.entries += 1;
    this.#entryStart = this.bytes + at + 1;
    marks?.entryEnd(at);
  }

  #limitEntry(at: number): void {
    const entry = this.entries + 1;
    if (this.bytes + at - this.#entryStart > maxEntryBytes)
      throw new NotAFeed(`entry ${entry} is longer than 10 MiB`, { entry });
  }

  /** Goes on in a string; gives the position behind its closing quote, or behind the chunk. */
  #string(chunk: Buffer, start: number): number {
    let from = start;
    for (;;) {
      if (this.#escaped) from += 1;
      const stop = position(chunk, quote, from);
      let backslashes = 0;
      while (stop - backslashes > from && chunk[stop - backslashes - 1] === backslash) backslashes += 1;
      this.#escaped = backslashes % 2 === 1;
      if (stop === chunk.length) return stop;
      if (!this.#escaped) {
        this.#inString = false;
        return stop + 1;
      }
      from = stop;
    }
  }

  #fault(problem: string, at: number): NotAFeed {
    const byte = this.bytes + at + 1;
    return new NotAFeed(`${problem}, at byte ${byte}`, { byte });
  }
}

const notAnArray = (byte: number): NotAFeed => {
  if (byte === 0x3c) return new NotAFeed('it is an HTML or XML page');
  if (byte === openObject) return new NotAFeed('it is a JSON object');
  return new NotAFeed('it begins with something else');
};
