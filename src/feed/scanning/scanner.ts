import { NotAFeed } from '../errors.ts';
import { openArray, openObject } from './json-bytes.ts';
import { begin, brokenString, end, goOn, longEntry, maxEntryBytes, windowBytes } from './protocol.ts';
import { byteOrderMark, expectationIn, states } from './structure.ts';
import { giveBack, takeWalker } from './walker.ts';

/** What of some bytes belongs to entries, a line end behind each: to be used before the scanner is given more. */
export interface Cut {
  /** Whole lines. */
  lines: Uint8Array;
  /** The beginning of the line behind them. */
  rest: Uint8Array;
}

/**
 * Judges bytes, chunk by chunk, as one JSON array, and counts its entries. Structure is judged in full; the spelling of
 * numbers, words and escapes is left to whoever parses them.
 */
export class ArrayScanner {
  /** How many bytes were judged. */
  bytes = 0;
  /** How many entries are surely whole. */
  entries = 0;
  /** Whether the array's end was met. */
  ended = false;
  /** Whether nothing but white space came. */
  empty = true;
  readonly #walker = takeWalker();
  #isClosed = false;
  #markBytes = 0;

  /** To be called once, when no more is to be judged. */
  close(): void {
    this.#isClosed = true;
    giveBack(this.#walker);
  }

  /** Judges the next bytes; fails with `NotAFeed` at the first that can't stand in one JSON array. */
  scan(chunk: Uint8Array): void {
    for (const _ of this.cut(chunk));
  }

  /** The same, and gives what belongs to entries, a part at a time. */
  *cut(chunk: Uint8Array): Generator<Cut> {
    if (this.#isClosed) throw new Error('the scanner is closed, and judges another feed now');
    for (let at = 0; at < chunk.length; at += windowBytes) {
      this.#scanWindow(chunk.subarray(at, at + windowBytes));
      const { output, lines, written } = this.#walker;
      yield { lines: output.subarray(0, lines.value), rest: output.subarray(lines.value, written.value) };
    }
  }

  #scanWindow(window: Uint8Array): void {
    const { input, nextWindow, walk, state, entries, entryStart } = this.#walker;
    nextWindow();
    input.set(window);
    for (let deed = walk(window.length); deed !== goOn; deed = walk(window.length)) this.#act(deed, window);
    this.bytes += window.length;
    this.entries = entries.value;
    this.empty = state.value === states.root;
    if (!this.ended && !this.empty) this.#limitEntry(window.length);
    // What follows the array is held back until it has come, so it must come to an end, too.
    if (this.ended && window.length - entryStart.value > maxEntryBytes)
      throw new NotAFeed('more than 10 MiB of white space follow the array', { byte: this.bytes });
  }

  /** Does what is left to the walker's caller, and steps over the byte. */
  #act(deed: number, window: Uint8Array): void {
    const { read, state, entryStart, endEntry } = this.#walker;
    const at = read.value;
    switch (deed) {
      case begin:
        state.value = this.#begin(window[at] as number, at);
        entryStart.value = at + 1;
        break;
      case end:
        if (state.value !== states.outermostBegin) {
          this.#limitEntry(at);
          endEntry();
        }
        state.value = states.end;
        this.ended = true;
        break;
      case longEntry:
        this.#limitEntry(at);
        break;
      default:
        throw this.#fault(
          deed === brokenString ? 'a string is broken by a line end' : expectationIn(state.value),
          at,
        );
    }
    read.value = at + 1;
  }

  /** Takes the opening bracket, or a byte of a byte order mark before it; gives the state behind it. */
  #begin(byte: number, at: number): number {
    if (byte === byteOrderMark[this.bytes + at]) {
      this.#markBytes += 1;
      return states.root;
    }
    if (this.#markBytes % byteOrderMark.length !== 0 || byte !== openArray) throw notAnArray(byte);
    return states.outermostBegin;
  }

  #limitEntry(at: number): void {
    const { entries, entryStart } = this.#walker;
    const entry = entries.value + 1;
    if (at - entryStart.value > maxEntryBytes)
      throw new NotAFeed(`entry ${entry} is longer than 10 MiB`, { entry });
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
