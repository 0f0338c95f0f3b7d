import { isTooLong, type RowText, tooLong } from './row.ts';

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Splits the text of a JSON array, read in chunks, into its elements. The elements themselves are checked when they are
 * parsed. After an unmatched bracket, the rest of the array can't be split and is not read.
 */
export class ElementSplitter {
  #line = 1;
  #afterReturn = false;
  /** The closing brackets of everything that is open, starting with the array's own. */
  readonly #open: string[] = [];
  #inString = false;
  #escaped = false;
  #begun: RowText | undefined;
  #tooLong = false;
  #afterComma = false;
  #state: 'before' | 'within' | 'ended' | 'lost' = 'before';
  #elements: RowText[] = [];

  /** Takes a chunk of text, and returns the elements that it completes. */
  take(piece: string): RowText[] {
    let from = 0;
    for (let at = 0; at < piece.length && this.#state !== 'lost'; at += 1) {
      const sign = piece[at] as string;
      this.#countLine(sign);
      if (this.#inString) {
        this.#withinString(sign);
      } else if (isSpace(sign)) {
        // White space outside strings needs no check.
      } else if (this.#state === 'before') {
        this.#open.push(']');
        this.#state = 'within';
      } else if (this.#state === 'ended') {
        this.#lose('comes after the end of the array');
      } else if (this.#open.length === 1 && (sign === ',' || sign === ']')) {
        this.#add(piece.slice(from, at));
        this.#between(sign);
      } else {
        if (!this.#begun) {
          this.#begun = { text: '', line: this.#line };
          from = at;
        }
        this.#inside(sign);
      }
    }
    this.#add(piece.slice(from));
    const elements = this.#elements;
    this.#elements = [];
    return elements;
  }

  /** Returns the element that the end of the file cuts off, if any. */
  end(): RowText[] {
    if (this.#state !== 'within') return [];
    this.#lose('is cut off: the file ends before the array does');
    return this.#elements;
  }

  #countLine(sign: string): void {
    if (sign === '\r' || (sign === '\n' && !this.#afterReturn)) this.#line += 1;
    this.#afterReturn = sign === '\r';
  }

  #withinString(sign: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (sign === '\\') this.#escaped = true;
    else if (sign === '"') this.#inString = false;
  }

  #inside(sign: string): void {
    if (sign === '"') this.#inString = true;
    else if (sign in closers) this.#open.push(closers[sign] as string);
    else if ((sign === '}' || sign === ']') && this.#open.pop() !== sign)
      this.#lose(`has a bracket on line ${this.#line} that closes nothing, so the rest can't be read`);
  }

  #between(sign: string): void {
    if (this.#begun) this.#finish(this.#begun);
    else if (sign === ',' || this.#afterComma)
      this.#elements.push({ text: '', line: this.#line, fault: 'is missing next to a comma' });
    this.#afterComma = sign === ',';
    if (sign === ']') this.#state = 'ended';
  }

  #add(text: string): void {
    if (!this.#begun || this.#tooLong) return;
    this.#begun.text += text;
    this.#tooLong = isTooLong(this.#begun.text);
    if (this.#tooLong) this.#begun.text = '';
  }

  #finish(element: RowText): void {
    this.#elements.push(
      this.#tooLong ? { ...element, fault: tooLong } : { ...element, text: element.text.trimEnd() },
    );
    this.#begun = undefined;
    this.#tooLong = false;
  }

  #lose(fault: string): void {
    this.#elements.push({ text: '', line: this.#begun?.line ?? this.#line, fault });
    this.#begun = undefined;
    this.#state = 'lost';
  }
}

const isSpace = (sign: string) => sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t';
