// Bounds that no honest feed reaches, so that a hostile one can't fill the disk or the memory.

/**
 * A feed that unpacks to more than this must not be more than so many times as long as what was sent. JSON of products is
 * packed to a tenth by gzip, and to a hundredth if they hardly differ; a bomb becomes a thousand times as long, or a million.
 */
export const freelyUnpackedBytes = 256 * 1024 * 1024;
export const maxUnpackedRatio = 200;

/** A feed is no longer than 16 GiB, which are more than ten million products. */
export const maxFeedBytes = 16 * 1024 ** 3;

/** Products of a feed that can be counted, checked or compared: each takes time, and some 50 bytes of memory. */
export const maxProducts = 4_000_000;

/** The limits of different texts: their number, and their total length in UTF-16 code units. */
const maxTexts = 100_000;
const maxLength = 4 * 1024 * 1024;

export class TextCounts {
  /** Occurrences of texts beyond the limits. */
  uncounted = 0;
  readonly #counts = new Map<string, number>();
  #length = 0;

  add(text: string): void {
    const before = this.#counts.get(text);
    if (before === undefined) {
      if (this.#counts.size === maxTexts || this.#length + text.length > maxLength) {
        this.uncounted += 1;
        return;
      }
      this.#length += text.length;
    }
    this.#counts.set(text, (before ?? 0) + 1);
  }

  /** The texts with their counts, in the order of their first occurrence. */
  entries(): [text: string, count: number][] {
    return [...this.#counts];
  }
}
