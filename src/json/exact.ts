import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

// Numbers that JavaScript prints otherwise: 16 digits or more, an exponent, a fraction that ends in 0 or begins with six of them,
// -0. Identifiers in texts may look like exponents, so only what follows a space or one of these signs counts.
const mayBeRewritten =
  /(?:^|[\s:,[])(?:-?(?:[\d.]{16}|[\d.]+[eE]|(?:\d+\.\d*0|0\.0{6}\d*)(?=\s*(?:[,\]}]|$)))|-0(?=\s*(?:[,\]}]|$)))/;

/** Keeps how the numbers of an object or array were written. A copy with `...` has it, too; JSON.stringify leaves it out. */
const written = Symbol('how its numbers were written');

type Written = ReadonlyMap<string, string>;
type Holder = object & { [written]?: Written };

/** So many levels are parsed: much of what works on values is recursive, and some megabytes of brackets take seconds. */
export const mostLevels = 100;

/** The JSON is nested deeper than anything of ours follows. */
export class NestedTooDeep extends Error {
  constructor() {
    super(`is nested deeper than ${mostLevels} levels`);
  }
}

/** The text itself. Throws `NestedTooDeep`, in a time that is nothing beside that of parsing. */
export const notTooDeep = (json: string): string => {
  // Most texts open too few levels to nest deep.
  if (!opensMore(json, mostLevels)) return json;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') at = endOfString(json, at + 1);
    else if (sign === '[' || sign === '{') level += 1;
    else if (sign === ']' || sign === '}') level -= 1;
    if (level > mostLevels) throw new NestedTooDeep();
  }
  return json;
};

const opensMore = (json: string, most: number): boolean => {
  let opened = 0;
  for (const sign of '[{')
    for (let at = json.indexOf(sign); at !== -1; at = json.indexOf(sign, at + 1))
      if (++opened > most) return true;
  return false;
};

const endOfString = (json: string, from: number): number => {
  let at = from;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
};

/**
 * Parses JSON without losing a digit. A number that JavaScript can't hold becomes a `LosslessNumber`, which is no number to a
 * schema. How any other was written, such as `2.50` or `1E5`, comes back with `asWritten`. Throws `NestedTooDeep`.
 */
export const parseJson = (json: string): unknown => {
  const text = notTooDeep(json);
  if (!mayBeRewritten.test(text)) return JSON.parse(text);
  return asNumbers(
    parse(text, null, {
      parseNumber: (digits) =>
        String(Number(digits)) === digits ? Number(digits) : new LosslessNumber(digits),
      onDuplicateKey: ({ newValue }) => newValue,
    }),
  );
};

/** Whether a parsed value is a whole number, even one that JavaScript can't hold. */
export const isWholeNumber = (value: unknown): boolean =>
  Number.isInteger(value) || (isLosslessNumber(value) && /^-?\d+$/.test(value.value));

/** A number, however it was written; undefined for anything else, and for one that JavaScript can't hold. */
export const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return isLosslessNumber(value) && isSafeNumber(value.value) ? Number(value.value) : undefined;
};

/** Replaces numbers that JavaScript can hold, and keeps how they were written. */
const asNumbers = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  const texts = new Map<string, string>();
  for (const [name, part] of Object.entries(value)) {
    if (!isLosslessNumber(part)) asNumbers(part);
    else if (isSafeNumber(part.value)) {
      define(value, name, Number(part.value));
      texts.set(name, part.value);
    }
  }
  if (texts.size > 0) keepWritten(value, texts);
  return value;
};

// An assignment to `__proto__` would do something else.
const define = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
};

const keepWritten = (holder: Holder, texts: Written): void => {
  holder[written] = texts;
};

/** Makes a copy with other names keep how the numbers of the original were written. */
export const writtenAs = <Copy extends object>(
  copy: Copy,
  original: Holder,
  nameOf: (name: string) => string,
): Copy => {
  const texts = original[written];
  if (texts) keepWritten(copy, new Map([...texts].map(([name, text]) => [nameOf(name), text])));
  return copy;
};

/** A value for printing: each number as it was written is a `LosslessNumber`. Without any, the value itself. */
export const asWritten = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  const texts = (value as Holder)[written];
  let changed: Value | undefined;
  for (const name in value) {
    const part = value[name];
    const text = texts?.get(name);
    const shown =
      text !== undefined && Object.is(Number(text), part) ? new LosslessNumber(text) : asWritten(part);
    if (shown === part) continue;
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Value;
    define(changed as object, name, shown);
  }
  return changed ?? value;
};

const holdsExactNumbers = (value: unknown): boolean => {
  if (typeof value === 'bigint' || isLosslessNumber(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsExactNumbers);
};

/** A value as JSON, with all digits of each `LosslessNumber`. */
export const exactText = (value: unknown, indent?: number): string | undefined =>
  (holdsExactNumbers(value) ? stringify : JSON.stringify)(value, null, indent);
export const nestsTooDeep = (value: unknown, levels = mostLevels): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => nestsTooDeep(part, levels - 1)));

/** Where a text is no JSON, by the message of lossless-json: `line 3, column 12`. */
export const placeOfFault = (text: string, message: string): string => {
  const lines = text.slice(0, Number(/at position (\d+)$/.exec(message)?.[1] ?? 0)).split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
};

/** The value of a text of JSON; undefined if it is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
