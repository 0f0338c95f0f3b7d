import {
  backslash,
  closeArray,
  closeObject,
  colon,
  comma,
  isScalar,
  isSpace,
  lineEnd,
  openArray,
  openObject,
  quote,
} from './json-bytes.ts';

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

/** What is to be done at a byte, where it takes more than going on to another state. All come behind the states. */
export const actions = {
  begin: 16,
  openObject: 17,
  openArray: 18,
  close: 19,
  entryEnd: 20,
  end: 21,
  fault: 22,
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

/** 1 for each byte that is something else within a string than a part of its text. */
export const stringStops = (): Uint8Array => {
  const stops = new Uint8Array(256);
  for (const byte of [quote, backslash, lineEnd]) stops[byte] = 1;
  return stops;
};

/** Where the row of a state begins in the table of transitions. */
export const rowShift = 4;

/** For each state and kind of byte the next state, or the action. */
export const transitions = (): Uint8Array => {
  const table = new Uint8Array(16 << rowShift).fill(actions.fault);
  const set = (state: number, next: Partial<Record<keyof typeof kinds, number>>) => {
    for (const [kind, to] of Object.entries(next))
      table[(state << rowShift) | kinds[kind as keyof typeof kinds]] = to;
  };
  const { openObject, openArray, close } = actions;
  const array = (begin: number, closing: { empty: number; full: number }, afterComma: number) => {
    const [value, scalar, valueEnd] = [begin + 1, begin + 2, begin + 3];
    const values = { quote: valueEnd, openObject, openArray, scalar };
    set(begin, { ...values, space: begin, closeArray: closing.empty });
    set(value, { ...values, space: value });
    set(scalar, { scalar, space: valueEnd, comma: afterComma, closeArray: closing.full });
    set(valueEnd, { space: valueEnd, comma: afterComma, closeArray: closing.full });
  };
  array(states.outermostBegin, { empty: actions.end, full: actions.end }, actions.entryEnd);
  array(states.arrayBegin, { empty: close, full: close }, states.arrayValue);
  const { objectBegin, objectName, objectNameEnd, objectValue, objectScalar, objectValueEnd } = states;
  set(objectBegin, { space: objectBegin, quote: objectNameEnd, closeObject: close });
  set(objectName, { space: objectName, quote: objectNameEnd });
  set(objectNameEnd, { space: objectNameEnd, colon: objectValue });
  set(objectValue, {
    space: objectValue,
    quote: objectValueEnd,
    openObject,
    openArray,
    scalar: objectScalar,
  });
  set(objectScalar, { scalar: objectScalar, space: objectValueEnd, comma: objectName, closeObject: close });
  set(objectValueEnd, { space: objectValueEnd, comma: objectName, closeObject: close });
  set(states.end, { space: states.end });
  table.fill(actions.begin, states.root << rowShift, (states.root + 1) << rowShift);
  set(states.root, { space: states.root });
  return table;
};

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

/** The state behind a value that is begun in another state. */
export const behindValue = (state: number): number => {
  if (state <= states.outermostValueEnd) return states.outermostValueEnd;
  return state <= states.arrayValueEnd ? states.arrayValueEnd : states.objectValueEnd;
};
