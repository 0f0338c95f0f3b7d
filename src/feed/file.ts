import { namedBytes } from '../disk/named-bytes.ts';
import { BrokenFeedFile, FeedCut, NotAFeed, UnreadableFeedFile } from './errors.ts';
import { inflated, withHead } from './inflate.ts';
import { entryLines } from './judge.ts';
import { wholeLines } from './lines.ts';
import { parsedEntries } from './products.ts';
import { openObject } from './scanning/json-bytes.ts';
import { byteOrderMark, isSpace } from './scanning/structure.ts';

export interface FeedFileOptions {
  /** Ends the reading, with the signal's reason. */
  signal: AbortSignal;
  /** Told how many bytes were read now, before decompression. */
  onBytes?: (bytes: number) => void;
  /** Puts an entry into our words, where the file has others. */
  inOurWords?: (entry: unknown) => unknown;
}

// Node's default is 64 KiB. With larger steps than these, the texts made of them pile up in memory.
const chunkSize = 128 * 1024;

/**
 * Reads the entries of a feed file, a batch at a time: a JSON array or NDJSON, plain or gzipped, which the contents
 * tell. Fails with `UnreadableFeedFile`, and with `BrokenFeedFile` where it is cut short or no feed.
 */
export async function* feedFileEntries(path: string, options: FeedFileOptions): AsyncGenerator<unknown[]> {
  const { signal, inOurWords } = options;
  try {
    yield* parsedEntries(asLines(inflated(read(path, options), '')), inOurWords);
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
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? new UnreadableFeedFile(path, reason) : error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

/** An object at the very beginning can't be a JSON array's: it is the first line of NDJSON. */
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
