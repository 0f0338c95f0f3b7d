import { FeedCut, NotAFeed } from './errors.ts';
import { lineEnd } from './json-bytes.ts';
import { ArrayScanner, type Marks } from './scanner.ts';

/**
 * Passes the bytes of one JSON array on as they are, and judges them meanwhile. Fails with `NotAFeed` before it passes
 * on what is wrong, and with `FeedCut` where the array does not end. The scanner tells the counts. What ends the array is
 * held back until nothing can fail any more, so that what comes before a failure never looks whole.
 */
export async function* judged(
  chunks: AsyncIterable<Uint8Array>,
  scanner = new ArrayScanner(),
): AsyncGenerator<Buffer> {
  const ending: Buffer[] = [];
  for await (const chunk of buffers(chunks, scanner)) {
    scanner.scan(chunk);
    if (scanner.ended) ending.push(chunk);
    else yield chunk;
  }
  yield* ending;
}

/**
 * Turns the bytes of one JSON array into NDJSON: each entry on a line of its own, as it was written but for the white
 * space outside strings. Gives whole lines, many at a time, and holds the last one back. Fails as `judged` does. Chunks
 * that nobody else needs any more (`areOurs`) are changed; they are read until the next one is asked for.
 */
export async function* entryLines(
  chunks: AsyncIterable<Uint8Array>,
  scanner = new ArrayScanner(),
  areOurs = false,
): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let last = Buffer.alloc(0);
  for await (const chunk of buffers(chunks, scanner)) {
    const cut = new Cut(areOurs ? chunk : Buffer.from(chunk));
    scanner.scan(chunk, cut);
    const { lines, rest } = cut.parts();
    if (lines.length > 0) {
      const whole = begun.length > 0 ? Buffer.concat([...begun, lines]) : lines;
      begun = [];
      const sure = scanner.ended ? whole.lastIndexOf(lineEnd, -2) + 1 : whole.length;
      // A copy, and made now: what is passed on may be gone when the next chunk is asked for.
      last = Buffer.from(whole.subarray(sure));
      if (sure > 0) yield whole.subarray(0, sure);
    }
    if (rest.length > 0) begun.push(Buffer.from(rest));
  }
  if (last.length > 0) yield last;
}

/** The chunks as they come; after the last one, and where they end too early, says whether the array was whole. */
async function* buffers(chunks: AsyncIterable<Uint8Array>, scanner: ArrayScanner): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks)
      yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  } catch (error) {
    throw error instanceof FeedCut ? new FeedCut(error.reason, scanner.bytes, scanner.entries) : error;
  }
  if (scanner.empty) throw new NotAFeed('it is empty');
  if (!scanner.ended) throw new FeedCut('the array does not end', scanner.bytes, scanner.entries);
}

// Indented JSON is all short runs, and for those a call costs more than moving a few bytes by hand.
const shortRun = 100;

/** One chunk, in which what stays is moved together over what is dropped, in whole runs. */
class Cut implements Marks {
  readonly #bytes: Buffer;
  /** Where the run begins that was not moved yet, and where it goes. */
  #from = 0;
  #to = 0;
  #lineEnd = 0;

  constructor(chunk: Buffer) {
    this.#bytes = chunk;
  }

  drop(start: number, end: number): void {
    this.#move(start);
    this.#from = end;
  }

  entryEnd(at: number): void {
    this.#bytes[at] = lineEnd;
    this.#move(at + 1);
    this.#lineEnd = this.#to;
  }

  /** The whole lines, and the beginning of the next. */
  parts(): { lines: Buffer; rest: Buffer } {
    this.#move(this.#bytes.length);
    return {
      lines: this.#bytes.subarray(0, this.#lineEnd),
      rest: this.#bytes.subarray(this.#lineEnd, this.#to),
    };
  }

  #move(end: number): void {
    const bytes = this.#bytes;
    const shift = this.#from - this.#to;
    if (end - this.#from > shortRun) bytes.copyWithin(this.#to, this.#from, end);
    else for (let at = this.#from; at < end; at++) bytes[at - shift] = bytes[at] as number;
    this.#from = end;
    this.#to = end - shift;
  }
}
