import { closeArray, closeObject, colon, comma, openArray, openObject, quote } from './json-bytes.ts';
import {
  begin,
  closeBracket,
  dropSpace,
  end,
  fault,
  goOn,
  nextEntry,
  openBracket,
  passString,
} from './protocol.ts';

/** What a byte outside strings can be. */
export const kinds = {
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

/** What was read last, and so what may come next: in the outermost array, in an array, or in an object. */
export const states = {
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
    [quote, kinds.quote],
    [comma, kinds.comma],
    [colon, kinds.colon],
    [openObject, kinds.openObject],
    [closeObject, kinds.closeObject],
    [openArray, kinds.openArray],
    [closeArray, kinds.closeArray],
  ]);
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    if (isSpace(byte)) return kinds.space;
    return signs.get(byte) ?? (isScalar(byte) ? kinds.scalar : kinds.other);
  });
};

/** What some writers put before a file to say that it is UTF-8. */
export const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** White space, as far as JSON knows any. */
export const isSpace = (byte: number): boolean => [0x20, 0x0a, 0x0d, 0x09].includes(byte);

/** The bytes of numbers, `true`, `false` and `null`: digits, small letters, `.`, `-`, `+` and `E`. */
const isScalar = (byte: number): boolean => /[0-9a-z.+E-]/.test(String.fromCharCode(byte));

/** What is done at a byte, and the state behind it: one byte of the table of steps. */
const step = (deed: number, state: number): number => (deed << 4) | state;

/** For each state, sixteen steps, one for each kind of byte. */
export const steps = (): Uint8Array => {
  const table = new Uint8Array(256).fill(step(fault, 0));
  const set = (state: number, next: Partial<Record<keyof typeof kinds, number>>) => {
    for (const [kind, to] of Object.entries(next))
      table[(state << 4) | kinds[kind as keyof typeof kinds]] = to;
  };
  const open = {
    openObject: step(openBracket, states.objectBegin),
    openArray: step(openBracket, states.arrayBegin),
  };
  // Where a bracket leads to when it is closed is known from where it was opened.
  const close = step(closeBracket, 0);
  const array = (begin: number, closeArray: number, comma: number) => {
    const [value, scalar, valueEnd] = [begin + 1, begin + 2, begin + 3];
    const values = { quote: step(passString, valueEnd), ...open, scalar };
    set(begin, { ...values, space: step(dropSpace, begin), closeArray });
    set(value, { ...values, space: step(dropSpace, value) });
    set(scalar, { scalar, space: step(dropSpace, valueEnd), comma, closeArray });
    set(valueEnd, { space: step(dropSpace, valueEnd), comma, closeArray });
  };
  array(states.outermostBegin, step(end, states.end), step(nextEntry, states.outermostValue));
  array(states.arrayBegin, close, step(goOn, states.arrayValue));
  const { objectBegin, objectName, objectNameEnd, objectValue, objectScalar, objectValueEnd } = states;
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
  set(states.end, { space: step(dropSpace, states.end) });
  table.fill(step(begin, states.root), states.root << 4, (states.root + 1) << 4);
  set(states.root, { space: step(dropSpace, states.root) });
  return table;
};

/** For each state the one behind a value that begins in it. */
export const behindValues = (): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, state) => {
    if (state <= states.outermostValueEnd) return states.outermostValueEnd;
    return state <= states.arrayValueEnd ? states.arrayValueEnd : states.objectValueEnd;
  });

/** What the next byte must be, as a clause. */
export const expectationIn = (state: number): string => {
  switch (state) {
    case states.outermostBegin:
    case states.arrayBegin:
      return 'a value or "]" is expected';
    case states.outermostValue:
    case states.arrayValue:
    case states.objectValue:
      return 'a value is expected';
    case states.objectBegin:
      return 'a name or "}" is expected';
    case states.objectName:
      return 'a name is expected';
    case states.objectNameEnd:
      return '":" is expected';
    case states.end:
      return 'the array has ended, and more follows';
    default:
      return 'a comma or the fitting bracket is expected';
  }
};
