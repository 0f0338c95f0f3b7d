import type { PreviewedRequest } from '../client/request.ts';
import type { Column, Result } from '../terminal/columns.ts';
import { curlLine } from './curl.ts';
import type { Settings } from './global-flags.ts';

/** A request that was not sent. */
export const previewColumns: readonly Column[] = ['method', 'url', 'headers', 'body'].map((field) => ({
  field,
  title: field.toUpperCase(),
}));

/**
 * What --dry-run prints: the request, or an array of them where there are several, on a terminal, too, as JSON; with
 * --curl a command line for each.
 */
export const previewed = (
  requests: readonly PreviewedRequest[],
  { format = 'table', curl }: Settings,
): Result => {
  if (curl)
    return { kind: 'bytes', bytes: once(requests.map((request) => `${curlLine(request)}\n`).join('')) };
  const shown = requests.map(({ exact: _, ...request }) => request);
  const [only] = shown;
  const isOne = shown.length === 1 && only !== undefined;
  if (format === 'table') return jsonDocument(isOne ? only : shown);
  return isOne
    ? { kind: 'record', record: only, columns: previewColumns }
    : { kind: 'records', records: shown, columns: previewColumns };
};

/** A value as a document of JSON. */
export const jsonDocument = (value: unknown): Result => ({
  kind: 'document',
  text: `${JSON.stringify(value, null, 2)}\n`,
  value: async () => value,
});

/** A text as the bytes of a result. */
export async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
