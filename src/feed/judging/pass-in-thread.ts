import { FeedCut, NotAFeed } from '../errors.ts';
import type { Pass, Way } from '../pass.ts';
import { Batch } from './batch.ts';
import { Held } from './held.ts';
import type { Verdict } from './messages.ts';
import { JudgingThread } from './thread.ts';

// While so many pieces are judged, the next ones come from the network and those before are written.
const mostUntaken = 4;

/** Who waits for bytes longer than this gains nothing by doing something else meanwhile: what came is passed on first. */
const slowMs = 5;

/** Judges in a thread of its own, which `file` is, while this one goes on with the network and the output. */
export const passInThread = (file: string, way: Way): Pass => {
  const thread = new JudgingThread(file, way);
  const batch = new Batch();
  const held = new Held();
  let judged = 0;
  let entries = 0;

  /** What a verdict lets through. */
  function* released(verdict: Verdict): Generator<Buffer> {
    switch (verdict.kind) {
      case 'lines':
        yield Buffer.from(verdict.bytes.buffer, verdict.bytes.byteOffset, verdict.bytes.length);
        break;
      case 'taken':
        ({ judged, entries } = verdict);
        batch.reuse(verdict.spare);
        yield* held.upTo(verdict.passable);
        break;
      case 'cut':
        throw new FeedCut(verdict.reason, verdict.judged, verdict.entries);
      case 'not-a-feed':
        throw new NotAFeed(verdict.problem, verdict.at);
    }
  }

  /** What the thread has let through, and what it is still to judge but for so many pieces. */
  async function* passedOn(untaken: number): AsyncGenerator<Buffer> {
    while (thread.hasTold || thread.untaken > untaken) yield* released(await thread.verdict());
  }

  const give = (pieces: Iterable<Uint8Array>): void => {
    for (const piece of pieces) thread.give(piece);
  };

  /** Gives the source's bytes to the thread, and passes on what was judged meanwhile. */
  async function* throughThread(source: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
    for (;;) {
      const begun = performance.now();
      const { done, value } = await source.next();
      if (done) return;
      const isSlow = performance.now() - begun > slowMs;
      if (way === 'judged') held.hold(Buffer.from(value.buffer, value.byteOffset, value.length));
      give(batch.add(value));
      if (isSlow) give(batch.rest());
      yield* passedOn(isSlow ? 0 : mostUntaken);
    }
  }

  return {
    async *bytes(chunks) {
      const source = chunks[Symbol.asyncIterator]();
      try {
        yield* throughThread(source);
      } catch (error) {
        if (!(error instanceof FeedCut)) throw error;
        give(batch.rest());
        yield* passedOn(0);
        throw new FeedCut(error.reason, judged, entries);
      } finally {
        await source.return?.();
      }
      give(batch.rest());
      thread.give(null);
      for (let next = await thread.verdict(); next.kind !== 'whole'; next = await thread.verdict())
        yield* released(next);
      yield* held.upTo(judged);
    },
    entries: () => entries,
    close: () => thread.stop(),
  };
};
