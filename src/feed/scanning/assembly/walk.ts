// AssemblyScript, which becomes the WebAssembly of ../module.ts (`npm run docs` writes it): vectors of sixteen bytes pass over
// strings, of which a feed mostly consists, several times as fast as JavaScript does.

import {
  backslash,
  begin,
  beginLexeme,
  broken,
  closeBracket,
  deepEntry,
  firstComplete,
  firstPrintable,
  goOn,
  inText,
  lineEnd,
  longEntry,
  maxDepth,
  maxEntryBytes,
  nextEntry,
  noLexeme,
  openBracket,
  outputBytes,
  quote,
  unexpected,
  windowBytes,
} from '../protocol.ts';

const vectorBytes: i32 = 16;

// The caller writes these tables: the kind of each byte; for each state and kind the action and the next state; for each state the
// one behind a value that begins in it; for each lexeme and byte the next lexeme.
export const kinds: usize = memory.data(256);
export const steps: usize = memory.data(256);
export const behind: usize = memory.data(16);
export const lexemes: usize = memory.data(64 * 256);

// A vector is read and written as a whole, also where less is left.
export const input: usize = memory.data(windowBytes + vectorBytes);
/** What belongs to entries, with a line end behind each: a line that has begun, and what a window adds to it. */
export const output: usize = memory.data(outputBytes + vectorBytes);

/** Where each open bracket leads to when it is closed. */
const opened: usize = memory.data(maxDepth);

export let state: i32 = 0;
/** How many entries are certainly whole since the caller last set this to 0. */
export let entries: i32 = 0;
/** Where the present entry begins, counted from the window's first byte: below 0 where that was in an earlier window. */
export let entryStart: i32 = 0;
export let read: i32 = 0;
export let written: i32 = 0;
/** How many of the written bytes are whole lines. */
export let lines: i32 = 0;
/** What of a string, number or word was read last. */
let lexeme: i32 = noLexeme;
let depth: i32 = 0;

export function reset(): void {
  state = 0;
  entries = 0;
  entryStart = 0;
  read = 0;
  written = 0;
  lines = 0;
  lexeme = noLexeme;
  depth = 0;
}

/** Makes room for the next window: the line that has begun goes to the front, unless it is there. */
export function nextWindow(): void {
  entryStart -= read;
  read = 0;
  if (lines === 0) return;
  memory.copy(output, output + lines, written - lines);
  written -= lines;
  lines = 0;
}

/** Walks on over a window of so many bytes: to its end (`goOn`), or to a byte that is left to the caller, whose action it gives. */
export function walk(length: i32): i32 {
  // What changes with each byte is local: that halves the time.
  const last = input + length;
  let from = input + read;
  let to = output + written;
  let now = state;
  let action = goOn;
  let within = lexeme;

  while (from < last) {
    // Most bytes are plain characters of strings; as a signed number, each is at least as great as the first printable one.
    if (within === inText && load<i8>(from) >= <i8>firstPrintable) {
      let stops = 0;
      while (from < last) {
        const characters = v128.load(from);
        v128.store(to, characters);
        stops = i8x16.bitmask(
          v128.or(
            v128.or(
              i8x16.eq(characters, i8x16.splat(<i8>quote)),
              i8x16.eq(characters, i8x16.splat(<i8>backslash)),
            ),
            i8x16.lt_s(characters, i8x16.splat(<i8>firstPrintable)),
          ),
        );
        if (stops !== 0) break;
        from += vectorBytes;
        to += vectorBytes;
      }
      if (stops !== 0) {
        from += ctz(stops);
        to += ctz(stops);
      }
      if (from >= last) break;
    }

    const byte = load<u8>(from);
    if (within !== noLexeme) {
      const following = <i32>load<u8>(lexemes + ((within << 8) | byte));
      if (following !== broken) {
        store<u8>(to++, byte);
        from++;
        within = following;
        continue;
      }
      if (within < firstComplete) {
        action = unexpected;
        break;
      }
      within = noLexeme;
    }

    const step = <i32>load<u8>(steps + ((now << 4) | load<u8>(kinds + byte)));
    action = step >> 4;
    if (action >= begin) break;
    let next = step & 15;
    if (action === goOn) store<u8>(to++, byte);
    else if (action === beginLexeme) {
      store<u8>(to++, byte);
      within = load<u8>(lexemes + byte);
    } else if (action === openBracket) {
      if (depth === maxDepth) {
        action = deepEntry;
        break;
      }
      store<u8>(to++, byte);
      store<u8>(opened + depth++, load<u8>(behind + now));
    } else if (action === closeBracket) {
      store<u8>(to++, byte);
      next = load<u8>(opened + --depth);
    } else if (action === nextEntry) {
      if (<i32>(from - input) - entryStart > maxEntryBytes) {
        action = longEntry;
        break;
      }
      store<u8>(to++, lineEnd);
      ended(from, to);
    }
    now = next;
    action = goOn;
    from++;
  }

  // The last vector may have reached further than the window.
  const beyond = from > last ? from - last : 0;
  read = <i32>(from - beyond - input);
  written = <i32>(to - beyond - output);
  state = now;
  lexeme = within;
  return action;
}

/** Ends the entry before the byte at `read`. */
export function endEntry(): void {
  store<u8>(output + written++, lineEnd);
  ended(input + read, output + written);
}

function ended(from: usize, to: usize): void {
  entries++;
  entryStart = <i32>(from - input) + 1;
  lines = <i32>(to - output);
}
