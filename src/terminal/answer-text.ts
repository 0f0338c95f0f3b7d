import { asWritten } from '../json/exact.ts';
import type { Column, Piece, RecordsWriter, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { type Chosen, checkChosen, chosenColumns, fieldSelector } from './fields.ts';
import { type Format, formats } from './formats.ts';
import { stringify } from './json.ts';
import type { Result } from './results.ts';

/** How an answer is written. */
export interface Writing {
  format: Format;
  chosen: Chosen | undefined;
  /** Given all records of a list as JSON, returns the positions of those to write; the format is one of texts. */
  select?: ((texts: readonly string[]) => Promise<readonly number[]>) | undefined;
  /** Called only by formats that are drawn on a screen. */
  drawing: () => Promise<Drawing>;
}

/** What turns many records into text. */
export const recordsText = async (
  columns: readonly Column[],
  { format, chosen, select, drawing }: Writing,
): Promise<RecordsWriter> => {
  const writer = await formats[format].load(drawing);
  const text = writer.records(chosen ? chosenColumns(columns, chosen) : columns);
  const fieldsOf = chosen ? fieldSelector(chosen.fields) : (record: Shown) => record;
  let isFirst = true;
  const written: RecordsWriter = {
    ...text,
    batch: (records) => {
      if (isFirst && chosen) checkChosen(records, chosen, columns);
      isFirst = false;
      return text.batch(records.map((record) => fieldsOf(asWritten(record))));
    },
  };
  if (!select) return written;
  const all: Shown[] = [];
  return {
    ...written,
    batch(records) {
      for (const record of records) all.push(record);
      return '';
    },
    async end() {
      const positions = await select(all.map((record) => stringify(asWritten(record))));
      const selected = positions.map((position) => all[position] as Shown);
      return `${selected.length > 0 ? await written.batch(selected) : ''}${await written.end()}`;
    },
  };
};

/** One record as it is written. */
export const recordText = async (
  record: Shown,
  columns: readonly Column[],
  { format, chosen, drawing }: Writing,
): Promise<Piece> => {
  if (chosen) checkChosen([record], chosen, columns);
  const writer = await formats[format].load(drawing);
  const written = asWritten(record);
  return chosen
    ? writer.record(fieldSelector(chosen.fields)(written), chosenColumns(columns, chosen))
    : writer.record(written, columns);
};

/**
 * One JSON document as text: as it came, unless only some of its fields are wanted or the format writes documents in its
 * own way. What is not JSON, as a service may answer, is printed as it is.
 */
export const documentText = async (
  { text, value }: Extract<Result, { kind: 'document' }>,
  { format, chosen }: Writing,
): Promise<string> => {
  const { json, loadDocument } = formats[format];
  if (!chosen && !loadDocument) return text;
  const read = asWritten(await value());
  if (read === undefined) return text;
  const shown = chosen ? selectedOf(read, chosen) : read;
  if (loadDocument) return (await loadDocument())(shown);
  return `${stringify(shown, json === 'lines' ? undefined : 2)}\n`;
};

const isRecord = (value: unknown): value is Shown => typeof value === 'object' && value !== null;

/** The chosen fields of a document, or of each record in it. */
const selectedOf = (value: unknown, chosen: Chosen): unknown => {
  const records = (Array.isArray(value) ? value : [value]).filter(isRecord);
  if (records.length === 0) return value;
  checkChosen(records, chosen, []);
  const select = fieldSelector(chosen.fields);
  return Array.isArray(value) ? records.map(select) : records.map(select)[0];
};
