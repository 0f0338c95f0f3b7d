import { withoutEscapes } from './escapes.ts';
import { isDate } from './number-formats.ts';

/** A cell in which something stands. */
export interface SheetCell {
  /** From 1. */
  column: number;
  /** What it holds; `uncomputed` is a formula without a value, `several` are values of which nobody knows which counts. */
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'uncomputed' | 'several';
  /** Its text; the digits of a number, and of a date the number that stands for it. */
  text: string;
  /** How a number is shown, if not as it is: `0.00`. */
  format?: string;
}

/** A cell as it is stored. */
interface StoredCell {
  type: string;
  hasFormula: boolean;
  value: string | undefined;
  format: string | undefined;
}

/** How many digits spreadsheets compute with, and show. */
const digits = 15;

/** A number as a spreadsheet shows it: 12.9 × 10 is stored as 129.00000000000001. One that is longer stays as it is stored. */
const numberText = (stored: string): string | undefined => {
  const number = Number(stored);
  if (!/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(stored) || !Number.isFinite(number)) return undefined;
  return Number.isInteger(number) && Math.abs(number) >= 10 ** digits && /^-?\d+$/.test(stored)
    ? stored
    : String(Number(number.toPrecision(digits)));
};

/** What a cell holds; undefined if nothing. A formula counts by the value that was computed last. */
export const storedValue = (
  column: number,
  { type, hasFormula, value, format }: StoredCell,
): SheetCell | 'no number' | undefined => {
  if (value === undefined || (value === '' && !isTextType(type)))
    return hasFormula ? { column, kind: 'uncomputed', text: '' } : undefined;
  if (isTextType(type)) {
    const text = type === 's' ? value : withoutEscapes(value);
    return text === '' ? undefined : { column, kind: 'text', text };
  }
  if (type === 'e') return { column, kind: 'error', text: value };
  if (type === 'b')
    return { column, kind: 'boolean', text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE' };
  if (type === 'd') return { column, kind: 'date', text: value };
  const text = numberText(value);
  if (text === undefined) return 'no number';
  if (format === undefined) return { column, kind: 'number', text };
  return { column, kind: isDate(format) ? 'date' : 'number', text, format };
};

const isTextType = (type: string): boolean => type === 's' || type === 'str' || type === 'inlineStr';
