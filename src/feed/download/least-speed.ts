import type { Readable } from 'node:stream';
import { FeedTooSlow } from '../errors.ts';

/** The least speed of a body, in bytes per second, measured over windows of so many milliseconds. */
export interface LeastSpeed {
  bytesPerSecond: number;
  windowMs: number;
}

/**
 * Passes a body on as long as enough bytes arrive in each window; otherwise destroys it and fails with `FeedTooSlow`.
 * Only time spent waiting for the body counts, not time in which its reader is busy.
 */
export async function* atLeastSpeed(body: Readable, least: LeastSpeed): AsyncGenerator<Buffer> {
  const due = (least.bytesPerSecond * least.windowMs) / 1000;
  const giveUp = () => body.destroy(new FeedTooSlow(least.bytesPerSecond, least.windowMs / 1000));
  const chunks = body[Symbol.asyncIterator]();
  let came = 0;
  let waited = 0;
  try {
    for (;;) {
      const begun = performance.now();
      const timer = setTimeout(giveUp, least.windowMs - waited);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      waited += performance.now() - begun;
      came += next.value.length;
      if (came >= due) came = waited = 0;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}
