import { isUtf8 } from 'node:buffer';
import type { Failure } from '../../failure/failure.ts';
import { invalidInput } from '../../failure/kinds.ts';
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
  const refuse = async (): Promise<never> => {
    throw await encodingFault(source, signal);
  };
  for await (const chunk of bytesOf(source, signal)) yield decoded(chunk) ?? (await refuse());
  yield decoded() ?? (await refuse());
}

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
export const linesOf = (source: RowSource, signal?: AbortSignal): AsyncGenerator<Line[]> =>
  splitLines(textOf(source, signal));

async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const piece of pieces) yield splitter.take(piece);
  yield splitter.end();
}

const wrongEncoding = (called: string, why: string): Failure =>
  invalidInput(
    `${called} is not written in UTF-8: ${why}`,
    'Nothing was sent. Save the file as UTF-8 (in Excel: as "CSV UTF-8"), or as a workbook (.xlsx).',
  );

/** Why a file is not text, and in which line. Reads it once more, since counting lines would slow down every reading. */
const encodingFault = async (source: RowSource, signal?: AbortSignal): Promise<Error> => {
  for await (const lines of splitLines(bytesAsText(source, signal)))
    for (const { text, number } of lines) {
      if (!isUtf8(Buffer.from(text, 'latin1')))
        return wrongEncoding(source.called, `line ${number} has a byte that is not UTF-8`);
      if (text.includes('\0')) return wrongEncoding(source.called, `line ${number} has a NUL character`);
    }
  return wrongEncoding(source.called, 'a line that is longer than a row may be has a byte that is not UTF-8');
};

/** Each byte as a character: line ends are the same as in UTF-8. */
async function* bytesAsText(source: RowSource, signal?: AbortSignal): AsyncGenerator<string> {
  for await (const chunk of bytesOf(source, signal)) yield chunk.toString('latin1');
}
