import { tooLarge } from '../../failure/kinds.ts';
import { NotAFeed } from '../feed-errors.ts';
import { lexemeTable } from './lexemes.ts';
import { walkModule } from './module.ts';
import {
  begin,
  deepEntry,
  end,
  goOn,
  longEntry,
  maxDepth,
  maxEntryBytes,
  openArray,
  openObject,
  outputBytes,
  windowBytes,
} from './protocol.ts';
import { behindValues, byteKinds, byteOrderMark, scanStates, stepTable } from './structure.ts';

interface Shared {
  value: number;
}

/** Scans a feed's bytes, window by window, in WebAssembly. `assembly/walk.ts` documents the fields. */
interface Walker {
  input: Buffer;
  output: Buffer;
  state: Shared;
  entries: Shared;
  entryStart: Shared;
  read: Shared;
  written: Readonly<Shared>;
  lines: Readonly<Shared>;
  reset(): void;
  nextWindow(): void;
  walk(length: number): number;
  endEntry(): void;
}

/** What the module exports: its numbers, and the places of its tables. */
type Exports = Omit<Walker, 'input' | 'output'> &
  Readonly<Record<'input' | 'output' | 'kinds' | 'steps' | 'behind' | 'lexemes', Shared>> & {
    memory: WebAssembly.Memory;
  };

let compiled: WebAssembly.Module | undefined;

/** Walkers that are free. They are reused, since each reserves much of the address space. */
const spares: Walker[] = [];

/** Takes a walker for one feed; `giveBack` returns it. */
const takeWalker = (): Walker => spares.pop() ?? createWalker();

const giveBack = (walker: Walker): void => {
  walker.reset();
  spares.push(walker);
};

/** V8 reserves 10 GB of addresses around an instance's small memory, so that its reads need no bounds checks. */
const instanceOf = (module: WebAssembly.Module): { exports: Exports } => {
  try {
    return new WebAssembly.Instance(module) as unknown as { exports: Exports };
  } catch (cause) {
    throw tooLarge(
      'the limit on this process (ulimit -v) is too low to read a feed',
      'Lift it with `ulimit -v unlimited`, or raise it to 30 GB: that much is reserved, and almost none of it used.',
      { cause },
    );
  }
};

const createWalker = (): Walker => {
  compiled ??= new WebAssembly.Module(Buffer.from(walkModule, 'base64'));
  const { exports } = instanceOf(compiled);
  const memory = Buffer.from(exports.memory.buffer);
  memory.set(byteKinds(), exports.kinds.value);
  memory.set(stepTable(), exports.steps.value);
  memory.set(behindValues(), exports.behind.value);
  memory.set(lexemeTable(), exports.lexemes.value);
  const window = ({ value: place }: Shared, length: number) => memory.subarray(place, place + length);
  return {
    ...exports,
    input: window(exports.input, windowBytes),
    output: window(exports.output, outputBytes),
  };
};

/**
 * Checks that bytes, given chunk by chunk, are one JSON array of objects, and counts them. It accepts what `JSON.parse` does, with
 * bounds: on the depth, and on the length of an entry. With `takesLines`, NDJSON is accepted, too: objects, each on a line of its
 * own.
 */
export class ArrayScanner {
  bytes = 0;
  /** The number of complete entries. */
  entries = 0;
  ended = false;
  /** Whether all bytes so far are white space. */
  empty = true;
  isLines = false;
  readonly #walker = takeWalker();
  readonly #takesLines: boolean;
  #isClosed = false;
  #markBytes = 0;

  constructor({ takesLines = false } = {}) {
    this.#takesLines = takesLines;
  }

  close(): void {
    this.#isClosed = true;
    giveBack(this.#walker);
  }

  /** To be called after the last bytes. Returns the last line of NDJSON if it has no line end. */
  finish(): Buffer | undefined {
    const { state, output, written, nextWindow, endEntry } = this.#walker;
    const isUnended = state.value === scanStates.lineValueEnd;
    if (isUnended || state.value === scanStates.lineBegin) this.ended = true;
    if (!isUnended) return undefined;
    this.entries += 1;
    nextWindow();
    endEntry();
    return Buffer.from(output.subarray(0, written.value));
  }

  /** Checks the next bytes. Fails with `NotAFeed` at the first that does not belong in one JSON array. */
  scan(chunk: Uint8Array): void {
    for (const _ of this.cut(chunk));
  }

  /** The same, and yields the entries, each as a whole line. The next piece overwrites the memory of the previous one. */
  *cut(chunk: Uint8Array): Generator<Buffer> {
    if (this.#isClosed) throw new Error('the scanner is closed, and its walker may be judging another feed');
    for (let at = 0; at < chunk.length; at += windowBytes) {
      this.#scanWindow(chunk.subarray(at, at + windowBytes));
      const { output, lines } = this.#walker;
      if (lines.value > 0) yield output.subarray(0, lines.value);
    }
  }

  #scanWindow(window: Uint8Array): void {
    const { input, nextWindow, walk, state, entries } = this.#walker;
    nextWindow();
    input.set(window);
    for (let action = walk(window.length); action !== goOn; action = walk(window.length))
      this.#act(action, window);
    this.bytes += window.length;
    this.empty = state.value === scanStates.root;
    if (!this.ended && !this.empty) this.#limitEntry(window.length);
    this.entries += entries.value;
    entries.value = 0;
  }

  /** Handles a byte that the walker leaves to its caller, and steps over it. */
  #act(action: number, window: Uint8Array): void {
    const { read, state, entryStart, endEntry } = this.#walker;
    const at = read.value;
    const byte = this.bytes + at + 1;
    switch (action) {
      case begin:
        state.value = this.#begin(window[at] as number, at);
        entryStart.value = at + 1;
        // The walker handles the first object of NDJSON itself.
        if (this.isLines) return;
        break;
      case end:
        if (state.value !== scanStates.outermostBegin) {
          this.#limitEntry(at);
          endEntry();
        }
        state.value = scanStates.end;
        this.ended = true;
        break;
      case longEntry:
        this.#limitEntry(at);
        break;
      case deepEntry:
        throw new NotAFeed(`entry ${this.#entry()} nests deeper than ${maxDepth} levels, at byte ${byte}`);
      default:
        throw new NotAFeed(`byte ${byte} does not belong there`);
    }
    read.value = at + 1;
  }

  /** Takes the opening bracket, or a byte of the byte order mark before it. Returns the state after it. */
  #begin(byte: number, at: number): number {
    if (byte === byteOrderMark[this.bytes + at]) {
      this.#markBytes += 1;
      return scanStates.root;
    }
    const isMarkWhole = this.#markBytes % byteOrderMark.length === 0;
    if (isMarkWhole && byte === openArray) return scanStates.outermostBegin;
    this.isLines = isMarkWhole && byte === openObject && this.#takesLines;
    if (this.isLines) return scanStates.lineBegin;
    throw notAnArray(byte);
  }

  #limitEntry(at: number): void {
    if (at - this.#walker.entryStart.value > maxEntryBytes)
      throw new NotAFeed(`entry ${this.#entry()} is longer than 10 MiB`);
  }

  #entry(): number {
    return this.entries + this.#walker.entries.value + 1;
  }
}

const notAnArray = (byte: number): NotAFeed => {
  if (byte === 0x3c) return new NotAFeed('it is an HTML or XML page');
  if (byte === openObject) return new NotAFeed('it is a JSON object');
  return new NotAFeed('it begins with something else');
};
