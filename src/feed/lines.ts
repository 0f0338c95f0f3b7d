import { NotAFeed } from './errors.ts';
import { lineEnd } from './scanning/json-bytes.ts';

const maxLineBytes = 10 * 1024 * 1024;

/** Gathers the bytes of an NDJSON file into whole lines, many at a time; a line end that the last one lacks is added. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineEnd) + 1;
    if (end > 0) {
      yield Buffer.concat([...begun, chunk.subarray(0, end)]);
      begun = [];
      begunBytes = 0;
    }
    begun.push(chunk.subarray(end));
    begunBytes += chunk.length - end;
    if (begunBytes > maxLineBytes) throw new NotAFeed('a line is longer than 10 MiB');
  }
  if (begunBytes > 0) yield Buffer.concat([...begun, Buffer.of(lineEnd)]);
}
