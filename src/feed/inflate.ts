import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { FeedCut, FeedTooSlow, NotAFeed } from './errors.ts';

// Node's default is 16 KiB, and takes nearly three times as long.
const chunkSize = 1024 * 1024;

/**
 * Undoes a body's compression: what its Content-Encoding names, and gzip that shows by its first bytes alone, also
 * within an encoding. Fails with `FeedCut` where the compressed data is broken or ends early.
 */
export async function* inflated(body: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
    case 'gzip':
    case 'x-gzip':
      return yield* gunzipped(gunzipped(body));
    case 'br':
      return yield* gunzipped(through(createBrotliDecompress({ chunkSize }), body));
    default:
      throw new NotAFeed('it is encoded in a way that was not asked for');
  }
}

/** Gunzips what begins as gzip does, and passes anything else on. */
async function* gunzipped(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await chunks.next();
    if (next.done) break;
    head = head.length > 0 ? Buffer.concat([head, next.value]) : next.value;
  }
  const whole = withHead(head, chunks);
  yield* head[0] === 0x1f && head[1] === 0x8b ? through(createGunzip({ chunkSize }), whole) : whole;
}

async function* withHead(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* through(
  inflater: NodeJS.ReadWriteStream,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  // A failure of either side shows below, where the inflater is read.
  pipeline(body, inflater, () => {});
  let bytes = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FeedCut || error instanceof FeedTooSlow) throw error;
    throw new FeedCut('its compressed data is broken, or ends early', bytes);
  }
}
