import { type Element, ElementCutter } from './json-elements.ts';
import { type Line, linesOf } from './lines.ts';
import { type Row, tooLong } from './row.ts';
import { silentFault } from './silent-faults.ts';
import { textOf } from './text.ts';

/** Reads the text of one record that must be one JSON object; a fault where it is not. */
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
  // The beginning tells enough, and keeps the time short that a hostile text could take.
  const beyondStrings = text.slice(0, 10_000).replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""');
  if (/\/\/|\/\*|^\s*#/.test(beyondStrings)) return 'holds a comment, and JSON has none';
  const word = /\b(NaN|Infinity|undefined|None|True|False)\b/.exec(beyondStrings);
  if (word) return `holds ${word[0]}, which JSON does not know`;
  if (/,\s*[}\]]/.test(beyondStrings)) return 'is not valid JSON: a comma stands before a closing bracket';
  if (/[{,[:]\s*'/.test(beyondStrings))
    return 'is not valid JSON: texts must stand in double quotation marks';
  return 'is not valid JSON';
};

/** The rows of an NDJSON file; `skip` leaves out so many records at the beginning. */
export async function* ndjsonRows(path: string, skip = 0, signal?: AbortSignal): AsyncGenerator<Row> {
  let number = 1 - skip;
  for await (const lines of linesOf(path, signal))
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

/** Whether a line looks like a piece of a record that was printed over several lines. */
const isPart = (raw: string) => /^[{[][^}\]]*$|^"[^"]*"\s*:|^[}\]],?$/.test(raw);

const part = 'is no whole record: in NDJSON each stands on one line, as "jq -c ." writes it';

/** The rows of a file that is one JSON array. */
export async function* jsonArrayRows(path: string, signal?: AbortSignal): AsyncGenerator<Row> {
  let number = 1;
  for await (const elements of elementsOf(path, signal))
    for (const { text: raw, line, fault } of elements) {
      yield { number, line, raw, ...(fault ? { fields: {}, fault } : readRecord(raw)) };
      number += 1;
    }
}

async function* elementsOf(path: string, signal?: AbortSignal): AsyncGenerator<Element[]> {
  const cutter = new ElementCutter();
  for await (const piece of textOf(path, signal)) yield cutter.take(piece);
  yield cutter.end();
}
