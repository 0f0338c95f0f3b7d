import { isSpreadsheetError, uncleanName } from './clean-name.ts';
import { conditionMeanings, conditions, type Source, sources } from './constants.ts';
import type { Image } from './listing-schemas.ts';

/*
 * The service's constants, pictures and named properties as people type them, in flags and in rows.
 */

/** `new-with-tags`, `New_With_Tags` and `New with tags`, as a screen shows it → `NEW_WITH_TAGS`. */
export const constantOf = (typed: string): string => typed.toUpperCase().replace(/[ -]/g, '_');

/** `NEW_WITH_TAGS` → `new-with-tags`. */
export const wordOf = (constant: string): string => constant.toLowerCase().replaceAll('_', '-');

/** The constant that a word means. Other words stay as they were typed. */
export const knownConstant = (constants: readonly string[], typed: string): string =>
  constants.find((known) => known === constantOf(typed)) ?? typed;

/** The grade that a word means. Services may have words of their own; with `anyConstants` unknown ones stay as they were typed. */
export const gradeIn = (typed: string, anyConstants: boolean): string =>
  anyConstants ? knownConstant(conditions, typed) : constantOf(typed);

/** Short words for the sources. */
export const sourceWords: ReadonlyMap<string, Source> = new Map([
  ['sku', 'COMMERCE_SKU'],
  ['variant-id', 'COMMERCE_PRODUCT_VARIANT_ID'],
  ['external-variant-id', 'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER'],
  ['external-variant-sku', 'EXTERNAL_PRODUCT_VARIANT_SKU'],
  ['manual', 'MANUAL_PRODUCT_OPTIONS'],
]);

/** The source that a word means, in its long or short form. */
export const sourceIn = (typed: string): string =>
  sourceWords.get(wordOf(typed)) ?? knownConstant(sources, typed);

export const sourceWordOf = (source: Source): string =>
  [...sourceWords].find(([, known]) => known === source)?.[0] ?? source;

export const meaningsOfConditions: Readonly<Record<string, string>> = Object.fromEntries(
  conditions.map((condition) => [wordOf(condition), conditionMeanings[condition]]),
);

/** A picture, typed as `URL notes…`: what follows the first space is the notes, unless it looks like more of the address. */
export const imageIn = (text: string): Image | Fault => {
  const [, url = '', rest = ''] = /^(\P{Zs}*)(.*)$/su.exec(text) ?? [];
  const notes = rest.trim();
  const [separator] = /[,;]$/.exec(url) ?? [];
  if (/\w:\/\//.test(notes) || /[,;\s]https?:\/\//i.test(url) || (separator && fileName.test(notes)))
    return { fault: `has several addresses: ${howToSeparate}` };
  if (separator) return { fault: `has "${separator}" at the end of its address: ${howToSeparate}` };
  if (fileName.test(notes))
    return {
      fault: `has ${JSON.stringify(notes)} after a space, which looks like the rest of its address: write %20 for a space in an address`,
    };
  return notes === '' ? { url } : { url, notes };
};

const howToSeparate = 'put | between pictures in a file, and repeat --image on a command line';

/** Notes that end like the name of a picture. */
const fileName = /\w\.(jpe?g|png|gif|webp|avif|hei[cf]|bmp|tiff?|svg)([?#]\S*)?$/i;

/** A named value, split at the first `=`; `isRaw` if that is `:=`, for a value that is more than text. */
export const splitNamed = (text: string): { name: string; isRaw: boolean; value: string } | undefined => {
  const [, name = '', colon, value = ''] = /^([^=]*?)(:?)=(.*)$/s.exec(text) ?? [];
  return name === '' ? undefined : { name, isRaw: colon === ':', value };
};

/** The fault of the name of a property, in words that follow the name of the field; undefined if it has none. */
export const nameFault = (name: string): string | undefined => {
  if (name.trim() === '') return 'has a property without a name';
  const unclean = uncleanName(name);
  return unclean === undefined ? undefined : `has a name that ${unclean}`;
};

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
  if (isSpreadsheetError(text))
    return { fault: `must be a number (the spreadsheet could not calculate it), not ${quote(text)}` };
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

/** A pattern, and the fault of a text that matches it. */
type Problem = readonly [RegExp, string];

const problems: readonly Problem[] = [
  [/^$/, 'is empty'],
  [/^\s|\s$/, 'must have no spaces around it'],
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
