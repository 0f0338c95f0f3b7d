import type { CachedFeed } from '../cache/cached-feed.ts';
import type { DownloadFiles } from '../cache/download-files.ts';
import type { PartFacts } from '../cache/part-file.ts';
import { ContentHash } from '../content-hash.ts';
import { FeedChanged, FeedCut } from '../errors.ts';
import type { FeedEvent } from '../events.ts';
import { inflated } from '../inflate.ts';
import type { Attempts } from './attempts.ts';
import type { HostAnswer } from './host.ts';
import { continuationOf, restOf, withoutPassedOn } from './resume.ts';

/** An answer with the whole file, or with the rest of it; without an answer, the part is already complete. */
type Opened = { isWhole: true; answer: HostAnswer } | { isWhole: false; answer: HostAnswer | undefined };

/** The whole file came although the rest was requested. */
class StartedOver extends Error {
  constructor(readonly opened: Opened & { isWhole: true }) {
    super('the host sent the whole file where the rest was asked for');
  }
}

/**
 * The download of a feed, over as many connections as it takes. Its bytes come decompressed, and what was passed on is
 * never taken back: if the host sends another file instead of the rest, it fails with `FeedChanged`.
 */
export class Download {
  /** Whether the connection failed for good. Then a later download may continue this one. */
  isBroken = false;
  readonly #attempts: Attempts;
  readonly #files: DownloadFiles | undefined;
  readonly #observe: (event: FeedEvent) => void;
  #part: PartFacts = { have: 0, total: undefined, etag: undefined, encoding: '' };
  #answer: HostAnswer | undefined;
  readonly #hash = new ContentHash();

  constructor(attempts: Attempts, files: DownloadFiles | undefined, observe: (event: FeedEvent) => void) {
    this.#attempts = attempts;
    this.#files = files;
    this.#observe = observe;
  }

  /** What was passed on. */
  content(): Pick<CachedFeed, 'length' | 'contentHash'> {
    return { length: this.#hash.length, contentHash: this.#hash.value() };
  }

  /** The feed's bytes, to be read once. */
  async *bytes(): AsyncGenerator<Buffer> {
    this.#part = (await this.#files?.reopen()) ?? this.#part;
    try {
      let opened = await this.#trying(() => this.#open());
      for (;;) {
        try {
          for await (const bytes of this.#onePass(opened)) {
            this.#hash.update(bytes);
            await this.#files?.appendInflated(bytes);
            yield bytes;
          }
          return;
        } catch (error) {
          if (!(error instanceof StartedOver)) throw error;
          const { opened: whole } = error;
          if (this.#hash.length > 0 && whole.answer.etag !== this.#part.etag)
            throw new FeedChanged(this.#hash.length);
          opened = whole;
        }
      }
    } finally {
      await this.#answer?.close();
    }
  }

  /** The file from its first byte, without what was passed on before. */
  #onePass(opened: Opened): AsyncIterable<Buffer> {
    const encoding = opened.isWhole ? opened.answer.encoding : this.#part.encoding;
    const bytes = inflated(this.#wire(opened), encoding, async () => this.#files?.beginInflated());
    return this.#hash.length === 0 ? bytes : withoutPassedOn(bytes, this.content());
  }

  /** The bytes as the host sends them, beginning with those of the part. */
  async *#wire(opened: Opened): AsyncGenerator<Buffer> {
    this.#answer = opened.answer;
    if (opened.isWhole) {
      const { contentLength: total, etag, encoding } = opened.answer;
      const { have: dropped } = this.#part;
      if (dropped > 0) this.#observe({ kind: 'anew', dropped, isOtherFile: etag !== this.#part.etag });
      this.#part = { have: 0, total, etag, encoding };
      await this.#files?.begin(this.#part);
    } else if (this.#files) yield* this.#files.replay();
    while (this.#answer) {
      const failure = yield* this.#received(this.#answer);
      if (failure === undefined) return;
      const next = await this.#trying(async () => {
        await this.#attempts.afterFailure(failure);
        return this.#open();
      });
      this.#answer = next.answer;
      if (next.isWhole) throw new StartedOver(next);
    }
  }

  /** The bytes of one answer. Returns why they ended before the file did, if they did. */
  async *#received(answer: HostAnswer): AsyncGenerator<Buffer, unknown> {
    const part = this.#part;
    try {
      for await (const bytes of answer.body) {
        part.have += bytes.length;
        await this.#files?.append(bytes);
        this.#observe({ kind: 'progress', received: part.have, total: part.total });
        yield bytes;
      }
    } catch (failure) {
      return failure;
    }
    const isWhole = part.total === undefined || part.have === part.total;
    return isWhole ? undefined : new FeedCut('the connection was lost', part.have);
  }

  /** Asks for the rest if the part can be continued, otherwise for the whole file. */
  async #open(): Promise<Opened> {
    const rest = restOf(this.#part);
    const answer = await this.#attempts.ask(rest);
    const continuation = continuationOf(this.#part, answer);
    if (continuation === 'whole') return { isWhole: true, answer };
    if (continuation === 'rest') return { isWhole: false, answer };
    await answer.close();
    if (continuation === 'complete') return { isWhole: false, answer: undefined };
    return { isWhole: true, answer: await this.#attempts.ask() };
  }

  async #trying<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    try {
      return await run();
    } catch (error) {
      this.isBroken = true;
      throw error;
    }
  }
}
