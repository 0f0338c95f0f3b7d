import type { BrokenRule } from '../service/broken-rules.ts';
import { uncleanName } from '../service/clean-name.ts';
import { creationRows } from '../service/creation-fields.ts';
import type { Image } from '../service/listing-schemas.ts';
import {
  type Bounds,
  type Fault,
  imageIn,
  integerInText,
  integerWithin,
  isFault,
} from '../service/typed-values.ts';
import { didYouMean } from '../words/nearest.ts';
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
  const unclean = uncleanName(value);
  return unclean === undefined ? value : { fault: unclean };
};

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

export const quoted = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The fields that hold a constant: what a user's word stands for, and the words that there are. */
export type Constants = Readonly<Record<string, { read(word: string): string; words: readonly string[] }>>;

export const withConstants = (fields: Fields, constants: Constants): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(constants).flatMap(([name, { read }]) => {
      const value = fields[name];
      return typeof value === 'string' ? [[name, read(value)]] : [];
    }),
  ),
});

/** Fills in what a row lacks, also within nested fields. */
export const withDefaults = (fields: Fields, defaults: Fields): Fields => {
  const all: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(defaults)) {
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (isNested(value) && isNested(own)) all[name] = withDefaults(own, value);
    else if (own === undefined) all[name] = value;
  }
  return all;
};

const isNested = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the flag that fills in a missing field for the whole file. */
export const filledByFlag = (rule: BrokenRule, flag: string): BrokenRule =>
  rule.isMissing ? { ...rule, message: `${rule.message}; --${flag} fills it in for the whole file` } : rule;

const wordFault = (value: string, words: readonly string[]): string =>
  value === value.trim()
    ? `must be one of ${words.join(', ')}, not ${quoted(value)}${didYouMean(value, words)}`
    : 'must have no spaces around it';

export class RowFaults {
  readonly messages: string[] = [];

  /** `called` says what a message calls a field: where its cell is, for one of a workbook. */
  constructor(readonly called: (path: string) => string = String) {}

  take<Value>(name: string, value: Value | Fault): Value | undefined {
    if (!isFault(value)) return value;
    this.messages.push(`${this.called(name)} ${value.fault}`);
    return undefined;
  }

  /** For an unknown constant, the message quotes the row's word. */
  addBrokenRules(faults: readonly BrokenRule[], fields: Fields, constants: Constants): void {
    for (const { path, message } of faults) {
      const value = fields[path];
      const words = Object.hasOwn(constants, path) ? constants[path]?.words : undefined;
      const fault = words && typeof value === 'string' ? wordFault(value, words) : message;
      this.messages.push(`${this.called(path)} ${fault}`);
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

interface ParsedCell {
  path: readonly string[];
  value: unknown;
}

/** Images and categories are separated by `|`; a column `metadata.x:int` holds integers. */
export const parseCell = (name: string, text: string): ParsedCell | Fault => {
  const integer = /^metadata\.(.*):int$/.exec(name);
  const path = integer ? ['metadata', integer[1] as string] : name.split('.');
  const value = integer ? integerIn(text) : cellValue(name, text);
  return isFault(value) ? value : { path, value };
};

const cellValue = (name: string, text: string): unknown => {
  const holds = creationRows.find(({ field }) => field === name)?.holds;
  if (holds === 'images') return imagesIn(text);
  return holds === 'texts' ? textsIn(text) : text;
};

const partsOf = (text: string) => text.split('|').map((part) => part.trim());

const imagesIn = (text: string): Image[] | Fault => {
  const parts = partsOf(text);
  const empty = parts.indexOf('');
  if (empty >= 0) return { fault: `has no URL in image ${empty + 1}` };
  const images: Image[] = [];
  for (const image of parts.map(imageIn)) {
    if (isFault(image)) return image;
    images.push(image);
  }
  return images;
};

const textsIn = (text: string): string[] | Fault => {
  const parts = partsOf(text);
  const empty = parts.indexOf('');
  return empty < 0 ? parts : { fault: `has no text in part ${empty + 1}` };
};

/** Cells that can't be parsed are left out and reported as faults. */
export const parseFields = (fields: Fields, parent = ''): { fields: Fields; faults: BrokenRule[] } => {
  const parsed: [string, unknown][] = [];
  const faults: BrokenRule[] = [];
  for (const [part, value] of Object.entries(fields)) {
    const name = parent + part;
    if (typeof value !== 'string') {
      const inner = parseFields(value as Fields, `${name}.`);
      parsed.push([part, inner.fields]);
      faults.push(...inner.faults);
      continue;
    }
    const cell = parseCell(name, value);
    if (isFault(cell)) faults.push({ path: name, message: cell.fault });
    else parsed.push([cell.path.at(-1) as string, cell.value]);
  }
  const names = parsed.map(([name]) => name);
  for (const name of names.filter((one, index) => names.indexOf(one) < index))
    faults.push({ path: parent + name, message: 'is in two columns; only one can be sent' });
  // Not by assignment, which would lose a field named __proto__ before it can be refused.
  return { fields: Object.fromEntries(parsed), faults };
};
