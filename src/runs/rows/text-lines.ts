import type { Failure } from '../../failure/failure.ts';
import { invalidInput } from '../../failure/kinds.ts';
import { bytesOf, notRows, type RowSource } from './row-source.ts';
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
export async function* linesOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const piece of textOf(source, signal)) yield splitter.take(piece);
  yield splitter.end();
}

const wrongEncoding = (called: string, why: string): Failure =>
  invalidInput(
    `${called} is not written in UTF-8: ${why}`,
    'Nothing was sent. Save the file as UTF-8 (in Excel: as "CSV UTF-8"), or as a workbook (.xlsx).',
  );

/** Why a file is not text, and in which line. Reads it once more, since counting lines would slow down every reading. */
const encodingFault = async (source: RowSource, signal?: AbortSignal): Promise<Error> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 1;
  let previous: Buffer | undefined;
  for await (const chunk of bytesOf(source, signal)) {
    if (previous === undefined && isUtf16(chunk)) return wrongEncoding(source.called, 'it is in UTF-16');
    for (const piece of piecesOf(chunk)) {
      // CRLF is one line end.
      const isSecondHalf = previous?.at(-1) === carriageReturn && piece[0] === lineFeed;
      if (!isSecondHalf && previous !== undefined && isLineEnd(previous.at(-1))) number += 1;
      previous = piece;
      if (piece.includes(0)) return notRows(source.called, `line ${number} has a NUL character`);
      // A character never continues in the next piece, unless the line is cut by the end of a chunk.
      if (!isDecoded(decoder, piece))
        return wrongEncoding(source.called, `line ${number} has a byte that is not UTF-8`);
    }
  }
  return wrongEncoding(source.called, `line ${number} ends within a character`);
};

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const isLineEnd = (byte: number | undefined) => byte === lineFeed || byte === carriageReturn;

/** The parts of a chunk, each up to and with a line end. */
function* piecesOf(chunk: Buffer): Generator<Buffer> {
  let from = 0;
  for (let at = 0; at < chunk.length; at += 1)
    if (isLineEnd(chunk[at])) {
      yield chunk.subarray(from, at + 1);
      from = at + 1;
    }
  if (from < chunk.length) yield chunk.subarray(from);
}

const isDecoded = (decoder: TextDecoder, piece: Buffer): boolean => {
  try {
    decoder.decode(piece, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** In UTF-16, every other byte of most texts is zero. */
const isUtf16 = (chunk: Buffer): boolean => {
  const [first = 0, second = 0] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const pairs = Math.min(chunk.length >> 1, 16);
  const isEmpty = (offset: number) =>
    Array.from({ length: pairs }, (_, at) => chunk[2 * at + offset]).every((byte) => byte === 0);
  return pairs > 0 && (isEmpty(0) || isEmpty(1));
};
