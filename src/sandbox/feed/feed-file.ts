import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Dialect } from '../../service/dialect.ts';
import { product } from '../../service/feed.ts';
import { translationOf } from '../../service/translation.ts';
import { createdProduct, feedProduct, type ListedProduct } from './feed-product.ts';

/** Everything that decides the bytes of a feed file. */
interface FeedContent {
  seed: number;
  products: number;
  generation: number;
  /** Every listing when the feed was made. */
  listed: readonly ListedProduct[];
  /** How many of them are behind the first products. The others were created since, and come after the products. */
  seeded: number;
  /** The names in the entries. */
  dialect: Dialect;
  /** Where a listing is in the shop. */
  urlOf: (listingId: string) => string;
}

/** The bytes of a file that a request asks for, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** How many entries are made at a time, between pauses for other requests. */
const entriesAtOnce = 512;

/** A file of the feed. Its bytes are made whenever they are asked for, and never kept. */
export class FeedFile {
  readonly digest: string;
  readonly lastModified: string;
  readonly #content: FeedContent;
  #size: Promise<number> | undefined;

  constructor(content: FeedContent, madeAt: Date) {
    this.#content = content;
    const { listed, seeded, urlOf } = content;
    // The addresses in the entries are of this sandbox only once it has listings of its own.
    const facts = JSON.stringify([content, listed.length > seeded && urlOf('')]);
    this.digest = createHash('sha256').update(facts).digest('hex').slice(0, 32);
    this.lastModified = madeAt.toUTCString();
  }

  /** The length of the whole file in bytes. To find it, everything is made once. */
  size(): Promise<number> {
    this.#size ??= this.#measure();
    return this.#size;
  }

  /** The bytes of a range. */
  async *bytes({ first, last }: ByteRange): AsyncGenerator<Buffer> {
    let start = 0;
    for await (const piece of this.#pieces()) {
      if (start > last) return;
      const end = start + piece.length;
      if (end > first) yield piece.subarray(Math.max(0, first - start), last + 1 - start);
      start = end;
    }
  }

  async #measure(): Promise<number> {
    let size = 0;
    for await (const { length } of this.#pieces()) size += length;
    return size;
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    const { seed, products, generation, listed, seeded, dialect, urlOf } = this.#content;
    const { toWire } = translationOf(product, dialect.field, dialect.constant);
    const length = products + listed.length - seeded;
    const entry = (number: number) =>
      number < products
        ? feedProduct(seed, number, generation, number < seeded ? listed[number] : undefined)
        : createdProduct(
            seed,
            seeded + number - products,
            listed[seeded + number - products] as ListedProduct,
            urlOf,
          );
    yield Buffer.from('[');
    for (let begun = 0; begun < length; begun += entriesAtOnce) {
      const end = Math.min(begun + entriesAtOnce, length);
      let text = '';
      for (let number = begun; number < end; number++)
        text += JSON.stringify(toWire(entry(number))) + (number === length - 1 ? '' : ',\n');
      yield Buffer.from(text);
      await setImmediate();
    }
    yield Buffer.from(']\n');
  }
}
