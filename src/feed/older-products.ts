import { hash } from 'node:crypto';
import { Aside } from './aside.ts';

/** In place of the number of a product that the newer feed was found to have. */
const met = -1;

/**
 * The products of the older feed, each as a text, while the newer one is held against them. In memory are the
 * identifiers with a few numbers each; the texts are put aside in a temporary file.
 */
export class OlderProducts {
  readonly #numbers = new Map<string, number>();
  readonly #fingerprints: number[] = [];
  readonly #texts = new Aside();

  /** Keeps a product; false where it is kept already. */
  keep(productID: string, text: string): boolean {
    if (this.#numbers.has(productID)) return false;
    this.#numbers.set(productID, this.#texts.length);
    this.#fingerprints.push(fingerprint(text));
    this.#texts.put(text);
    return true;
  }

  /** Takes note of a product of the newer feed, and says how it compares with the older text, which it gives where it differs. */
  meet(productID: string, text: string): 'met before' | 'added' | 'same' | { older: string } {
    const number = this.#numbers.get(productID);
    if (number === met) return 'met before';
    this.#numbers.set(productID, met);
    if (number === undefined) return 'added';
    return this.#fingerprints[number] === fingerprint(text) ? 'same' : { older: this.#texts.get(number) };
  }

  /** What was never met, in the order in which it was kept. */
  *notMet(): Generator<[productID: string, text: string]> {
    for (const [productID, number] of this.#numbers)
      if (number !== met) yield [productID, this.#texts.get(number)];
  }

  close(): void {
    this.#texts.close();
  }
}

/** 52 bits of a hash, in one number. Two texts that share one by chance would hide a change. */
const fingerprint = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 13), 16);
