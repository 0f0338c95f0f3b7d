import type { Failure } from '../failure/failure.ts';
import { invalidInput, usage } from '../failure/kinds.ts';
import { systemReason } from '../files/file-error.ts';
import { namedBytes } from '../files/named-bytes.ts';
import { proposal } from '../words/advice.ts';
import { FeedCut, FeedTooLong, NotAFeed } from './feed-errors.ts';
import { inflated } from './inflate.ts';
import { parsedEntries } from './products.ts';
import { ArrayScanner } from './scanning/scanner.ts';
import { entryLines } from './validate.ts';

export interface FeedFileOptions {
  signal: AbortSignal;
  onBytes?: (bytes: number) => void;
  translate?: ((entry: object) => object) | undefined;
  /** Parses an entry in place of JSON.parse, for exact numbers. */
  parse?: (text: string) => unknown;
}

// Node's default is 64 KiB. With larger steps than these, the texts made of them pile up in memory.
const chunkSize = 128 * 1024;

/**
 * Reads the entries of a feed file, a batch at a time. It may be a JSON array or NDJSON, plain or gzipped; its contents
 * show which. Fails if it can't be read, is cut short, or is no feed.
 */
export async function* feedFileEntries(path: string, options: FeedFileOptions): AsyncGenerator<object[]> {
  const { signal, translate, parse } = options;
  try {
    const scanner = new ArrayScanner({ takesLines: true });
    yield* parsedEntries(entryLines(inflated(read(path, options), ''), scanner), translate, parse);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NotAFeed)
      throw notWhole(`${path} is neither a JSON array nor NDJSON of products: ${error.problem}`, error);
    if (error instanceof FeedCut || error instanceof FeedTooLong)
      throw notWhole(`${path}: ${error.message}`, error);
    throw error;
  }
}

/** A named feed file is truncated, too long, or not a feed. */
export const notWhole = (message: string, cause?: unknown): Failure =>
  invalidInput(
    message,
    (here) =>
      proposal(
        'Name a file that holds a whole feed. To download the newest one again:',
        here('feed fetch', [], { refresh: true }),
      ),
    { cause },
  );

async function* read(path: string, { signal, onBytes = () => {} }: FeedFileOptions): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of namedBytes(path, signal, chunkSize)) {
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw usage(
      `cannot read ${path}: ${reason}`,
      'Name a feed file that can be read, or none to use the cache.',
    );
  }
}
