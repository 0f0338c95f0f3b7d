import type { Result, Shown } from './columns.ts';
import { stringify } from './json.ts';
import { type Chosen, checkChosen, type Writing } from './records-text.ts';
import { fieldSelector } from './select-fields.ts';

type Document = Extract<Result, { kind: 'document' }>;

/**
 * One JSON document as text: as it came, unless only some of its fields are wanted or it is to be YAML. What is no JSON,
 * as a service may answer, goes out as it is.
 */
export const documentText = async ({ text, value }: Document, writing: Writing): Promise<string> => {
  const { format, chosen } = writing;
  if (chosen === undefined && format !== 'yaml') return text;
  const read = await value();
  if (read === undefined) return text;
  const shown = chosen ? selectedOf(read, chosen) : read;
  if (format === 'yaml') return (await import('./yaml.ts')).yaml(shown);
  return `${stringify(shown, format === 'ndjson' ? undefined : 2)}\n`;
};

const isRecord = (value: unknown): value is Shown => typeof value === 'object' && value !== null;

/** The chosen fields of a document, or of each record in it. */
const selectedOf = (value: unknown, chosen: Chosen): unknown => {
  const records = (Array.isArray(value) ? value : [value]).filter(isRecord);
  if (records.length === 0) return value;
  checkChosen(records, chosen);
  const select = fieldSelector(chosen.fields);
  return Array.isArray(value) ? records.map(select) : records.map(select)[0];
};
