/** A cell that is not empty. */
export interface SheetCell {
  /** From 1. */
  column: number;
  /** `uncomputed` is a formula without a value. */
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'uncomputed';
  /** Of a date the number that stands for it, of an uncomputed cell its formula, if it is written out. */
  text: string;
  /** Of a number that is not shown as it is: `0.00`. */
  format?: string;
}

interface StoredCell {
  type: string;
  /** Empty if it only refers to another cell's. */
  formula: string | undefined;
  value: string | undefined;
  format: string | undefined;
}

/** Spreadsheets compute with so many digits. */
const digits = 15;

/** A number as a spreadsheet shows it: 12.9 × 10 is stored as 129.00000000000001. A longer whole number stays as it is stored. */
const numberText = (stored: string): string | undefined => {
  const number = Number(stored);
  if (!/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(stored) || !Number.isFinite(number)) return undefined;
  return Number.isInteger(number) && Math.abs(number) >= 10 ** digits && /^-?\d+$/.test(stored)
    ? stored
    : String(Number(number.toPrecision(digits)));
};

/** What a cell holds; undefined if it is empty. A formula counts by its cached value. */
export const storedValue = (
  column: number,
  { type, formula, value, format }: StoredCell,
): SheetCell | 'no number' | undefined => {
  if (value === undefined || (value === '' && !isTextType(type)))
    return formula === undefined ? undefined : { column, kind: 'uncomputed', text: formula };
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

/** `BC` → 55 */
export const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** 55 → `BC` */
export const columnLetters = (column: number): string =>
  column <= 0
    ? ''
    : columnLetters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

/** `Sheet1!C7`, `'My sheet'!C7` */
export const cellPlace = (sheet: string, column: number, line: number): string => {
  const name = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${columnLetters(column)}${line}`;
};

/** A character that XML can't hold: `_x000D_`. */
const escapes = /_x([0-9a-f]{4})_/gi;

export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(escapes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for an element or an attribute of a workbook. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>"]/g, (sign) => special[sign] as string);

/** The formats that Excel has by number only, without those that show the number as it is. */
const builtIn: Readonly<Record<number, string>> = {
  ...Object.fromEntries([5, 6, 42].map((id) => [id, '$#,##0'])),
  ...Object.fromEntries([2, 4, 39, 40, 43].map((id) => [id, '0.00'])),
  ...Object.fromEntries([7, 8, 44].map((id) => [id, '$#,##0.00'])),
  ...Object.fromEntries([9, 10].map((id) => [id, '0%'])),
  ...Object.fromEntries([11, 48].map((id) => [id, '0.00E+00'])),
  ...Object.fromEntries(
    [...range(14, 22), ...range(27, 36), ...range(45, 47), ...range(50, 58)].map((id) => [id, 'yyyy-mm-dd']),
  ),
};

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The format that a style names; undefined if it shows a number as it is. */
export const formatOf = (id: number, own: ReadonlyMap<number, string>): string | undefined => {
  const code = own.get(id) ?? builtIn[id];
  return code === undefined || /^(?:General|@)$/i.test(code) ? undefined : code;
};

/** No spreadsheet takes a longer format. */
const longest = 255;

const colours = /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]|[_*]./gi;

/** A quoted text, an escaped sign, a place for a digit, a comma between thousands, or a sign that stands for itself. */
const part = /"([^"]*)"|\\(.)|([0#?])|,(?=[0#?])|([^0#?"\\.,%@/E[])/gsu;

/**
 * How a sheet shows a number that stands for a name: `RETURN-000042` in `"RETURN-"000000`. Undefined in a format that does more than
 * put texts and zeros between the digits: it may show anything.
 */
export const displayed = (format: string, number: number): string | undefined => {
  const [first = ''] = /^(?:"[^"]*"|\\.|[^;"])*/su.exec(format.slice(0, longest)) ?? [];
  const section = first.replace(colours, '');
  const parts = [...section.matchAll(part)];
  const firstPlace = parts.findIndex(([, , , place]) => place !== undefined);
  if (parts.map(([whole]) => whole).join('') !== section || firstPlace < 0 || number < 0) return undefined;
  let digits = String(number);
  return parts.reduceRight((written, [, quoted, escaped, place, sign], at) => {
    if (place === undefined) return (quoted ?? escaped ?? sign ?? '') + written;
    const own = at === firstPlace ? digits : digits.slice(-1);
    digits = digits.slice(0, digits.length - own.length);
    return (own === '' && place === '0' ? '0' : own) + written;
  }, '');
};

/** The part of a format for positive numbers, without texts, colours and conditions: `#,##0.00`. */
const shape = (format: string): string =>
  (format.slice(0, longest).split(';')[0] as string).replace(
    /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi,
    '',
  );

const isDate = (format: string): boolean => /[ymdhs]/i.test(shape(format).replace(/General/gi, ''));
