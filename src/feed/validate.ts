import { FeedCut, NotAFeed } from './errors.ts';
import { lineEnd } from './scanning/protocol.ts';
import { ArrayScanner } from './scanning/scanner.ts';

/**
 * Passes the bytes of one JSON array on as they are, once they are checked. Fails with `NotAFeed` before it passes on what
 * is wrong, and with `FeedCut` if the array does not end. The scanner has the counts. The end of the array is held back
 * until nothing can fail any more, so that output before a failure never looks complete.
 */
export async function* validated(
  chunks: AsyncIterable<Uint8Array>,
  scanner = new ArrayScanner(),
): AsyncGenerator<Buffer> {
  const ending: Buffer[] = [];
  for await (const chunk of buffers(chunks, scanner)) {
    scanner.scan(chunk);
    if (scanner.ended) ending.push(Buffer.from(chunk));
    else yield chunk;
  }
  yield* ending;
}

/**
 * Turns the bytes of one JSON array, or those of NDJSON if the scanner takes it, into NDJSON: each entry on its own line, as it
 * was written except for white space outside strings. Yields whole lines, many at a time, and holds the last one back. What is
 * yielded is overwritten when the next is asked for. Fails as `validated` does.
 */
export async function* entryLines(
  chunks: AsyncIterable<Uint8Array>,
  scanner = new ArrayScanner(),
): AsyncGenerator<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  const finished = (lastLine = last) => {
    last = lastLine;
  };
  for await (const chunk of buffers(chunks, scanner, finished))
    for (const lines of scanner.cut(chunk)) {
      const sure = scanner.ended ? lines.lastIndexOf(lineEnd, -2) + 1 : lines.length;
      last = Buffer.from(lines.subarray(sure));
      if (sure > 0) yield lines.subarray(0, sure);
    }
  if (last.length > 0) yield last;
}

export const ways = { validated, entryLines } as const;
export type Way = keyof typeof ways;

/**
 * The chunks as buffers. When they have ended, or failed, it checks that the feed was whole, and closes the scanner.
 */
async function* buffers(
  chunks: AsyncIterable<Uint8Array>,
  scanner: ArrayScanner,
  finished: (lastLine?: Buffer) => void = () => {},
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks)
      yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    finished(scanner.finish());
    if (scanner.empty) throw new NotAFeed('it is empty');
    if (!scanner.ended)
      throw new FeedCut(
        scanner.isLines ? 'its last line does not end' : 'the array does not end',
        scanner.bytes,
        scanner.entries,
      );
  } catch (error) {
    throw error instanceof FeedCut ? new FeedCut(error.reason, scanner.bytes, scanner.entries) : error;
  } finally {
    scanner.close();
  }
}
