import { FeedCut, NotAFeed } from './feed-errors.ts';
import { ArrayScanner } from './scanning/scanner.ts';

/**
 * Forwards the bytes of one JSON array unchanged, each piece after its check. Fails with `NotAFeed`, and with `FeedCut` if the
 * array is truncated. The scanner has the counts.
 */
export async function* validated(
  chunks: AsyncIterable<Uint8Array>,
  scanner = new ArrayScanner(),
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) {
      scanner.scan(chunk);
      yield asBuffer(chunk);
    }
    refuseUnended(scanner);
  } finally {
    scanner.close();
  }
}

/**
 * Turns the bytes of one JSON array, or those of NDJSON if the scanner takes it, into NDJSON: each entry on its own line, as it
 * was written except for white space outside strings. Yields whole lines, many at a time. The next piece overwrites the memory of
 * the previous one. Fails like `validated`.
 */
export async function* entryLines(
  chunks: AsyncIterable<Uint8Array>,
  scanner = new ArrayScanner(),
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) yield* scanner.cut(asBuffer(chunk));
    const last = scanner.finish();
    refuseUnended(scanner);
    if (last) yield last;
  } finally {
    scanner.close();
  }
}

const asBuffer = (chunk: Uint8Array): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);

/** To be called after the last bytes. */
const refuseUnended = ({ empty, ended, isLines, bytes }: ArrayScanner): void => {
  if (empty) throw new NotAFeed('it is empty');
  if (!ended) throw new FeedCut(isLines ? 'its last line does not end' : 'the array does not end', bytes);
};
