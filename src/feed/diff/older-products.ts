import { hash } from 'node:crypto';
import { KeyTable } from './key-table.ts';
import { TemporaryTexts } from './temporary-texts.ts';

/**
 * The products of the older feed, each as a text, with which those of the newer one are compared. Only a few numbers of each
 * are in memory; identifiers and texts are in a temporary file.
 */
export class OlderProducts {
  readonly #known = new KeyTable();
  readonly #fingerprints: number[] = [];
  readonly #texts = new TemporaryTexts();
  /** For each number, whether the newer feed has that product, too. */
  #seen = new Uint8Array(1024);

  /** Adds a product; false if there already is one with this identifier. */
  add(productID: string, text: string): boolean {
    const before = this.#known.count;
    if (this.#known.numberOf(productID) < before) return false;
    this.#fingerprints.push(fingerprint(text));
    // As JSON, an identifier has no line end.
    this.#texts.add(`${JSON.stringify(productID)}\n${text}`);
    return true;
  }

  /** Compares a product of the newer feed with the older text, which is returned if it differs. */
  compare(productID: string, text: string): 'seen before' | 'added' | 'same' | { older: string } {
    const number = this.#known.numberOf(productID);
    if (this.#seen[number]) return 'seen before';
    this.#noteSeen(number);
    if (number >= this.#texts.length) return 'added';
    return this.#fingerprints[number] === fingerprint(text) ? 'same' : { older: this.#product(number)[1] };
  }

  /** The products that the newer feed does not have, in the order in which they were added. */
  *unseen(): Generator<[productID: string, text: string]> {
    for (let number = 0; number < this.#texts.length; number++)
      if (!this.#seen[number]) yield this.#product(number);
  }

  close(): void {
    this.#texts.close();
  }

  #noteSeen(number: number): void {
    if (number >= this.#seen.length) {
      const longer = new Uint8Array(Math.max(this.#seen.length * 2, number + 1));
      longer.set(this.#seen);
      this.#seen = longer;
    }
    this.#seen[number] = 1;
  }

  #product(number: number): [productID: string, text: string] {
    const both = this.#texts.get(number);
    const end = both.indexOf('\n');
    return [JSON.parse(both.slice(0, end)), both.slice(end + 1)];
  }
}

/** 52 bits of a hash, in one number. Two texts that share one by chance would hide a change. */
const fingerprint = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 13), 16);
