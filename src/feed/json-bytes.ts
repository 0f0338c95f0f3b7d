/** The bytes that JSON is built of, as UTF-8 writes them. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openArray = 0x5b;
export const closeArray = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;
export const backslash = 0x5c;
export const lineEnd = 0x0a;

/** What some writers put before a file to say that it is UTF-8. */
export const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** White space, as far as JSON knows any. */
export const isSpace = (byte: number) => byte === 0x20 || byte === lineEnd || byte === 0x0d || byte === 0x09;

/** The bytes of numbers, `true`, `false` and `null`: digits, small letters, `.`, `-`, `+` and `E`. */
export const isScalar = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2e ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x45;

/** Where a byte stands first at or after `from`; the length of the chunk where it does not. */
export const position = (chunk: Buffer, byte: number, from: number): number => {
  const found = chunk.indexOf(byte, from);
  return found < 0 ? chunk.length : found;
};
