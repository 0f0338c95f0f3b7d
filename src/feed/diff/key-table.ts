import { hash } from 'node:crypto';

const wordsOfKey = 4;

/**
 * Gives each text a number, beginning with 0, and the same one when it recurs. A text takes some 40 bytes, however long
 * it is, since only 16 bytes of its hash are kept. They are outside the heap, where garbage collection would visit each.
 */
export class KeyTable {
  /** How many texts have a number. */
  count = 0;
  #keys = new Uint32Array(1024 * wordsOfKey);
  /** Each slot has the number of a text plus 1, or 0 if it is free. */
  #slots = new Int32Array(2048);

  /** The number of a text. A new text gets a new one, which is then `count - 1`. */
  numberOf(text: string): number {
    // As JSON, unpaired surrogates stay different.
    const bytes = hash('sha256', JSON.stringify(text), 'buffer');
    const key = new Uint32Array(bytes.buffer, bytes.byteOffset, wordsOfKey);
    const slot = this.#slotOf(key);
    const there = this.#slots[slot] ?? 0;
    if (there > 0) return there - 1;
    this.#keys.set(key, this.count * wordsOfKey);
    this.#slots[slot] = ++this.count;
    if (this.count * 2 === this.#slots.length) this.#grow();
    return this.count - 1;
  }

  /** The slot that has a key, or the free one where it belongs. */
  #slotOf(key: Uint32Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = (key[0] as number) & mask; ; slot = (slot + 1) & mask) {
      const there = this.#slots[slot] ?? 0;
      if (there === 0 || this.#isKey(key, there - 1)) return slot;
    }
  }

  #isKey(key: Uint32Array, number: number): boolean {
    const at = number * wordsOfKey;
    for (let word = 0; word < wordsOfKey; word++) if (key[word] !== this.#keys[at + word]) return false;
    return true;
  }

  #grow(): void {
    const keys = new Uint32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.count; number++) {
      const at = number * wordsOfKey;
      this.#slots[this.#slotOf(keys.subarray(at, at + wordsOfKey))] = number + 1;
    }
  }
}
