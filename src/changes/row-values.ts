import type { BrokenRule } from '../service/broken-rules.ts';
import type { Fields } from './operation.ts';

/** Why a value is wrong, in words that follow the name of its field: `must be 0 or more, not -1`. */
export interface Fault {
  readonly fault: string;
}

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'fault' in value;

interface Bounds {
  min?: number;
  max?: number;
}

/** Reads a whole number: a JSON integer, or decimal digits as text. */
export const integerIn = (value: unknown, bounds: Bounds = {}): number | Fault => {
  if (value === undefined) return { fault: 'is missing' };
  if (typeof value === 'number') return within(value, bounds);
  if (typeof value !== 'string') return { fault: `must be a whole number, not ${kindOf(value)}` };
  if (/^-?\d{1,15}$/.test(value)) return within(Number(value), bounds);
  const [, problem] = numberProblems.find(([form]) => form.test(value)) as Problem;
  return { fault: value === '' ? problem : `${problem}, not ${quoted(value)}` };
};

const within = (
  number: number,
  { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Bounds,
): number | Fault => {
  if (!Number.isSafeInteger(number)) return { fault: `must be a whole number, not ${number}` };
  if (number < min) return { fault: `must be ${min} or more, not ${number}` };
  if (number > max) return { fault: `must be ${max} or less, not ${number}` };
  // -0 would otherwise be sent as it is.
  return number === 0 ? 0 : number;
};

/** Reads an identifier, an external identifier or a SKU. */
export const identifierText = (value: unknown): string | Fault => {
  if (value === undefined) return { fault: 'is missing' };
  if (typeof value === 'number') return { fault: `must be text: put ${value} in quotation marks` };
  if (typeof value !== 'string') return { fault: `must be text, not ${kindOf(value)}` };
  const problem = identifierProblems.find(([form]) => form.test(value));
  return problem ? { fault: `${problem[1]}${value === '' ? '' : `: ${quoted(value)}`}` } : value;
};

/** A pattern, and what is wrong with text that matches it. */
type Problem = readonly [RegExp, string];

const rounded = /^[-+]?\d+([.,]\d+)?E[-+]?\d+$/i;
const spreadsheetError = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/;

const numberProblems: readonly Problem[] = [
  [/^$/, 'is empty'],
  [/^\s|\s$/, 'must have no spaces around it'],
  [spreadsheetError, 'must be a number (the spreadsheet could not calculate it)'],
  [rounded, 'must be written out in digits (a spreadsheet shortens long numbers)'],
  [/^\+\d+$/, 'must be written without a plus sign'],
  [/^-?0[xbo][\da-f]+$/i, 'must be written in decimal digits'],
  [/^[−–—]\d+$/, 'must have a plain hyphen as its minus sign'],
  [/^[-+]?\d{1,3}([,.'’\s]\d{3})+$/, 'must be written without separators between the digits'],
  [/^[-+]?\d*[.,]\d+$/, 'must be a whole number, without a decimal part'],
  [/^-?\d{16,}$/, 'must have at most 15 digits'],
  [/^[-+]?\p{Nd}+$/u, 'must be written in the digits 0 to 9'],
  [/(?:)/, 'must be a whole number'],
];

const identifierProblems: readonly Problem[] = [
  [/^$/, 'is empty'],
  [/^\s|\s$/, 'has spaces around it'],
  // A real name may look like 12E3. A spreadsheet always writes a sign and two digits.
  [/^-?\d([.,]\d+)?E[-+]\d{2,}$/i, 'was shortened by a spreadsheet (keep its column as text there)'],
  [spreadsheetError, 'is a spreadsheet error'],
  [/\p{Cc}/u, 'contains a control character'],
];

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

/** Quotes a text for a message, shortened if it is long. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The fields that hold a constant of the service, each with a function that turns a user's word into the constant. */
export type Constants = Readonly<Record<string, (said: string) => string>>;

/** Replaces users' words with the service's constants. */
export const withConstants = (fields: Fields, constants: Constants): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(constants).flatMap(([name, meant]) => {
      const said = fields[name];
      return typeof said === 'string' ? [[name, meant(said)]] : [];
    }),
  ),
});

/** Collects what is wrong with a row. */
export class RowFaults {
  readonly messages: string[] = [];

  /** Returns the value, or records the fault and returns undefined. */
  take<Value>(name: string, value: Value | Fault): Value | undefined {
    if (!isFault(value)) return value;
    this.messages.push(`${name} ${value.fault}`);
    return undefined;
  }

  /** Records broken rules. For an unknown constant, the message quotes the word in the row. */
  addBrokenRules(faults: readonly BrokenRule[], fields: Fields, constants: Constants): void {
    for (const { path, message } of faults) {
      const said = fields[path];
      const isWord = Object.hasOwn(constants, path) && typeof said === 'string';
      this.messages.push(`${path} ${message}${isWord ? `, not ${quoted(said)}` : ''}`);
    }
  }

  /** Records unknown fields; otherwise a misspelt one would be ignored without a word. */
  addUnknownFields(fields: Fields, known: readonly string[], ignoreExtra: boolean): void {
    if (ignoreExtra) return;
    for (const name of Object.keys(fields))
      if (!known.includes(name)) this.messages.push(`${JSON.stringify(name)} is not a known field`);
  }
}
