import type { Drawing } from './card.ts';
import type { Column, Shown } from './columns.ts';
import { UnknownField } from './errors.ts';
import type { Format, RecordsText } from './formats.ts';
import { stringify } from './json.ts';
import { jsonArray, jsonLines } from './json-records.ts';
import { unknownField, unknownFieldWords } from './known-fields.ts';
import { fieldSelector } from './select-fields.ts';

/** The fields to show instead of all. */
export interface Chosen {
  fields: readonly string[];
  /** Where a field may also be one that only the service knows: those that are documented. The first records tell more. */
  documented: readonly string[] | undefined;
}

/** How records are written. */
export interface Writing {
  format: Format;
  chosen: Chosen | undefined;
  /** Asked for where something is drawn on a screen. */
  drawing: () => Promise<Drawing>;
}

/** What turns many records into text, in a format. */
export const recordsText = async (columns: readonly Column[], writing: Writing): Promise<RecordsText> => {
  const { format, chosen, drawing } = writing;
  const text = await formatText(format, chosen ? chosenColumns(columns, chosen) : columns, drawing);
  return chosen ? withFields(text, chosen) : text;
};

/** One record as text: in a table it is a card. */
export const recordText = async (
  record: Shown,
  columns: readonly Column[],
  { format, chosen, drawing }: Writing,
): Promise<string> => {
  if (chosen) checkChosen([record], chosen);
  const shown = chosen ? fieldSelector(chosen.fields)(record) : record;
  const said = chosen ? chosenColumns(columns, chosen) : columns;
  switch (format) {
    case 'table':
      return (await import('./card.ts')).recordCard(shown, said, await drawing());
    case 'json':
      return `${stringify(shown, 2)}\n`;
    case 'yaml':
      return (await import('./yaml.ts')).yaml(shown);
    default:
      return (await formatText(format, said, drawing)).batch([shown]);
  }
};

const formatText = async (
  format: Format,
  columns: readonly Column[],
  drawing: Writing['drawing'],
): Promise<RecordsText> => {
  switch (format) {
    case 'table':
      return (await import('./table.ts')).table(columns, await drawing());
    case 'json':
      return jsonArray();
    case 'ndjson':
      return jsonLines();
    case 'csv':
      return (await import('./csv.ts')).csv(columns);
    case 'yaml':
      return (await import('./yaml.ts')).yamlSequence();
  }
};

/** The columns of the fields that were said, in their order; one that has no column gets one. */
const chosenColumns = (columns: readonly Column[], { fields }: Chosen): Column[] =>
  fields.map((field) => columns.find((column) => column.field === field) ?? { field, title: field });

const withFields = (text: RecordsText, chosen: Chosen): RecordsText => {
  const select = fieldSelector(chosen.fields);
  let isFirst = true;
  return {
    batch: (records) => {
      if (isFirst) checkChosen(records, chosen);
      isFirst = false;
      return text.batch(records.map(select));
    },
    end: () => text.end(),
    leftOut: () => text.leftOut?.() ?? [],
  };
};

/** Throws UnknownField where a chosen field is neither documented nor in one of the first records. */
export const checkChosen = (records: readonly Shown[], { fields, documented }: Chosen): void => {
  if (documented === undefined) return;
  const known = [...new Set([...documented, ...records.flatMap((record) => Object.keys(record))])];
  const field = unknownField(fields, known);
  if (field !== undefined) throw new UnknownField(unknownFieldWords(field, known));
};
