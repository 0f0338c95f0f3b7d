import { createHmac, timingSafeEqual } from 'node:crypto';
import { feedLinkLifetimeHours, feedRefreshMinute } from '../../service/constants.ts';
import type { Dialect } from '../../service/dialect.ts';
import type { Listings } from '../state/listings.ts';
import type { StoredListing } from '../state/stored-listing.ts';
import type { CreatedListing } from './created-product.ts';
import { FeedFile } from './feed-file.ts';
import { type ListedStock, stockOf } from './feed-product.ts';

const hour = 3_600_000;

interface Issued {
  file: FeedFile;
  /** The path with its signed query. */
  target: string;
  /** In seconds since 1970. */
  expires: number;
}

/** The listings when a feed was made: those that were there from the beginning, and those that were created since. */
interface Listed {
  stock: readonly ListedStock[];
  created: readonly CreatedListing[];
}

interface FeedParts {
  listings: Listings;
  products: number;
  dialect: Dialect;
  now: () => Date;
  /** Where a listing is in the shop. */
  urlOf: (listingId: string) => string;
  /** How often there is a new one, if not at a quarter past every hour. */
  everyMs?: number | undefined;
}

/** The product feed: a new generation at a quarter past every hour, or more often, and the links to its file. */
export class Feed {
  readonly #parts: FeedParts;
  /** A time at which there is a new feed, and how long it is to the next one. */
  readonly #due: { at: number; everyMs: number };
  #refreshes: number;
  #generation = 0;
  #madeAt: number;
  #listed: Listed;
  /** By path. */
  readonly #issued = new Map<string, Issued>();
  #newest: Issued | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const { everyMs, now } = parts;
    this.#due =
      everyMs === undefined
        ? { at: feedRefreshMinute * 60_000, everyMs: hour }
        : { at: now().getTime(), everyMs };
    this.#refreshes = this.#refreshesUntilNow();
    this.#madeAt = this.#timeOfRefresh();
    this.#listed = this.#takeStock({ stock: [], created: [] });
  }

  /**
   * Begins a new generation if one is due. Called before each change of a listing, so that the feed shows the listings as
   * they were at the quarter past, however late it is asked for.
   */
  refresh(): void {
    const refreshes = this.#refreshesUntilNow();
    if (refreshes <= this.#refreshes) return;
    const passed = refreshes - this.#refreshes;
    this.#refreshes = refreshes;
    this.#begin(passed, this.#timeOfRefresh());
  }

  /** Begins a new generation now, and returns which it is. The next one comes when it would have come. */
  renew(): number {
    this.refresh();
    this.#begin(1, this.#parts.now().getTime());
    return this.#generation;
  }

  #begin(generations: number, madeAt: number) {
    this.#generation += generations;
    this.#madeAt = madeAt;
    this.#listed = this.#takeStock(this.#listed);
    this.#newest?.file.release();
    this.#newest = undefined;
  }

  #refreshesUntilNow(): number {
    return Math.floor((this.#parts.now().getTime() - this.#due.at) / this.#due.everyMs);
  }

  #timeOfRefresh(): number {
    return this.#due.at + this.#refreshes * this.#due.everyMs;
  }

  /** Which generation is the newest, when it was made, and when the next one is due. */
  get clock() {
    this.refresh();
    return {
      generation: this.#generation,
      madeAt: new Date(this.#madeAt),
      nextAt: new Date(this.#timeOfRefresh() + this.#due.everyMs),
      now: this.#parts.now(),
    };
  }

  /** The path and signed query of the newest file: the same until the next refresh. */
  target(): string {
    this.refresh();
    this.#newest ??= this.#issue();
    return this.#newest.target;
  }

  /** The file that a path and its query lead to, or the reason why there is none. */
  file(path: string, query: URLSearchParams): FeedFile | 'unsigned' | 'expired' | 'unknown' {
    const expires = query.get('expires') ?? '';
    const signature = Buffer.from(query.get('signature') ?? '');
    const right = Buffer.from(this.#signature(path, expires));
    if (signature.length !== right.length || !timingSafeEqual(signature, right)) return 'unsigned';
    if (Number(expires) * 1000 <= this.#parts.now().getTime()) return 'expired';
    return this.#issued.get(path)?.file ?? 'unknown';
  }

  #issue(): Issued {
    const { now, listings, products, dialect } = this.#parts;
    const generation = this.#generation;
    const file = new FeedFile(
      { seed: listings.seed, products, generation, ...this.#listed, dialect },
      new Date(this.#madeAt),
    );
    const path = `/feeds/products-${generation}-${file.digest.slice(0, 12)}.json`;
    const expires = Math.floor((now().getTime() + feedLinkLifetimeHours * hour) / 1000);
    const query = new URLSearchParams({
      expires: String(expires),
      signature: this.#signature(path, String(expires)),
    });
    const issued = { file, target: `${path}?${query}`, expires };
    for (const [old, { expires }] of this.#issued)
      if (expires * 1000 <= now().getTime()) this.#issued.delete(old);
    this.#issued.set(path, issued);
    return issued;
  }

  #signature(path: string, expires: string) {
    const key = `feed links of sandbox ${this.#parts.listings.seed}`;
    return createHmac('sha256', key).update(`${path} ${expires}`).digest('hex');
  }

  #takeStock({ stock, created }: Listed): Listed {
    const { products, urlOf } = this.#parts;
    const { seeded, listings } = this.#parts.listings.contents;
    const earlier = new Map([...stock, ...created.map((one) => one.stock)].map((one) => [one.id, one]));
    const stockNow = (listing: StoredListing): ListedStock => {
      const now = stockOf(listing, this.#generation);
      const before = earlier.get(listing.id);
      return before?.stock === now.stock && before.available === now.available ? before : now;
    };
    return {
      stock: listings.slice(0, Math.min(seeded, products)).map(stockNow),
      created: listings.slice(seeded).map((listing, index) => ({
        number: seeded + index,
        creation: listing.creation,
        url: urlOf(listing.id),
        stock: stockNow(listing),
      })),
    };
  }
}
