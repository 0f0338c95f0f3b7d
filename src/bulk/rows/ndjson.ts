import { readRecord } from './json-record.ts';
import { type Line, linesOf } from './lines.ts';
import { type Row, tooLong } from './row.ts';

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
