/** Bytes that wait, in their order, until they were judged. */
export class Held {
  readonly #chunks: Buffer[] = [];
  #released = 0;

  hold(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  /** Gives the chunks that lie within the first so many bytes of all. */
  *upTo(judged: number): Generator<Buffer> {
    for (let [next] = this.#chunks; next && this.#released + next.length <= judged; [next] = this.#chunks) {
      this.#released += next.length;
      this.#chunks.shift();
      yield next;
    }
  }
}
