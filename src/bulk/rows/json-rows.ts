import type { RowSource } from './bytes.ts';
import { ElementSplitter } from './json-elements.ts';
import { type Line, linesOf } from './lines.ts';
import { type Row, type RowText, tooLong } from './row.ts';
import { silentFault } from './silent-faults.ts';
import { textOf } from './text.ts';

/** Parses a record that must be a JSON object; returns a fault if it is not. */
export const readRecord = (text: string): Pick<Row, 'fields' | 'fault'> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fields: {}, fault: whyNotJson(text) };
  }
  const fault = kindFault(value) ?? silentFault(text);
  return fault ? { fields: {}, fault } : { fields: value as Row['fields'] };
};

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

/** Reads the rows of an NDJSON file, without the first `skip` records. */
export async function* ndjsonRows(source: RowSource, skip = 0, signal?: AbortSignal): AsyncGenerator<Row> {
  let number = 1 - skip;
  for await (const lines of linesOf(source, signal))
    for (const line of lines) {
      const raw = line.text.trim();
      if (raw === '' && !line.tooLong) continue;
      if (number > 0) yield { number, line: line.number, raw, ...read(raw, line) };
      number += 1;
    }
}

const read = (raw: string, line: Line): Pick<Row, 'fields' | 'fault'> => {
  if (line.tooLong) return { fields: {}, fault: tooLong };
  const record = readRecord(raw);
  return record.fault && isPart(raw) ? { fields: {}, fault: part } : record;
};

/** Whether a line looks like part of a record that was pretty-printed over several lines. */
const isPart = (raw: string) => /^[{[][^}\]]*$|^"[^"]*"\s*:|^[}\]],?$/.test(raw);

const part = 'is not a complete record: in NDJSON each record is on one line, as "jq -c ." writes it';

/** Reads the rows of a JSON array. */
export async function* jsonArrayRows(source: RowSource, signal?: AbortSignal): AsyncGenerator<Row> {
  let number = 1;
  for await (const elements of elementsOf(source, signal))
    for (const { text: raw, line, fault } of elements) {
      yield { number, line, raw, ...(fault ? { fields: {}, fault } : readRecord(raw)) };
      number += 1;
    }
}

async function* elementsOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<RowText[]> {
  const splitter = new ElementSplitter();
  for await (const piece of textOf(source, signal)) yield splitter.take(piece);
  yield splitter.end();
}
