import { maxShared, UnreadableWorkbook } from './unreadable-workbook.ts';

/** Texts by number, kept as bytes: strings would take several times the memory. */
export class SharedTexts {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #ends = new Uint32Array(1024);
  #count = 0;

  constructor(private readonly called: string) {}

  add(text: string): void {
    const begin = this.#end(this.#count - 1);
    const end = begin + Buffer.byteLength(text);
    // Empty texts count, too.
    if (end + this.#count * 4 > maxShared)
      throw new UnreadableWorkbook(
        this.called,
        `its texts take more than ${maxShared / 1024 ** 2} MiB; save the sheet as CSV, or divide it`,
      );
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, begin);
      this.#bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#bytes.write(text, begin);
    this.#ends[this.#count] = end;
    this.#count += 1;
  }

  at(number: number): string | undefined {
    if (!(Number.isInteger(number) && number >= 0 && number < this.#count)) return undefined;
    return this.#bytes.toString('utf8', this.#end(number - 1), this.#end(number));
  }

  #end(number: number): number {
    return number < 0 ? 0 : (this.#ends[number] as number);
  }
}
