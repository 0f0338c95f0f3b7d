import { type Element, ElementCutter } from './json-elements.ts';
import { readRecord } from './json-record.ts';
import type { Row } from './row.ts';
import { textOf } from './text.ts';

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
