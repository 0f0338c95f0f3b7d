import type { RowSource } from './bytes.ts';
import { isTooLong } from './row.ts';
import { textOf } from './text.ts';

/** A physical line of a file. */
export interface Line {
  text: string;
  /** Counted from 1. */
  number: number;
  /** Its line end: LF, CRLF or CR; empty at the end of the file. */
  end: string;
  /** Whether it is longer than a row may be; its text is then dropped. */
  tooLong: boolean;
}

/** Splits text, read in chunks, into lines. */
export class LineSplitter {
  #begun = '';
  #tooLong = false;
  #number = 1;
  #heldReturn = '';

  /** Takes a chunk of text, and returns the lines that it completes. */
  take(piece: string): Line[] {
    let text = this.#heldReturn + piece;
    // A final CR may be the first half of a CRLF.
    this.#heldReturn = text.endsWith('\r') ? '\r' : '';
    if (this.#heldReturn) text = text.slice(0, -1);
    const lines: Line[] = [];
    let from = 0;
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
      this.#add(text.slice(from, index));
      lines.push(this.#line(end));
      from = index + end.length;
    }
    this.#add(text.slice(from));
    return lines;
  }

  /** Returns the last line, if the file does not end with a line end. */
  end(): Line[] {
    const last = this.#heldReturn || this.#begun || this.#tooLong;
    return last ? [this.#line(this.#heldReturn)] : [];
  }

  #add(text: string): void {
    if (this.#tooLong) return;
    this.#begun += text;
    this.#tooLong = isTooLong(this.#begun);
  }

  #line(end: string): Line {
    const line = {
      text: this.#tooLong ? '' : this.#begun,
      number: this.#number,
      end,
      tooLong: this.#tooLong,
    };
    this.#begun = '';
    this.#tooLong = false;
    this.#number += 1;
    return line;
  }
}

/** Reads the lines of a UTF-8 file, many at a time. Throws as `textOf` does. */
export async function* linesOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const piece of textOf(source, signal)) yield splitter.take(piece);
  yield splitter.end();
}
