import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

// The spellings that JavaScript does not print as it read them: 16 digits or more, an exponent, a fraction that ends in 0 or
// begins with six of them, -0. In texts nothing is rounded, but identifiers there may look like exponents, so only what
// follows a space or one of these signs counts.
const mayBeRewritten =
  /(?:^|[\s:,[])(?:-?(?:[\d.]{16}|[\d.]+[eE]|(?:\d+\.\d*0|0\.0{6}\d*)(?=\s*(?:[,\]}]|$)))|-0(?=\s*(?:[,\]}]|$)))/;

/** Where an object or array keeps how its numbers were written. A copy with `...` keeps it, and JSON.stringify leaves it out. */
const written = Symbol('how its numbers were written');

type Written = ReadonlyMap<string, string>;
type Holder = object & { [written]?: Written };

/**
 * Parses JSON without losing a digit. A number that JavaScript can't hold becomes a `LosslessNumber`, which is no number
 * to a schema. Any other is a number, and if it was written as `2.50` or `1E5`, `asWritten` brings that back.
 */
export const parseJson = (text: string): unknown => {
  if (!mayBeRewritten.test(text)) return JSON.parse(text);
  try {
    return asNumbers(
      parse(text, null, {
        parseNumber: (digits) =>
          String(Number(digits)) === digits ? Number(digits) : new LosslessNumber(digits),
        onDuplicateKey: ({ newValue }) => newValue,
      }),
    );
  } catch (error) {
    // It calls itself for each level, so that deep nesting is too much for it.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
};

/** Whether a value that was parsed is a whole number, even one that JavaScript can't hold. */
export const isWholeNumber = (value: unknown): boolean =>
  Number.isInteger(value) || (isLosslessNumber(value) && /^-?\d+$/.test(value.value));

/** Puts numbers for those that JavaScript can hold, and notes how they were written. */
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

/** Lets a copy under other names know how the numbers of the original were written. */
export const writtenAs = <Copy extends object>(
  copy: Copy,
  original: Holder,
  nameOf: (name: string) => string,
): Copy => {
  const texts = original[written];
  if (texts) keepWritten(copy, new Map([...texts].map(([name, text]) => [nameOf(name), text])));
  return copy;
};

/** A value to be printed: each number as it was written, as a `LosslessNumber`. Where there is none, the value itself. */
export const asWritten = <Value>(value: Value, level = 0): Value => {
  // What nests deeper is not printed.
  if (typeof value !== 'object' || value === null || isLosslessNumber(value) || level > mostLevels)
    return value;
  const texts = (value as Holder)[written];
  let changed: [string, unknown][] | undefined;
  const entries = Object.entries(value);
  for (const [index, [name, part]] of entries.entries()) {
    const text = texts?.get(name);
    const shown =
      text !== undefined && Object.is(Number(text), part)
        ? new LosslessNumber(text)
        : asWritten(part, level + 1);
    if (shown === part) continue;
    changed ??= [...entries];
    changed[index] = [name, shown];
  }
  if (changed === undefined) return value;
  return (Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)) as Value;
};

/** Whether a value holds numbers that JSON.stringify cannot write digit by digit. */
const holdsExactNumbers = (value: unknown): boolean => {
  if (typeof value === 'bigint' || isLosslessNumber(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsExactNumbers);
};

/** A value as JSON, with all digits of the numbers that were read as a `LosslessNumber`; undefined as JSON.stringify has it. */
export const exactText = (value: unknown, indent?: number): string | undefined =>
  (holdsExactNumbers(value) ? stringify : JSON.stringify)(value, null, indent);
/** How many levels of objects and arrays are printed: whatever prints them calls itself for each. */
export const mostLevels = 100;

/** Whether objects and arrays nest deeper in a value than so many levels. */
export const nestsTooDeep = (value: unknown, levels = mostLevels): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => nestsTooDeep(part, levels - 1)));
