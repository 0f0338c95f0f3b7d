import { hash } from 'node:crypto';

const wordsOfKey = 4;

/**
 * Numbers texts, 0 first, each once, and knows them again, in some 40 bytes a text, however long it is: in its place stand 16
 * bytes of a hash. They are not on the heap, where each would be looked at whenever that is cleared.
 */
export class KeyTable {
  /** How many texts have a number. */
  count = 0;
  #keys = new Uint32Array(1024 * wordsOfKey);
  /** Each slot has the number of a text and 1, or 0 where it is free. */
  #slots = new Int32Array(2048);

  /** The number of a text: its own, or a new one, which then is `count - 1`. */
  numberOf(text: string): number {
    // Written as JSON, halves of characters are told apart, too.
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

  /** The slot of a key: the one that has it, or the free one where it would go. */
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
