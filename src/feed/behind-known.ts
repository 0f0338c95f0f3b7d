import { ContentHash } from './content-hash.ts';
import { FeedChanged } from './errors.ts';

/**
 * Of a feed's bytes those behind the ones that were passed on before, of which length and hash are known. Fails
 * with `FeedChanged` where it does not begin with the same bytes.
 */
export async function* behindKnown(
  bytes: AsyncIterable<Buffer>,
  known: { length: number; contentHash: string },
): AsyncGenerator<Buffer> {
  const hash = new ContentHash();
  let left = known.length;
  for await (const chunk of bytes) {
    const repeated = chunk.subarray(0, left);
    if (left > 0) {
      hash.update(repeated);
      left -= repeated.length;
      if (left === 0 && hash.value() !== known.contentHash) throw new FeedChanged(known.length);
    }
    if (chunk.length > repeated.length) yield chunk.subarray(repeated.length);
  }
  if (left > 0) throw new FeedChanged(known.length);
}
