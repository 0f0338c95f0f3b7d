import { asWritten } from '../json/exact.ts';
import type { Column, Piece, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { type Chosen, checkChosen, chosenColumns, fieldSelector } from './fields.ts';
import { type Format, formats } from './formats.ts';
import type { Result } from './results.ts';
import { stringify } from './write-json.ts';

export interface Writing {
  format: Format;
  chosen?: Chosen | undefined;
  /** Takes all records of a list as JSON, and returns the positions of the selected ones. */
  select?: ((texts: readonly string[]) => Promise<readonly number[]>) | undefined;
  /** Called only by formats that are drawn on a screen. */
  drawing: () => Promise<Drawing>;
}

/** Formats records as they arrive, or a single one; with `select`, all of them at the end. */
export const recordsText = async (
  columns: readonly Column[],
  { format, chosen, select, drawing }: Writing,
) => {
  const writer = await formats[format].load(drawing);
  const shown = chosen ? chosenColumns(columns, chosen) : columns;
  const chosenOf = chosen ? fieldSelector(chosen.fields) : (record: Shown) => record;
  const list = writer.records(shown);
  let isFirst = true;
  const batch = async (records: readonly Shown[]): Promise<Piece> => {
    if (isFirst && chosen) checkChosen(records, chosen);
    isFirst = false;
    return list.batch(records.map((record) => chosenOf(asWritten(record))));
  };
  const one = async (record: Shown): Promise<readonly Piece[]> => {
    if (!writer.record) return [await batch([record]), await list.end()];
    if (chosen) checkChosen([record], chosen);
    return [await writer.record(chosenOf(asWritten(record)), shown)];
  };
  if (!select) return { batch, one, end: async (): Promise<Piece> => list.end() };
  const all: Shown[] = [];
  return {
    one,
    async batch(records: readonly Shown[]): Promise<Piece> {
      for (const record of records) all.push(record);
      return '';
    },
    async end(): Promise<Piece> {
      const positions = await select(all.map((record) => stringify(asWritten(record))));
      const selected = positions.map((position) => all[position] as Shown);
      return `${selected.length > 0 ? await batch(selected) : ''}${await list.end()}`;
    },
  };
};

/**
 * A JSON document as text: unchanged, unless fields are selected or the format serializes documents itself. An answer that is
 * not JSON is printed unchanged.
 */
export const documentText = async (
  { text, value }: Extract<Result, { kind: 'document' }>,
  { format, chosen }: Pick<Writing, 'format' | 'chosen'>,
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
