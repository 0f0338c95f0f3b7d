import { hash } from 'node:crypto';
import { KeyTable } from './key-table.ts';
import { Aside } from './temporary-texts.ts';

/**
 * The products of the older feed, each as a text, while the newer one is held against them. In memory are a few numbers of
 * each; identifiers and texts are put aside in a temporary file.
 */
export class OlderProducts {
  readonly #known = new KeyTable();
  readonly #fingerprints: number[] = [];
  readonly #texts = new Aside();
  /** For each number whether the newer feed was found to have that product. */
  #met = new Uint8Array(1024);

  /** Keeps a product; false where it is kept already. */
  keep(productID: string, text: string): boolean {
    const before = this.#known.count;
    if (this.#known.numberOf(productID) < before) return false;
    this.#fingerprints.push(fingerprint(text));
    // Written as JSON, an identifier has no line end.
    this.#texts.put(`${JSON.stringify(productID)}\n${text}`);
    return true;
  }

  /** Takes note of a product of the newer feed, and says how it compares with the older text, which it gives where it differs. */
  meet(productID: string, text: string): 'met before' | 'added' | 'same' | { older: string } {
    const number = this.#known.numberOf(productID);
    if (this.#met[number]) return 'met before';
    this.#noteMet(number);
    if (number >= this.#texts.length) return 'added';
    return this.#fingerprints[number] === fingerprint(text) ? 'same' : { older: this.#kept(number)[1] };
  }

  /** What was never met, in the order in which it was kept. */
  *notMet(): Generator<[productID: string, text: string]> {
    for (let number = 0; number < this.#texts.length; number++)
      if (!this.#met[number]) yield this.#kept(number);
  }

  close(): void {
    this.#texts.close();
  }

  #noteMet(number: number): void {
    if (number >= this.#met.length) {
      const longer = new Uint8Array(Math.max(this.#met.length * 2, number + 1));
      longer.set(this.#met);
      this.#met = longer;
    }
    this.#met[number] = 1;
  }

  #kept(number: number): [productID: string, text: string] {
    const both = this.#texts.get(number);
    const end = both.indexOf('\n');
    return [JSON.parse(both.slice(0, end)), both.slice(end + 1)];
  }
}

/** 52 bits of a hash, in one number. Two texts that share one by chance would hide a change. */
const fingerprint = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 13), 16);
