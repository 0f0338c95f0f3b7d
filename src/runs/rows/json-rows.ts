import { isSafeNumber, parse, stringify } from 'lossless-json';
import { nestsTooDeep, placeOfFault } from '../../json/exact.ts';
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
    return { fields: {}, fault: error instanceof RangeError ? tooDeep : 'is not valid JSON' };
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
  for (const item of itemsIn(text, source.called)) {
    number += 1;
    const raw = stringify(item) ?? '';
    // An item is named by its number: several may share a line.
    yield { number, line: number, ...(isTooLong(raw) ? unread : { raw, ...readRecord(raw) }) };
  }
}

const unread = { raw: '', fields: {}, fault: tooLong };

/** The items of a whole array, with the numbers as they are written. A field that comes twice with two values is a fault. */
const itemsIn = (text: string, called: string): readonly unknown[] => {
  let whole: unknown;
  try {
    whole = parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw notRows(called, 'it is nested too deep');
    const { message } = error as SyntaxError;
    const problem = message.replace(/ at position \d+$/, '').replace(/^./, (first) => first.toLowerCase());
    throw notRows(called, `it is not valid JSON: ${problem}, ${placeOfFault(text, message)}`);
  }
  if (Array.isArray(whole)) return whole;
  const { items, ...others } = whole as { items: unknown[] };
  const [other] = Object.keys(others);
  if (other !== undefined) throw notRows(called, `beside its items it has the field ${shortened(other)}`);
  return items;
};

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
