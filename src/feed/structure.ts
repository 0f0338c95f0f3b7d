import {
  closeArray,
  closeObject,
  colon,
  comma,
  isScalar,
  openArray,
  openObject,
  quote,
} from './json-bytes.ts';

/** What may come next. Up to `firstValue` a value may begin, up to `firstName` a string. */
const value = 0;
const firstValue = 1;
const name = 2;
const firstName = 3;
const nameEnd = 4;
const valueEnd = 5;
/** Within a number or a word: more of it, or what may follow a value. */
const scalar = 6;
const root = 7;
const end = 8;

const expectations: Readonly<Record<number, string>> = {
  [value]: 'a value is expected',
  [firstValue]: 'a value or "]" is expected',
  [name]: 'a name is expected',
  [firstName]: 'a name or "}" is expected',
  [nameEnd]: '":" is expected',
  [valueEnd]: 'a comma or the fitting bracket is expected',
  [scalar]: 'a comma or the fitting bracket is expected',
  [root]: 'an array is expected',
  [end]: 'the array has ended, and more follows',
};

/**
 * The order in which brackets, commas, colons and values may stand in one JSON array. It is handed all bytes but
 * white space and the insides of strings.
 */
export class Structure {
  #next = root;
  readonly #open: number[] = [];

  /** How many brackets are open: 1 between the array's entries. */
  get depth(): number {
    return this.#open.length;
  }

  get begun(): boolean {
    return this.#next !== root;
  }

  get ended(): boolean {
    return this.#next === end;
  }

  /** Whether nothing stands yet behind the bracket that was opened last. */
  get nothingYet(): boolean {
    return this.#next === firstValue;
  }

  /** What the next byte must be, as a clause. */
  get expectation(): string {
    return expectations[this.#next] as string;
  }

  /** White space ends a number or a word. */
  space(): void {
    if (this.#next === scalar) this.#next = valueEnd;
  }

  /** Takes the next byte, of a string its opening quote alone. False, and nothing taken, where it can't stand here. */
  take(byte: number): boolean {
    const next = this.#next;
    switch (byte) {
      case quote:
        if (next > firstName) return false;
        this.#next = next <= firstValue ? valueEnd : nameEnd;
        return true;
      case comma:
        if (next !== valueEnd && next !== scalar) return false;
        this.#next = this.#open.at(-1) === openObject ? name : value;
        return true;
      case colon:
        if (next !== nameEnd) return false;
        this.#next = value;
        return true;
      case openObject:
        if (next > firstValue) return false;
        this.#open.push(byte);
        this.#next = firstName;
        return true;
      case openArray:
        if (next > firstValue && next !== root) return false;
        this.#open.push(byte);
        this.#next = firstValue;
        return true;
      case closeObject:
        return this.#close(openObject, firstName);
      case closeArray:
        return this.#close(openArray, firstValue);
      default:
        if ((next > firstValue && next !== scalar) || !isScalar(byte)) return false;
        this.#next = scalar;
        return true;
    }
  }

  #close(opened: number, ifEmpty: number): boolean {
    const next = this.#next;
    if (next !== valueEnd && next !== scalar && next !== ifEmpty) return false;
    if (this.#open.at(-1) !== opened) return false;
    this.#open.pop();
    this.#next = this.#open.length === 0 ? end : valueEnd;
    return true;
  }
}
