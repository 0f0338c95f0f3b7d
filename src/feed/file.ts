import { namedBytes } from '../disk/named-bytes.ts';
import { systemReason } from '../disk/system-reason.ts';
import { BrokenFeedFile, FeedCut, NotAFeed, UnreadableFeedFile } from './errors.ts';
import { inflated, withHead } from './inflate.ts';
import { entryLines } from './judge.ts';
import { parsedEntries } from './products.ts';
import { lineEnd, openObject } from './scanning/json-bytes.ts';
import { byteOrderMark, isSpace } from './scanning/structure.ts';

/** How a feed file is read. */
export interface FeedFileOptions {
  /** Ends the reading, with the signal's reason. */
  signal: AbortSignal;
  /** Called with the number of bytes of each read, before decompression. */
  onBytes?: (bytes: number) => void;
  /** Translates an entry into our words. */
  translate?: (entry: unknown) => unknown;
}

// Node's default is 64 KiB. With larger steps than these, the texts made of them pile up in memory.
const chunkSize = 128 * 1024;

/**
 * Reads the entries of a feed file, a batch at a time. It may be a JSON array or NDJSON, plain or gzipped; its contents
 * show which. Fails with `UnreadableFeedFile`, and with `BrokenFeedFile` if it is cut short or no feed.
 */
export async function* feedFileEntries(path: string, options: FeedFileOptions): AsyncGenerator<unknown[]> {
  const { signal, translate } = options;
  try {
    yield* parsedEntries(asLines(inflated(read(path, options), '')), translate);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FeedCut || error instanceof NotAFeed) throw new BrokenFeedFile(path, error);
    throw error;
  }
}

async function* read(path: string, { signal, onBytes = () => {} }: FeedFileOptions): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of namedBytes(path, signal, chunkSize)) {
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    const reason = systemReason(error);
    throw reason === undefined ? error : new UnreadableFeedFile(path, reason);
  }
}

/** Any feed as NDJSON. What begins with an object is no JSON array, but NDJSON already. */
async function* asLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let first: number | undefined;
  while (first === undefined && head.length < chunkSize) {
    const next = await chunks.next();
    if (next.done) break;
    head = withoutMark(Buffer.concat([head, next.value]));
    first = head.find((byte) => !isSpace(byte));
  }
  const whole = withHead(head, chunks);
  yield* first === openObject ? wholeLines(whole) : entryLines(whole);
}

const withoutMark = (head: Buffer): Buffer =>
  byteOrderMark.every((byte, index) => head[index] === byte) ? head.subarray(byteOrderMark.length) : head;

const maxLineBytes = 10 * 1024 * 1024;

/** Gathers the bytes of an NDJSON file into whole lines, many at a time. If the last line has no end, it gets one. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
