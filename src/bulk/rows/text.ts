import { isUtf8 } from 'node:buffer';
import { bytesOf, type RowSource } from './bytes.ts';
import { notRows, wrongEncoding } from './errors.ts';

/**
 * Reads a UTF-8 file as text, in chunks, without its byte order mark. Throws if it is not UTF-8
 * text, and as `bytesOf` does.
 */
export async function* textOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<string> {
  let begun = Buffer.alloc(0);
  let offset = 0;
  const { called } = source;
  for await (const chunk of bytesOf(source, signal)) {
    const mark = offset === 0 ? checkBeginning(called, chunk) : 0;
    const bytes = Buffer.concat([begun, chunk.subarray(mark)]);
    const start = offset + mark - begun.length;
    const whole = bytes.subarray(0, bytes.length - incompleteBytes(bytes));
    yield decoded(called, whole, start);
    begun = bytes.subarray(whole.length);
    offset += chunk.length;
  }
  if (begun.length > 0) throw wrongEncoding(called, { byte: offset - begun.length + 1 });
}

/** Checks the first chunk, and returns the length of its byte order mark. */
const checkBeginning = (called: string, bytes: Buffer): number => {
  const encoding = otherEncoding(bytes);
  if (encoding) throw wrongEncoding(called, { encoding });
  if (begins(bytes, 0x1f, 0x8b)) throw notRows(called, 'it is compressed with gzip');
  return bomLength(bytes);
};

const decoded = (called: string, bytes: Buffer, start: number): string => {
  const foreign = invalidByteOffset(bytes);
  if (foreign !== undefined) throw wrongEncoding(called, { byte: start + foreign + 1 });
  const zero = bytes.indexOf(0);
  if (zero >= 0) throw notRows(called, `byte ${start + zero + 1} is zero, which text never contains`);
  return bytes.toString('utf8');
};

const begins = (bytes: Buffer, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** The length of the UTF-8 byte order mark: 3 or 0. */
const bomLength = (beginning: Buffer): number => (begins(beginning, 0xef, 0xbb, 0xbf) ? 3 : 0);

/** The encoding of a file, if its beginning shows that it is not UTF-8. */
const otherEncoding = (beginning: Buffer): string | undefined => {
  if (begins(beginning, 0xff, 0xfe, 0, 0) || begins(beginning, 0, 0, 0xfe, 0xff)) return 'UTF-32';
  if (begins(beginning, 0xff, 0xfe)) return 'UTF-16 (little endian)';
  if (begins(beginning, 0xfe, 0xff)) return 'UTF-16 (big endian)';
  // Without a byte order mark: in ASCII text, every second byte is zero.
  const [first, second, third, fourth] = beginning;
  if (first && second === 0 && third && fourth === 0) return 'UTF-16 (little endian)';
  if (first === 0 && second && third === 0 && fourth) return 'UTF-16 (big endian)';
  return undefined;
};

/** How many bytes at the end of a chunk belong to a character that continues in the next chunk. */
const incompleteBytes = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthSaidBy(byte) > back ? back : 0;
  }
  return 0;
};

const lengthSaidBy = (leadByte: number) => {
  if (leadByte >= 0xf0) return 4;
  return leadByte >= 0xe0 ? 3 : 2;
};

const replacement = '\ufffd';
const replacementBytes = Buffer.from(replacement);

/** The offset of the first byte that is not valid UTF-8; undefined if all are. */
const invalidByteOffset = (bytes: Buffer): number | undefined => {
  if (isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  let at = -1;
  for (;;) {
    at = text.indexOf(replacement, at + 1);
    const byte = Buffer.byteLength(text.slice(0, at));
    // The file may contain the replacement character itself.
    if (!bytes.subarray(byte, byte + replacementBytes.length).equals(replacementBytes)) return byte;
  }
};
