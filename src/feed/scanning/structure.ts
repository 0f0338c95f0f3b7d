import { closeArray, closeObject, colon, comma, openArray, openObject, quote } from './json-bytes.ts';
import {
  begin,
  closeBracket,
  dropSpace,
  end,
  goOn,
  nextEntry,
  openBracket,
  passString,
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
  /** Of a number, `true`, `false` or `null`. */
  scalar: 9,
} as const;

/** What was read last, which says what may come next: in the outermost array, in an array, or in an object. */
export const scanStates = {
  root: 0,
  end: 1,
  outermostBegin: 2,
  outermostValue: 3,
  outermostScalar: 4,
  outermostValueEnd: 5,
  arrayBegin: 6,
  arrayValue: 7,
  arrayScalar: 8,
  arrayValueEnd: 9,
  objectBegin: 10,
  objectName: 11,
  objectNameEnd: 12,
  objectValue: 13,
  objectScalar: 14,
  objectValueEnd: 15,
} as const;

/** The kind of each byte. */
export const byteKinds = (): Uint8Array => {
  const signs = new Map<number, number>([
    [quote, byteKind.quote],
    [comma, byteKind.comma],
    [colon, byteKind.colon],
    [openObject, byteKind.openObject],
    [closeObject, byteKind.closeObject],
    [openArray, byteKind.openArray],
    [closeArray, byteKind.closeArray],
  ]);
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    if (isSpace(byte)) return byteKind.space;
    return signs.get(byte) ?? (isScalar(byte) ? byteKind.scalar : byteKind.other);
  });
};

/** What some programs put at the beginning of a UTF-8 file. */
export const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** Whether JSON takes a byte for white space. */
export const isSpace = (byte: number): boolean => [0x20, 0x0a, 0x0d, 0x09].includes(byte);

/** The bytes of numbers, `true`, `false` and `null`: digits, lower-case letters, `.`, `-`, `+` and `E`. */
const isScalar = (byte: number): boolean => /[0-9a-z.+E-]/.test(String.fromCharCode(byte));

/** What to do at a byte, and the state after it: one byte of the table of steps. */
const step = (deed: number, state: number): number => (deed << 4) | state;

/** For each state, sixteen steps, one for each kind of byte. */
export const stepTable = (): Uint8Array => {
  const table = new Uint8Array(256).fill(step(unexpected, 0));
  const set = (state: number, next: Partial<Record<keyof typeof byteKind, number>>) => {
    for (const [kind, to] of Object.entries(next))
      table[(state << 4) | byteKind[kind as keyof typeof byteKind]] = to;
  };
  const open = {
    openObject: step(openBracket, scanStates.objectBegin),
    openArray: step(openBracket, scanStates.arrayBegin),
  };
  // The state after a closed bracket depends on where the bracket was opened.
  const close = step(closeBracket, 0);
  const array = (begin: number, closeArray: number, comma: number) => {
    const [value, scalar, valueEnd] = [begin + 1, begin + 2, begin + 3];
    const values = { quote: step(passString, valueEnd), ...open, scalar };
    set(begin, { ...values, space: step(dropSpace, begin), closeArray });
    set(value, { ...values, space: step(dropSpace, value) });
    set(scalar, { scalar, space: step(dropSpace, valueEnd), comma, closeArray });
    set(valueEnd, { space: step(dropSpace, valueEnd), comma, closeArray });
  };
  array(scanStates.outermostBegin, step(end, scanStates.end), step(nextEntry, scanStates.outermostValue));
  array(scanStates.arrayBegin, close, step(goOn, scanStates.arrayValue));
  const { objectBegin, objectName, objectNameEnd, objectValue, objectScalar, objectValueEnd } = scanStates;
  const name = step(passString, objectNameEnd);
  set(objectBegin, { space: step(dropSpace, objectBegin), quote: name, closeObject: close });
  set(objectName, { space: step(dropSpace, objectName), quote: name });
  set(objectNameEnd, { space: step(dropSpace, objectNameEnd), colon: objectValue });
  set(objectValue, {
    space: step(dropSpace, objectValue),
    quote: step(passString, objectValueEnd),
    ...open,
    scalar: objectScalar,
  });
  set(objectScalar, {
    scalar: objectScalar,
    space: step(dropSpace, objectValueEnd),
    comma: objectName,
    closeObject: close,
  });
  set(objectValueEnd, { space: step(dropSpace, objectValueEnd), comma: objectName, closeObject: close });
  set(scanStates.end, { space: step(dropSpace, scanStates.end) });
  table.fill(step(begin, scanStates.root), scanStates.root << 4, (scanStates.root + 1) << 4);
  set(scanStates.root, { space: step(dropSpace, scanStates.root) });
  return table;
};

/** For each state, the one after a value that begins in it. */
export const behindValues = (): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, state) => {
    if (state <= scanStates.outermostValueEnd) return scanStates.outermostValueEnd;
    return state <= scanStates.arrayValueEnd ? scanStates.arrayValueEnd : scanStates.objectValueEnd;
  });

/** What the next byte must be, as a clause. */
export const expectationIn = (state: number): string => {
  switch (state) {
    case scanStates.outermostBegin:
    case scanStates.arrayBegin:
      return 'a value or "]" is expected';
    case scanStates.outermostValue:
    case scanStates.arrayValue:
    case scanStates.objectValue:
      return 'a value is expected';
    case scanStates.objectBegin:
      return 'a name or "}" is expected';
    case scanStates.objectName:
      return 'a name is expected';
    case scanStates.objectNameEnd:
      return '":" is expected';
    case scanStates.end:
      return 'the array has ended, and more follows';
    default:
      return 'a comma or the fitting bracket is expected';
  }
};
