import { systemReason } from '../files/file-error.ts';
import { namedBytes } from '../files/named-bytes.ts';
import { brokenFeedFile, FeedCut, FeedTooLong, NotAFeed, unreadableFeedFile } from './feed-errors.ts';
import { inflated } from './inflate.ts';
import { parsedEntries } from './products.ts';
import { ArrayScanner } from './scanning/scanner.ts';
import { entryLines } from './validate.ts';

export interface FeedFileOptions {
  signal: AbortSignal;
  onBytes?: (bytes: number) => void;
  translate?: ((entry: object) => object) | undefined;
  /** Parses an entry, if its numbers are not to be JavaScript's. */
  parse?: (text: string) => unknown;
}

// Node's default is 64 KiB. With larger steps than these, the texts made of them pile up in memory.
const chunkSize = 128 * 1024;

/**
 * Reads the entries of a feed file, a batch at a time. It may be a JSON array or NDJSON, plain or gzipped; its contents
 * show which. Fails with `unreadableFeedFile`, and with `brokenFeedFile` if it is cut short or no feed.
 */
export async function* feedFileEntries(path: string, options: FeedFileOptions): AsyncGenerator<object[]> {
  const { signal, translate, parse } = options;
  try {
    const scanner = new ArrayScanner({ takesLines: true });
    yield* parsedEntries(entryLines(inflated(read(path, options), ''), scanner), translate, parse);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FeedCut || error instanceof NotAFeed || error instanceof FeedTooLong)
      throw brokenFeedFile(path, error);
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
    throw reason === undefined ? error : unreadableFeedFile(path, reason);
  }
}
