import type { BrokenRule } from '../service/broken-rules.ts';
import {
  type Bounds,
  type Fault,
  integerInText,
  integerWithin,
  isFault,
  spreadsheetError,
} from '../service/typed-values.ts';
import type { Fields, RowColumn } from './operation.ts';

export const integerIn = (value: unknown, bounds: Bounds = {}): number | Fault => {
  if (value === undefined) return { fault: 'is missing' };
  if (typeof value === 'number') return integerWithin(value, bounds);
  if (typeof value === 'string') return integerInText(value, bounds, quoted);
  return { fault: `must be a whole number, not ${kindOf(value)}` };
};

export const identifierText = (value: unknown): string | Fault => {
  if (value === undefined) return { fault: 'is missing' };
  if (typeof value === 'number') return { fault: `must be text: put ${value} in quotation marks` };
  if (typeof value !== 'string') return { fault: `must be text, not ${kindOf(value)}` };
  const problem = identifierProblems.find(([form]) => form.test(value));
  return problem ? { fault: `${problem[1]}${value === '' ? '' : `: ${quoted(value)}`}` } : value;
};

/** A pattern, and what is wrong with a text that matches. */
const identifierProblems: readonly (readonly [RegExp, string])[] = [
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

export const quoted = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The fields that hold a constant, with a function from the user's word to the constant. */
export type Constants = Readonly<Record<string, (said: string) => string>>;

export const withConstants = (fields: Fields, constants: Constants): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(constants).flatMap(([name, meant]) => {
      const said = fields[name];
      return typeof said === 'string' ? [[name, meant(said)]] : [];
    }),
  ),
});

/** Fills in what a row lacks, also within nested fields. `filled` names it: `condition`, `metadata.shelf`. */
export const withDefaults = (fields: Fields, defaults: Fields): { fields: Fields; filled: string[] } => {
  const all: Record<string, unknown> = { ...fields };
  const filled: string[] = [];
  for (const [name, value] of Object.entries(defaults)) {
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (isNested(value) && (own === undefined || isNested(own))) {
      const inner = withDefaults(own ?? {}, value);
      all[name] = inner.fields;
      filled.push(...inner.filled.map((part) => `${name}.${part}`));
    } else if (own === undefined) {
      all[name] = value;
      filled.push(name);
    }
  }
  return { fields: all, filled };
};

const isNested = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class RowFaults {
  readonly messages: string[] = [];

  take<Value>(name: string, value: Value | Fault): Value | undefined {
    if (!isFault(value)) return value;
    this.messages.push(`${name} ${value.fault}`);
    return undefined;
  }

  /** For an unknown constant, the message quotes the row's word. */
  addBrokenRules(faults: readonly BrokenRule[], fields: Fields, constants: Constants): void {
    for (const { path, message } of faults) {
      const said = fields[path];
      const isWord = Object.hasOwn(constants, path) && typeof said === 'string';
      this.messages.push(`${path} ${message}${isWord ? `, not ${quoted(said)}` : ''}`);
    }
  }

  /**
   * Removes unknown fields, which the service must not get. They are faults unless `ignoreExtra`, since a misspelt one would
   * be lost.
   */
  knownFields(fields: Fields, columns: readonly RowColumn[], ignoreExtra: boolean): Fields {
    const known = new Set(columns.map(({ name }) => name.split('.')[0]));
    const unknown = Object.keys(fields).filter((name) => !known.has(name));
    if (unknown.length === 0) return fields;
    if (!ignoreExtra)
      this.messages.push(...unknown.map((name) => `${JSON.stringify(name)} is not a known field`));
    return Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name)));
  }
}
