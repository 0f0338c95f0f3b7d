/** How many different texts are told apart, and how long they may be together, in UTF-16 code units. */
const maxTexts = 100_000;
const maxLength = 4 * 1024 * 1024;

/** Counts how often each text occurs, in bounded memory. */
export class TextCounts {
  /** How often texts occurred that are not counted by themselves, since too many others came before. */
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

  /** The texts with their counts, in the order in which they came. */
  entries(): [text: string, count: number][] {
    return [...this.#counts];
  }
}
