import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Dialect } from '../../service/dialect.ts';
import { translationsFor } from '../../service/translation.ts';
import { createdProduct, feedProduct, type ListedProduct } from './feed-product.ts';

interface FeedContent {
  seed: number;
  products: number;
  generation: number;
  listed: readonly ListedProduct[];
  /** The number of listings that belong to the first products. Later listings follow the products. */
  seeded: number;
  dialect: Dialect;
  urlOf: (listingId: string) => string;
}

interface ByteRange {
  first: number;
  last: number;
}

/** Entries per block. Blocks are generated one at a time, with pauses for other requests. */
const blockLength = 512;

/** A file of the feed. Its bytes are generated for each request, and never stored. */
export class FeedFile {
  readonly digest: string;
  readonly lastModified: string;
  readonly #content: FeedContent;
  #ends: Promise<number[]> | undefined;

  constructor(content: FeedContent, madeAt: Date) {
    this.#content = content;
    const { listed, seeded, urlOf } = content;
    // Entries contain addresses of this sandbox only if it has created listings.
    const facts = JSON.stringify([content, listed.length > seeded && urlOf('')]);
    this.digest = createHash('sha256').update(facts).digest('hex').slice(0, 32);
    this.lastModified = madeAt.toUTCString();
  }

  async size(): Promise<number> {
    return (await this.#blockEnds()).at(-1) ?? 0;
  }

  async *bytes({ first, last }: ByteRange): AsyncGenerator<Buffer> {
    const ends = await this.#blockEnds();
    for (let index = ends.findIndex((end) => end > first); index < ends.length; index++) {
      const start = ends[index - 1] ?? 0;
      if (start > last) return;
      yield this.#block(index).subarray(Math.max(0, first - start), last + 1 - start);
      await setImmediate();
    }
  }

  /** The end of each block, for which all blocks are generated once. */
  #blockEnds(): Promise<number[]> {
    this.#ends ??= this.#measure();
    return this.#ends;
  }

  async #measure(): Promise<number[]> {
    const ends: number[] = [];
    for (let index = 0; index === 0 || index * blockLength < this.#length; index++) {
      ends.push((ends.at(-1) ?? 0) + this.#block(index).length);
      await setImmediate();
    }
    return ends;
  }

  get #length(): number {
    const { products, listed, seeded } = this.#content;
    return products + listed.length - seeded;
  }

  #block(index: number): Buffer {
    const { seed, products, generation, listed, seeded, dialect, urlOf } = this.#content;
    const { toWire } = translationsFor(dialect).body;
    const entry = (number: number) =>
      number < products
        ? feedProduct(seed, number, generation, number < seeded ? listed[number] : undefined)
        : createdProduct(
            seed,
            seeded + number - products,
            listed[seeded + number - products] as ListedProduct,
            urlOf,
          );
    const end = Math.min((index + 1) * blockLength, this.#length);
    let text = index === 0 ? '[' : '';
    for (let number = index * blockLength; number < end; number++)
      text += JSON.stringify(toWire(entry(number))) + (number === this.#length - 1 ? '' : ',\n');
    return Buffer.from(end === this.#length ? `${text}]\n` : text);
  }
}
