import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Dialect } from '../../service/dialect.ts';
import { product } from '../../service/feed.ts';
import { type Translation, translationOf } from '../../service/translation.ts';
import { type CreatedListing, createdProduct } from './created-product.ts';
import { feedProduct, type ListedStock } from './feed-product.ts';

/** Everything that decides the bytes of a feed file. */
interface FeedContent {
  seed: number;
  products: number;
  generation: number;
  /** The state of the listings behind the first products. */
  stock: readonly ListedStock[];
  /** The listings that were created since the beginning, which come after the products. */
  created: readonly CreatedListing[];
  /** The names in the entries. */
  dialect: Dialect;
}

/** The bytes of a file that a request asks for, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Products in a block, which is about half a mebibyte. */
const blockLength = 512;

/** How many bytes of a file are kept in memory. The rest is made again for each download. */
const keptBytes = 256 * 1024 * 1024;

/** A file of the feed. It is made in blocks, and never exists as one text. */
export class FeedFile {
  readonly digest: string;
  readonly etag: string;
  readonly lastModified: string;
  readonly #translation: Translation;
  #ends: Promise<number[]> | undefined;
  #keeps = true;
  readonly #kept: Buffer[] = [];

  constructor(
    readonly content: FeedContent,
    refreshedAt: Date,
  ) {
    this.digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
    this.etag = `"${this.digest}"`;
    this.#translation = translationOf(product, content.dialect.field, content.dialect.constant);
    this.lastModified = refreshedAt.toUTCString();
  }

  /** The length of the whole file in bytes. To find it, every block is made once, with pauses for other requests. */
  async size(): Promise<number> {
    return (await this.#blockEnds()).at(-1) ?? 0;
  }

  /** The bytes of a range. */
  async *bytes({ first, last }: ByteRange): AsyncGenerator<Buffer> {
    const ends = await this.#blockEnds();
    for (let index = ends.findIndex((end) => end > first); index >= 0 && index < ends.length; index++) {
      const start = ends[index - 1] ?? 0;
      if (start > last) return;
      const block = this.#kept[index] ?? this.#block(index);
      yield block.subarray(Math.max(0, first - start), last + 1 - start);
    }
  }

  /** Frees the memory. Blocks that are asked for later are made again. */
  release(): void {
    this.#keeps = false;
    this.#kept.length = 0;
  }

  /** How many entries there are. */
  get #length(): number {
    return this.content.products + this.content.created.length;
  }

  #blockEnds(): Promise<number[]> {
    this.#ends ??= this.#measure();
    return this.#ends;
  }

  async #measure() {
    const ends: number[] = [];
    let end = 0;
    for (let index = 0; index < Math.max(1, Math.ceil(this.#length / blockLength)); index++) {
      const block = this.#block(index);
      end += block.length;
      ends.push(end);
      if (this.#keeps && end <= keptBytes) this.#kept[index] = block;
      await setImmediate();
    }
    return ends;
  }

  #block(index: number): Buffer {
    const { seed, products, generation, stock, created } = this.content;
    const end = Math.min((index + 1) * blockLength, this.#length);
    const pieces: Buffer[] = index === 0 ? [Buffer.from('[')] : [];
    for (let number = index * blockLength; number < end; number++) {
      const listing = created[number - products];
      const made = listing
        ? createdProduct(seed, listing)
        : feedProduct(seed, number, generation, stock[number]);
      const entry = JSON.stringify(this.#translation.toWire(made));
      pieces.push(Buffer.from(number === this.#length - 1 ? entry : `${entry},\n`));
    }
    if (end === this.#length) pieces.push(Buffer.from(']\n'));
    return Buffer.concat(pieces);
  }
}
