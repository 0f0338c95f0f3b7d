import { encodingFault } from './encoding.ts';
import { bytesOf, type RowSource } from './row-source.ts';
import { isTooLong } from './row-text.ts';

/** The text of a UTF-8 file in chunks, without the byte order mark. Throws as `bytesOf` does, and if it is not UTF-8. */
export async function* textOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Buffer): string | undefined => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      return text.includes('\0') ? undefined : text;
    } catch {
      return undefined;
    }
  };
  for await (const chunk of bytesOf(source, signal)) yield decoded(chunk) ?? (await refused(source, signal));
  yield decoded() ?? (await refused(source, signal));
}

const refused = async (source: RowSource, signal?: AbortSignal): Promise<never> => {
  throw await encodingFault(source, signal);
};

export interface Line {
  text: string;
  /** From 1. */
  number: number;
  /** LF, CRLF or CR; empty at the end of the file. */
  end: string;
  /** Longer than a row may be; the text is then dropped. */
  tooLong: boolean;
}

export class LineSplitter {
  #begun = '';
  #tooLong = false;
  #number = 1;
  #heldReturn = '';

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

/** Yields the lines of a UTF-8 file in batches. Throws as `textOf` does. */
export async function* linesOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const piece of textOf(source, signal)) yield splitter.take(piece);
  yield splitter.end();
}
