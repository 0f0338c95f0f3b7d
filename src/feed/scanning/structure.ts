import {
  begin,
  beginLexeme,
  closeArray,
  closeBracket,
  closeObject,
  colon,
  comma,
  dropSpace,
  end,
  goOn,
  lineEnd,
  nextEntry,
  openArray,
  openBracket,
  openObject,
  quote,
  unexpected,
} from './protocol.ts';

/** What a byte outside strings can be. */
const byteKind = {
  other: 0,
  space: 1,
  quote: 2,
  comma: 3,
  colon: 4,
  openObject: 5,
  closeObject: 6,
  openArray: 7,
  closeArray: 8,
  /** The first of a number, `true`, `false` or `null`. */
  scalar: 9,
  /** White space, except between the lines of NDJSON. */
  lineEnd: 10,
} as const;

/** The last token, which determines the next: in the outermost array, in an array, in an object, or in a line of NDJSON. */
export const scanStates = {
  root: 0,
  end: 1,
  outermostBegin: 2,
  outermostValue: 3,
  outermostValueEnd: 4,
  arrayBegin: 5,
  arrayValue: 6,
  arrayValueEnd: 7,
  objectBegin: 8,
  objectName: 9,
  objectNameEnd: 10,
  objectValue: 11,
  objectValueEnd: 12,
  lineBegin: 13,
  lineValueEnd: 14,
} as const;

export const byteKinds = (): Uint8Array => {
  const signs = new Map<number, number>([
    [quote, byteKind.quote],
    [comma, byteKind.comma],
    [colon, byteKind.colon],
    [openObject, byteKind.openObject],
    [closeObject, byteKind.closeObject],
    [openArray, byteKind.openArray],
    [closeArray, byteKind.closeArray],
    [lineEnd, byteKind.lineEnd],
  ]);
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const other = isScalar(byte) ? byteKind.scalar : byteKind.other;
    return signs.get(byte) ?? (isSpace(byte) ? byteKind.space : other);
  });
};

/** Some programs put it at the beginning of a UTF-8 file. */
export const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

const isSpace = (byte: number): boolean => [0x20, 0x0a, 0x0d, 0x09].includes(byte);

/** The bytes that a number, `true`, `false` or `null` can begin with. */
const isScalar = (byte: number): boolean => /[-0-9tfn]/.test(String.fromCharCode(byte));

/** What to do at a byte, and the state after it: one byte of the table of steps. */
const step = (action: number, state: number): number => (action << 4) | state;

/** For each state, sixteen steps, one for each kind of byte. */
export const stepTable = (): Uint8Array => {
  const table = new Uint8Array(256).fill(step(unexpected, 0));
  const set = (state: number, next: Partial<Record<keyof typeof byteKind, number>>) => {
    for (const [kind, to] of Object.entries(next))
      table[(state << 4) | byteKind[kind as keyof typeof byteKind]] = to;
  };
  const { outermostBegin, outermostValue, outermostValueEnd } = scanStates;
  const { arrayBegin, arrayValue, arrayValueEnd } = scanStates;
  const { objectBegin, objectName, objectNameEnd, objectValue, objectValueEnd } = scanStates;
  const space = (state: number) => ({ space: step(dropSpace, state), lineEnd: step(dropSpace, state) });
  for (const state of Object.values(scanStates)) set(state, space(state));
  const object = { openObject: step(openBracket, objectBegin) };
  const valuesBefore = (after: number) => ({
    ...object,
    openArray: step(openBracket, arrayBegin),
    quote: step(beginLexeme, after),
    scalar: step(beginLexeme, after),
  });
  // The state after a closed bracket depends on where the bracket was opened.
  const close = step(closeBracket, 0);

  // Products are objects.
  const comma = step(nextEntry, outermostValue);
  const closeOutermost = step(end, scanStates.end);
  set(outermostBegin, { ...object, closeArray: closeOutermost });
  set(outermostValue, object);
  set(outermostValueEnd, { comma, closeArray: closeOutermost });

  set(arrayBegin, { ...valuesBefore(arrayValueEnd), closeArray: close });
  set(arrayValue, valuesBefore(arrayValueEnd));
  set(arrayValueEnd, { comma: step(goOn, arrayValue), closeArray: close });

  const name = { quote: step(beginLexeme, objectNameEnd) };
  set(objectBegin, { ...name, closeObject: close });
  set(objectName, name);
  set(objectNameEnd, { colon: step(goOn, objectValue) });
  set(objectValue, valuesBefore(objectValueEnd));
  set(objectValueEnd, { comma: step(goOn, objectName), closeObject: close });

  set(scanStates.lineBegin, object);
  set(scanStates.lineValueEnd, { lineEnd: step(nextEntry, scanStates.lineBegin) });

  table.fill(step(begin, scanStates.root), scanStates.root << 4, (scanStates.root + 1) << 4);
  set(scanStates.root, space(scanStates.root));
  return table;
};

/** For each state, the one after a value that begins in it. */
export const behindValues = (): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, state) => {
    if (state <= scanStates.outermostValueEnd) return scanStates.outermostValueEnd;
    if (state <= scanStates.arrayValueEnd) return scanStates.arrayValueEnd;
    return state <= scanStates.objectValueEnd ? scanStates.objectValueEnd : scanStates.lineValueEnd;
  });
