import type { Readable } from 'node:stream';
import { FeedTooSlow } from './errors.ts';

/** The slowest that a body may come: so many bytes a second, judged over windows of so many milliseconds. */
export interface LeastSpeed {
  bytesPerSecond: number;
  windowMs: number;
}

/**
 * Passes a body on as long as every window's worth of bytes comes within a window; else destroys it and fails with
 * `FeedTooSlow`. Only the time spent waiting for the body counts, not the time in which the reader is busy.
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
