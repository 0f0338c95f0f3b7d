import { bytesOf } from './bytes.ts';
import { begunCharacter, foreignByte, foreignEncoding, foreignKind, markLength } from './encoding.ts';
import { NotRows, WrongEncoding } from './errors.ts';

/**
 * The text of a UTF-8 file, piece by piece, without its byte order mark. Throws `WrongEncoding` and `NotRows` at what
 * is no such text, and as `bytesOf` does.
 */
export async function* textOf(path: string, signal?: AbortSignal): AsyncGenerator<string> {
  let begun = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of bytesOf(path, signal)) {
    const mark = offset === 0 ? judgeBeginning(path, chunk) : 0;
    const bytes = Buffer.concat([begun, chunk.subarray(mark)]);
    const start = offset + mark - begun.length;
    const whole = bytes.subarray(0, bytes.length - begunCharacter(bytes));
    yield decoded(path, whole, start);
    begun = bytes.subarray(whole.length);
    offset += chunk.length;
  }
  if (begun.length > 0) throw new WrongEncoding(path, { byte: offset - begun.length + 1 });
}

/** How many bytes to leave out at the beginning. */
const judgeBeginning = (path: string, bytes: Buffer): number => {
  const encoding = foreignEncoding(bytes);
  if (encoding) throw new WrongEncoding(path, { encoding });
  const kind = foreignKind(bytes);
  if (kind) throw new NotRows(path, kind);
  return markLength(bytes);
};

const decoded = (path: string, bytes: Buffer, start: number): string => {
  const foreign = foreignByte(bytes);
  if (foreign !== undefined) throw new WrongEncoding(path, { byte: start + foreign + 1 });
  const zero = bytes.indexOf(0);
  if (zero >= 0) throw new NotRows(path, `byte ${start + zero + 1} is zero, which is in no text`);
  return bytes.toString('utf8');
};
