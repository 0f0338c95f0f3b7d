import { NotAFeed } from './errors.ts';
import { backslash, byteOrderMark, lineEnd, openArray, openObject, quote } from './json-bytes.ts';
import {
  actions,
  behindValue,
  byteKinds,
  expectationIn,
  kinds,
  rowShift,
  states,
  stringStops,
  transitions,
} from './structure.ts';

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
  readonly #kinds = byteKinds();
  readonly #transitions = transitions();
  readonly #stops = stringStops();
  #state: number = states.root;
  /** Where each open bracket but the outermost leads to when it is closed. */
  readonly #behind: number[] = [];
  #inString = false;
  #escaped = false;
  #markBytes = 0;
  #entryStart = 0;
  /** Where the array's closing bracket stands. */
  #end: number | undefined;

  /** How many bytes may pass while more is to come: all but what ends the array. */
  get passable(): number {
    return this.#end ?? this.bytes;
  }

  /** Whether the array's end was met. */
  get ended(): boolean {
    return this.#state === states.end;
  }

  /** Whether nothing but white space came. */
  get empty(): boolean {
    return this.#state === states.root;
  }

  /** Judges the next bytes; fails with `NotAFeed` at the first that can't stand in one JSON array. */
  scan(chunk: Buffer, marks?: Marks): void {
    // What is looked up for each byte is local: that is measurably faster.
    const kindOf = this.#kinds;
    const table = this.#transitions;
    const { quote: quoteKind, space } = kinds;
    const firstAction = actions.begin;
    const { length } = chunk;
    let state = this.#state;
    let at = 0;
    if (this.#inString) {
      this.#inString = false;
      at = this.#string(chunk, at);
    }
    while (at < length) {
      const start = at;
      const kind = kindOf[chunk[at++] as number] as number;
      const next = table[(state << rowShift) | kind] as number;
      if (next >= firstAction) state = this.#act(next, state, chunk, start, marks);
      else {
        state = next;
        if (kind === quoteKind) at = this.#string(chunk, at);
        else if (kind === space) {
          while (at < length && kindOf[chunk[at] as number] === space) at++;
          marks?.drop(start, at);
        }
      }
    }
    this.#state = state;
    this.bytes += length;
    if (this.ended) this.#limitSpace();
    else if (!this.empty) this.#limitEntry(0);
  }

  /** Does what a byte asks for, and gives the state behind it. */
  #act(action: number, state: number, chunk: Buffer, at: number, marks: Marks | undefined): number {
    switch (action) {
      case actions.begin:
        return this.#begin(chunk[at] as number, at, marks);
      case actions.openObject:
        this.#behind.push(behindValue(state));
        return states.objectBegin;
      case actions.openArray:
        this.#behind.push(behindValue(state));
        return states.arrayBegin;
      case actions.close:
        return this.#behind.pop() as number;
      case actions.entryEnd:
        this.#entryEnd(at, marks);
        return states.outermostValue;
      case actions.end:
        if (state === states.outermostBegin) marks?.drop(at, at + 1);
        else this.#entryEnd(at, marks);
        this.#end = this.bytes + at;
        return states.end;
      default:
        throw this.#fault(expectationIn(state), at);
    }
  }

  /** Takes the opening bracket, or a byte of a byte order mark before it; gives the state behind it. */
  #begin(byte: number, at: number, marks: Marks | undefined): number {
    const isMark = byte === byteOrderMark[this.bytes + at];
    if (isMark) this.#markBytes += 1;
    else if (this.#markBytes % byteOrderMark.length !== 0 || byte !== openArray) throw notAnArray(byte);
    this.#entryStart = this.bytes + at + 1;
    marks?.drop(at, at + 1);
    return isMark ? states.root : states.outermostBegin;
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

  /** What follows the array is held back until it has come, so it must come to an end. */
  #limitSpace(): void {
    if (this.bytes - this.#entryStart > maxEntryBytes)
      throw new NotAFeed('more than 10 MiB of white space follow the array', { byte: this.bytes });
  }

  /** Goes on in a string; gives the position behind its closing quote, or behind the chunk. */
  #string(chunk: Buffer, start: number): number {
    let at = this.#escaped ? this.#escape(chunk, start) : start;
    for (;;) {
      at = textEnd(chunk, at, this.#stops);
      if (chunk[at] === quote) return at + 1;
      if (at === chunk.length) {
        this.#inString = true;
        return at;
      }
      at = this.#escape(chunk, chunk[at] === backslash ? at + 1 : at);
    }
  }

  /** Passes over an escaped byte, which may come with the next chunk only. */
  #escape(chunk: Buffer, at: number): number {
    // It is no JSON, and would tear an entry that is to stand on one line.
    if (chunk[at] === lineEnd) throw this.#fault('a string is broken by a line end', at);
    this.#escaped = at === chunk.length;
    return this.#escaped ? at : at + 1;
  }

  #fault(problem: string, at: number): NotAFeed {
    const byte = this.bytes + at + 1;
    return new NotAFeed(`${problem}, at byte ${byte}`, { byte });
  }
}

/** Where the text of a string ends that goes on at a position. Bytes by fours: that takes half the time. */
const textEnd = (chunk: Buffer, start: number, stops: Uint8Array): number => {
  const { length } = chunk;
  let at = start;
  for (; at + 3 < length; at += 4) {
    if (stops[chunk[at] as number] !== 0) return at;
    if (stops[chunk[at + 1] as number] !== 0) return at + 1;
    if (stops[chunk[at + 2] as number] !== 0) return at + 2;
    if (stops[chunk[at + 3] as number] !== 0) return at + 3;
  }
  while (at < length && stops[chunk[at] as number] === 0) at++;
  return at;
};

const notAnArray = (byte: number): NotAFeed => {
  if (byte === 0x3c) return new NotAFeed('it is an HTML or XML page');
  if (byte === openObject) return new NotAFeed('it is a JSON object');
  return new NotAFeed('it begins with something else');
};
