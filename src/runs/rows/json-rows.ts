import { isSafeNumber, parse } from 'lossless-json';
import { nestsTooDeep } from '../../json/exact.ts';
import { notRows, type RowSource } from './row-source.ts';
import { isTooLong, type Row, tooLong } from './row-text.ts';
import { type Line, linesOf, textOf } from './text-lines.ts';

/** A record must be a JSON object. What `JSON.parse` does silently is a fault: a field that comes twice, a rounded number. */
export const readRecord = (text: string): Pick<Row, 'fields' | 'fault'> => {
  let silent: string | undefined;
  let value: unknown;
  try {
    value = parse(text, null, {
      parseNumber(digits) {
        if (!isSafeNumber(digits))
          silent ??= `contains the number ${shortened(digits)}, which would be rounded: put it in quotes if it is an identifier`;
        return Number(digits);
      },
      onDuplicateKey({ key, newValue }) {
        silent ??= `has the field ${shortened(key)} twice`;
        return newValue;
      },
    });
  } catch (error) {
    // The parser is recursive.
    return { fields: {}, fault: error instanceof RangeError ? tooDeep : whyNotJson(text) };
  }
  const fault = kindFault(value) ?? silent ?? (nestsTooDeep(value, deepest) ? tooDeep : undefined);
  return fault ? { fields: {}, fault } : { fields: value as Row['fields'] };
};

const deepest = 64;
const tooDeep = `is nested deeper than ${deepest} levels`;

const kindFault = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return 'is an array, where an object is expected';
  if (value === null) return 'is null, where an object is expected';
  return typeof value === 'object' ? undefined : `is a ${typeof value}, where an object is expected`;
};

const whyNotJson = (text: string): string => {
  // Only the beginning is searched, which limits the time that hostile text can take.
  const beyondStrings = text.slice(0, 10_000).replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)/g, '""');
  if (/\/\/|\/\*|^\s*#/.test(beyondStrings)) return 'contains a comment, which JSON does not allow';
  const word = /\b(NaN|Infinity|undefined|None|True|False)\b/.exec(beyondStrings);
  if (word) return `contains ${word[0]}, which is not valid JSON`;
  if (/,\s*[}\]]/.test(beyondStrings)) return 'is not valid JSON: there is a comma before a closing bracket';
  if (/[{,[:]\s*'/.test(beyondStrings)) return 'is not valid JSON: strings must be in double quotation marks';
  return 'is not valid JSON';
};

export async function* ndjsonRows(source: RowSource, signal?: AbortSignal): AsyncGenerator<Row> {
  let number = 1;
  for await (const lines of linesOf(source, signal))
    for (const line of lines) {
      const raw = line.text.trim();
      if (raw === '' && !line.tooLong) continue;
      yield { number, line: line.number, raw, ...read(raw, line) };
      number += 1;
    }
}

const read = (raw: string, line: Line): Pick<Row, 'fields' | 'fault'> => {
  if (line.tooLong) return { fields: {}, fault: tooLong };
  const record = readRecord(raw);
  return record.fault && isPart(raw) ? { fields: {}, fault: part } : record;
};

/** Whether a line looks like part of a pretty-printed record. */
const isPart = (raw: string) => /^[{[][^}\]]*$|^"[^"]*"\s*:|^[}\]],?$/.test(raw);

const part = 'is not a complete record: in NDJSON each record is on one line, as "jq -c ." writes it';

/** Where the array of a file begins, which may be the `items` of an object, as in a request of the service. */
export const itemsBegin = /^\s*\{\s*"items"\s*:\s*(?=\[)/;

/** A JSON array is held in memory, so its size is limited; use NDJSON beyond. */
const maxArray = 32 * 1024 * 1024;

export async function* jsonArrayRows(source: RowSource, signal?: AbortSignal): AsyncGenerator<Row> {
  let text = '';
  for await (const piece of textOf(source, signal)) {
    text += piece;
    if (text.length > maxArray)
      throw notRows(source.called, 'it is a JSON array of more than 32 MiB: make it NDJSON with jq -c .[]');
  }
  let number = 0;
  for (const { text: raw, fault } of elementsIn(text)) {
    number += 1;
    // An item is named by its number: several may share a line.
    yield { number, line: number, raw, ...(fault ? { fields: {}, fault } : readRecord(raw)) };
  }
}

function* elementsIn(text: string): Generator<{ text: string; fault?: string }> {
  const end = itemsBegin.test(text) ? '}' : '';
  let from = text.indexOf('[') + 1;
  let depth = 0;
  const element = (end: number, fault?: string) => {
    const raw = text.slice(from, end).trim();
    from = end + 1;
    if (fault !== undefined) return { text: '', fault };
    if (raw === '') return { text: '', fault: 'is missing next to a comma' };
    return isTooLong(raw) ? { text: '', fault: tooLong } : { text: raw };
  };
  let isFirst = true;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = stringEnd(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth > 0 && (sign === '}' || sign === ']')) depth -= 1;
    else if (depth === 0 && sign === ',') {
      yield element(at);
      isFirst = false;
    } else if (sign === ']') {
      if (!isFirst || text.slice(from, at).trim() !== '') yield element(at);
      from = at + 1;
      if (text.slice(from).trim() !== end) yield element(text.length, afterEnd(text.slice(from), end));
      return;
    }
  }
  yield element(text.length, 'is cut off: the file ends before the array does');
}

const afterEnd = (rest: string, end: string): string =>
  rest.trim() === ''
    ? 'is cut off: the file ends before the object does'
    : `comes after the end of the ${end === '' ? 'array' : 'items, where only } may follow'}`;

/** The position after the closing quotation mark, or the end of the text. */
const stringEnd = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
};

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
