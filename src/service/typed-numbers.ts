/*
 * Whole numbers as people type them, in arguments, in flags and in rows: one form everywhere, so that a line that worked for one
 * listing works for a file of them.
 */

/** Why a value is wrong, in words that follow the name of its field: `must be 0 or more, not -1`. */
export interface Fault {
  readonly fault: string;
}

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'fault' in value;

export interface Bounds {
  min?: number;
  max?: number;
  /** Whether a plus sign may come before it, as before a difference: `+2`. */
  mayHavePlus?: boolean;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

/** A number of requests a second: `50`, `50/s`, `1000/min`. Zero or less is no rate, and neither is any other text. */
export const requestsPerSecond = (text: string): number | Fault => {
  const [, count = '', unit = 's'] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|min|h))?$/.exec(text) ?? [];
  const perSecond = Number(count) / (secondsOf[unit] ?? 1);
  return perSecond > 0 ? perSecond : { fault: `must be a rate such as 50, 50/s or 1000/min, not '${text}'` };
};

/** Up to here each whole number of JSON is kept exactly, by this tool and by most services. */
const most = Number.MAX_SAFE_INTEGER;

/** Reads a whole number in decimal digits; `quote` quotes the text in a message. */
export const integerInText = (
  text: string,
  bounds: Bounds,
  quote: (text: string) => string,
): number | Fault => {
  if ((bounds.mayHavePlus ? /^[-+]?\d+$/ : /^-?\d+$/).test(text) && !/^-0+$/.test(text))
    return integerWithin(Number(text), bounds, text.length > 40 ? `a number of ${text.length} digits` : text);
  const [, problem] = problems.find(([form]) => form.test(text)) as Problem;
  return { fault: text === '' ? problem : `${problem}, not ${quote(text)}` };
};

/** Checks a number that was written as one, in JSON. `shown` is how it was written. */
export const integerWithin = (
  number: number,
  { min = -most, max = most }: Bounds,
  shown = Object.is(number, -0) ? '-0' : String(number),
): number | Fault => {
  if (!Number.isInteger(number)) return { fault: `must be a whole number, not ${shown}` };
  if (Object.is(number, -0)) return { fault: `must be written without a minus sign, not ${shown}` };
  if (number < min) return { fault: `must be ${min} or more, not ${shown}` };
  if (number > max) return { fault: `must be ${max} or less, not ${shown}` };
  return number;
};

/** A pattern, and what is wrong with text that matches it. */
type Problem = readonly [RegExp, string];

/** An error value of a spreadsheet. */
export const spreadsheetError = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/;

const problems: readonly Problem[] = [
  [/^$/, 'is empty'],
  [/^\s|\s$/, 'must have no spaces around it'],
  [spreadsheetError, 'must be a number (the spreadsheet could not calculate it)'],
  [/^[-+]?\d+([.,]\d+)?E[-+]\d+$/i, 'must be written out in digits (a spreadsheet shortens long numbers)'],
  [/^[-+]?\d+([.,]\d+)?E\d+$/i, 'must be written out in digits'],
  [/^-0+$/, 'must be written without a minus sign'],
  [/^\+\d+$/, 'must be written without a plus sign'],
  [/^[-+]?0[xbo][\da-f]+$/i, 'must be written in decimal digits'],
  [/^[−–—]\d+$/, 'must have a plain hyphen as its minus sign'],
  [/^[-+]?\d{1,3}([,.'’_\s]\d{3})+$/, 'must be written without separators between the digits'],
  [/^[-+]?\d*[.,]\d+$/, 'must be a whole number, without a decimal part'],
  [/^[-+]?\p{Nd}+$/u, 'must be written in the digits 0 to 9'],
  [/(?:)/, 'must be a whole number'],
];
