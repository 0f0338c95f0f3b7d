import { randomBytes } from 'node:crypto';
import { feedLinkLifetimeHours, feedRefreshMinute } from '../../service/constants.ts';
import type { Dialect } from '../../service/dialect.ts';
import type { Listings } from '../state/stored-listings.ts';
import { FeedFile } from './feed-bytes.ts';
import { type ListedProduct, listedProduct } from './feed-product.ts';

const hour = 3_600_000;

interface FeedParts {
  listings: Listings;
  products: number;
  dialect: Dialect;
  now: () => Date;
  urlOf: (listingId: string) => string;
  /** The interval of feeds. Default: a quarter past every hour. */
  everyMs?: number | undefined;
  /** Called after a feed that was requested. */
  onFeed: () => Promise<void>;
}

interface Generation {
  number: number;
  madeAt: number;
  listed: readonly ListedProduct[];
  /** The path and query of its file, after the first request. */
  target?: string;
}

/** The product feed: a new generation at a quarter past every hour, or more often, and links to its file. */
export class Feed {
  readonly #parts: FeedParts;
  /** The time of the first generation, and the interval. */
  readonly #start: number;
  readonly #everyMs: number;
  #extra = 0;
  #newest: Generation;
  readonly #links = new Map<string, { file: FeedFile; expires: number }>();

  constructor(parts: FeedParts) {
    const { everyMs = hour, now } = parts;
    const time = now().getTime();
    this.#parts = parts;
    this.#everyMs = everyMs;
    this.#start = parts.everyMs === undefined ? time - ((time - feedRefreshMinute * 60_000) % everyMs) : time;
    this.#newest = this.#made(0, this.#start, []);
  }

  /** Makes a due generation. Called before each change, so that the feed shows the listings of its due time. */
  refresh(): void {
    const due = this.#dueUntilNow();
    if (due + this.#extra > this.#newest.number)
      this.#newest = this.#made(due + this.#extra, this.#start + due * this.#everyMs, this.#newest.listed);
  }

  /** Makes a generation now, and returns its number. The schedule of later ones stays. */
  async renew(): Promise<number> {
    this.refresh();
    this.#extra += 1;
    const { number, listed } = this.#newest;
    this.#newest = this.#made(number + 1, this.#parts.now().getTime(), listed);
    await this.#parts.onFeed();
    return number + 1;
  }

  /** The newest generation, when it was made, and when the next one is due. */
  get clock() {
    this.refresh();
    const { number: generation, madeAt } = this.#newest;
    const nextAt = this.#start + (this.#dueUntilNow() + 1) * this.#everyMs;
    return { generation, madeAt: new Date(madeAt), nextAt: new Date(nextAt), now: this.#parts.now() };
  }

  target(): string {
    this.refresh();
    this.#newest.target ??= this.#link(this.#newest);
    return this.#newest.target;
  }

  /** The file of a path and query; undefined without a valid link. */
  file(target: string): FeedFile | undefined {
    const link = this.#links.get(target);
    return link && link.expires > this.#parts.now().getTime() ? link.file : undefined;
  }

  #dueUntilNow(): number {
    return Math.floor((this.#parts.now().getTime() - this.#start) / this.#everyMs);
  }

  #made(number: number, madeAt: number, before: readonly ListedProduct[]): Generation {
    const { listings } = this.#parts.listings.contents;
    const listed = listings.map((listing, place) => {
      const now = listedProduct(listing, number);
      const earlier = before[place];
      return earlier?.stock === now.stock && earlier.available === now.available ? earlier : now;
    });
    return { number, madeAt, listed };
  }

  #link({ number, madeAt, listed }: Generation): string {
    const { now, listings, products, dialect, urlOf } = this.#parts;
    const { seeded } = listings.contents;
    const content = { seed: listings.seed, products, generation: number, seeded, listed, dialect, urlOf };
    const file = new FeedFile(content, new Date(madeAt));
    const time = now().getTime();
    for (const [target, { expires }] of this.#links) if (expires <= time) this.#links.delete(target);
    const expires = Math.floor(time / 1000) + feedLinkLifetimeHours * 3600;
    const signature = randomBytes(32).toString('hex');
    const target = `/feeds/products-${number}-${file.digest.slice(0, 12)}.json?expires=${expires}&signature=${signature}`;
    this.#links.set(target, { file, expires: expires * 1000 });
    return target;
  }
}
