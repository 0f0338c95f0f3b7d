import { asWritten } from '../json/exact.ts';
import type { Column, Piece, RecordsWriter, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { type Chosen, checkChosen, chosenColumns, fieldSelector } from './fields.ts';
import { type Format, formats } from './formats.ts';
import { stringify } from './json.ts';
import type { Result } from './results.ts';

export interface Writing {
  format: Format;
  chosen?: Chosen | undefined;
  /** Given all records of a list as JSON, returns the positions of those to write. */
  select?: ((texts: readonly string[]) => Promise<readonly number[]>) | undefined;
  /** Called only by formats that are drawn on a screen. */
  drawing: () => Promise<Drawing>;
}

/** A writer of records that turns each into what the options want of it; `first` are checked for the chosen fields. */
const chosenWriter = async (columns: readonly Column[], { format, chosen, drawing }: Writing) => {
  const writer = await formats[format].load(drawing);
  const select = chosen ? fieldSelector(chosen.fields) : (record: Shown) => record;
  return {
    writer,
    columns: chosen ? chosenColumns(columns, chosen) : columns,
    check: (first: readonly Shown[]) => chosen && checkChosen(first, chosen),
    written: (record: Shown) => select(asWritten(record)),
  };
};

/** Writes a list of records as they arrive; with `select`, all of them at the end. */
export const recordsText = async (columns: readonly Column[], writing: Writing): Promise<RecordsWriter> => {
  const { writer, columns: shown, check, written } = await chosenWriter(columns, writing);
  const text = writer.records(shown);
  let isFirst = true;
  const batch = (records: readonly Shown[]) => {
    if (isFirst) check(records);
    isFirst = false;
    return text.batch(records.map(written));
  };
  const { select } = writing;
  if (!select) return { ...text, batch };
  const all: Shown[] = [];
  return {
    batch(records) {
      for (const record of records) all.push(record);
      return '';
    },
    async end() {
      const positions = await select(all.map((record) => stringify(asWritten(record))));
      const selected = positions.map((position) => all[position] as Shown);
      return `${selected.length > 0 ? await batch(selected) : ''}${await text.end()}`;
    },
  };
};

export const recordText = async (
  record: Shown,
  columns: readonly Column[],
  writing: Writing,
): Promise<Piece> => {
  const { writer, columns: shown, check, written } = await chosenWriter(columns, writing);
  check([record]);
  return writer.record(written(record), shown);
};

/**
 * A JSON document as text: as it came, unless only some of its fields are wanted or the format has a form of its own for
 * documents. What is not JSON, as a service may answer, is printed as it is.
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
  checkChosen(records, chosen);
  const selected = records.map(fieldSelector(chosen.fields));
  return Array.isArray(value) ? selected : selected[0];
};
