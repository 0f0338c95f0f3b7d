import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { FeedCut, FeedTooLong, NotAFeed } from './errors.ts';
import { freelyUnpackedBytes, maxFeedBytes, maxUnpackedRatio } from './limits.ts';

// Node's default of 16 KiB takes six times as long. More than this gains little, and costs memory further on.
const chunkSize = 256 * 1024;

/**
 * Decompresses a body: as its Content-Encoding says, and gzip that only its first bytes reveal, even within an encoding.
 * Fails with `FeedCut` if the compressed data is broken or ends early, with `FeedTooLong`, and as the body does.
 */
export async function* inflated(body: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const sent = { bytes: 0 };
  const limited = (bytes: AsyncIterable<Buffer>) => notTooLong(bytes, sent);
  const wire = counted(body, sent);
  const unpacked = (bytes: AsyncIterable<Buffer>) => limited(gunzipped(bytes));
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
    case 'gzip':
    case 'x-gzip':
      return yield* unpacked(unpacked(wire));
    case 'br':
      return yield* unpacked(limited(through(createBrotliDecompress({ chunkSize }), wire)));
    default:
      throw new NotAFeed('it is encoded in a way that was not asked for');
  }
}

async function* counted(body: AsyncIterable<Buffer>, sent: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    sent.bytes += chunk.length;
    yield chunk;
  }
}

/** Passes bytes on as long as they are not too many for what was sent. */
async function* notTooLong(bytes: AsyncIterable<Buffer>, sent: { bytes: number }): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxFeedBytes) throw new FeedTooLong(`it is longer than ${maxFeedBytes / 1024 ** 3} GiB`);
    if (length > Math.max(freelyUnpackedBytes, sent.bytes * maxUnpackedRatio))
      throw new FeedTooLong(
        `unpacked, it is longer than ${freelyUnpackedBytes / 1024 ** 2} MiB and more than ${maxUnpackedRatio} times as long as what was sent`,
      );
    yield chunk;
  }
}

/** Gunzips what begins like gzip, and passes anything else on. */
async function* gunzipped(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await chunks.next();
    if (next.done) break;
    head = head.length > 0 ? Buffer.concat([head, next.value]) : next.value;
  }
  const whole = withHead(head, chunks);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* whole;
  yield* through(createGunzip({ chunkSize }), whole);
}

/** The bytes of a stream whose beginning was already read. */
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
  const watch: { failure?: unknown } = {};
  // A failure on either side shows below, where the inflater is read.
  pipeline(watched(body, watch), inflater, () => {});
  let bytes = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch {
    throw watch.failure ?? new FeedCut('its compressed data is broken, or ends early', bytes);
  }
}

/** Passes a body on and remembers its failure, to distinguish it from one of its reader. */
async function* watched(body: AsyncIterable<Buffer>, watch: { failure?: unknown }): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    watch.failure = error;
    throw error;
  }
}
