import type { ShownRequest } from '../http/request.ts';
import { a } from '../json/schema.ts';
import type { Column, Field } from '../terminal/columns.ts';
import { formats } from '../terminal/formats.ts';
import { jsonDocument, type Result } from '../terminal/results.ts';
import type { Settings } from './global-flags.ts';

export const previewFields: readonly Field[] = [
  { field: 'method' },
  { field: 'url' },
  { field: 'headers', schema: a.mapOf(a.text) },
  { field: 'body', schema: a.anything, optional: true },
];

const previewColumns: readonly Column[] = previewFields.map((one) => ({
  ...one,
  title: one.field.toUpperCase(),
}));

/**
 * The output of --dry-run, even on a terminal: the request as JSON, or an array if there are several, or if the command has
 * `several` arguments. Without a requested format, a terminal shows the sentence about each.
 */
export const previewed = (
  requests: readonly ShownRequest[],
  { format }: Settings,
  several = requests.length !== 1,
  sentences?: readonly string[],
): Result => {
  const [only] = requests;
  const isOne = !several && only !== undefined;
  if (sentences !== undefined && format === undefined) {
    const nothing = only ? 'Nothing was sent.' : 'Nothing would be sent.';
    const sentence = [...sentences, nothing].join(sentences.length === 1 ? ' ' : '\n');
    return isOne
      ? { kind: 'record', record: only, columns: previewColumns, sentence }
      : { kind: 'records', records: requests, columns: previewColumns, sentence };
  }
  if (formats[format ?? 'table'].isDrawn) return jsonDocument(isOne ? only : requests);
  return isOne
    ? { kind: 'record', record: only, columns: previewColumns }
    : { kind: 'records', records: requests, columns: previewColumns };
};
