import type { Failure } from '../../failure/failure.ts';
import { invalidInput } from '../../failure/kinds.ts';
import { bytesOf, notRows, type RowSource } from './row-source.ts';

const wrongEncoding = (called: string, why: string): Failure =>
  invalidInput(
    `${called} is not written in UTF-8: ${why}`,
    'Nothing was sent. Save the file as UTF-8 (in Excel: as "CSV UTF-8"), or as a workbook (.xlsx).',
  );

/** Why a file is not text, and in which line. Reads it once more, since counting lines would slow down every reading. */
export const encodingFault = async (source: RowSource, signal?: AbortSignal): Promise<Error> => {
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
