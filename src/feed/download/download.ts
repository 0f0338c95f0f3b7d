import { behindKnown } from '../behind-known.ts';
import type { Keeping } from '../cache/download-files.ts';
import { ContentHash } from '../content-hash.ts';
import { FeedChanged, FeedCut } from '../errors.ts';
import type { FeedEvent } from '../events.ts';
import { inflated } from '../inflate.ts';
import type { Attempts } from './attempts.ts';
import type { HostAnswer } from './host.ts';
import { continuationOf, type PartFacts, restOf } from './resume.ts';

/** The host sends the whole file, from its first byte or behind the part that is there, of which nothing may be missing. */
type Opened = { isWhole: true; answer: HostAnswer } | { isWhole: false; answer: HostAnswer | undefined };

/** Where the rest of a file was asked for, the whole came. */
class BegunAnew extends Error {
  constructor(readonly opened: Opened & { isWhole: true }) {
    super('the host sent the whole file where the rest was asked for');
  }
}

/** What is passed on of a download, once its bytes were read to the end. */
export interface Content {
  length: number;
  contentHash: string;
  etag: string | undefined;
}

/**
 * A feed on its way, over as many connections as it takes. Its bytes come decompressed, and what was passed on once
 * is never taken back: where the host sends another file instead of the rest, it fails with `FeedChanged`.
 */
export class Download {
  /** Whether it was the connection that failed, for good: then a later download may go on behind what is there. */
  isBroken = false;
  readonly #attempts: Attempts;
  readonly #keeping: Keeping | undefined;
  readonly #observe: (event: FeedEvent) => void;
  #part: PartFacts = { have: 0, total: undefined, etag: undefined, encoding: '' };
  #answer: HostAnswer | undefined;
  readonly #hash = new ContentHash();

  constructor(attempts: Attempts, keeping: Keeping | undefined, observe: (event: FeedEvent) => void) {
    this.#attempts = attempts;
    this.#keeping = keeping;
    this.#observe = observe;
  }

  /** What was passed on. */
  content(): Content {
    return { length: this.#hash.length, contentHash: this.#hash.value(), etag: this.#part.etag };
  }

  /** The feed's bytes, to be read once. */
  async *bytes(): AsyncGenerator<Buffer> {
    this.#part = (await this.#keeping?.reopen()) ?? this.#part;
    try {
      let opened = await this.#trying(() => this.#open());
      for (;;) {
        try {
          for await (const bytes of this.#onePass(opened)) {
            this.#hash.update(bytes);
            await this.#keeping?.appendInflated(bytes);
            yield bytes;
          }
          return;
        } catch (error) {
          if (!(error instanceof BegunAnew)) throw error;
          const { opened: anew } = error;
          if (this.#hash.length > 0 && anew.answer.etag !== this.#part.etag)
            throw new FeedChanged(this.#hash.length);
          opened = anew;
        }
      }
    } finally {
      await this.#answer?.close();
    }
  }

  /** The file from its first byte, without what was passed on before. */
  #onePass(opened: Opened): AsyncIterable<Buffer> {
    const encoding = opened.isWhole ? opened.answer.encoding : this.#part.encoding;
    const bytes = inflated(this.#wire(opened), encoding, async () => this.#keeping?.beginInflated());
    return this.#hash.length === 0 ? bytes : behindKnown(bytes, this.content());
  }

  /** The bytes as the host sends them, those that are there already first. */
  async *#wire(opened: Opened): AsyncGenerator<Buffer> {
    this.#answer = opened.answer;
    if (opened.isWhole) {
      const { contentLength: total, etag, encoding } = opened.answer;
      this.#part = { have: 0, total, etag, encoding };
      await this.#keeping?.begin(this.#part);
    } else if (this.#keeping) yield* this.#keeping.replay();
    while (this.#answer) {
      const failure = yield* this.#received(this.#answer);
      if (failure === undefined) return;
      const next = await this.#trying(async () => {
        await this.#attempts.afterFailure(failure);
        return this.#open();
      });
      this.#answer = next.answer;
      if (next.isWhole) throw new BegunAnew(next);
    }
  }

  /** The bytes of one answer; returns why they ended before the file did. */
  async *#received(answer: HostAnswer): AsyncGenerator<Buffer, unknown> {
    const part = this.#part;
    try {
      for await (const bytes of answer.body) {
        part.have += bytes.length;
        await this.#keeping?.append(bytes);
        this.#observe({ kind: 'progress', received: part.have, total: part.total });
        yield bytes;
      }
    } catch (failure) {
      return failure;
    }
    const isWhole = part.total === undefined || part.have === part.total;
    return isWhole ? undefined : new FeedCut('the connection was lost', part.have);
  }

  /** Asks for the rest where a part is there that the host can be held to, else for the whole file. */
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
