const batchBytes = 256 * 1024;

/** Gathers bytes into pieces that are worth a message to another thread; each has its memory for itself. */
export class Batch {
  readonly #spares: Buffer[] = [];
  #bytes = this.#memory();
  #length = 0;

  /** Takes bytes, and gives the pieces that are full. */
  *add(bytes: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + batchBytes - this.#length);
      this.#bytes.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
      if (this.#length === batchBytes) yield* this.rest();
    }
  }

  /** What was gathered and is not given yet. */
  *rest(): Generator<Uint8Array> {
    if (this.#length === 0) return;
    const piece = this.#bytes.subarray(0, this.#length);
    this.#bytes = this.#memory();
    this.#length = 0;
    yield piece;
  }

  /** Takes the memory of a piece back. */
  reuse(memory: ArrayBuffer): void {
    this.#spares.push(Buffer.from(memory));
  }

  #memory(): Buffer {
    return this.#spares.pop() ?? Buffer.allocUnsafeSlow(batchBytes);
  }
}
