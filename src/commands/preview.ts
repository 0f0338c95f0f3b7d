import type { PreviewedRequest } from '../client/headers.ts';
import type { Column, Result } from '../terminal/columns.ts';
import { curlLine } from './curl.ts';
import type { Settings } from './global-flags.ts';

const columns: readonly Column[] = ['method', 'url', 'headers', 'body'].map((field) => ({
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
  if (format === 'table')
    return {
      kind: 'bytes',
      bytes: once(`${JSON.stringify(shown.length === 1 ? only : shown, null, 2)}\n`),
    };
  return requests.length === 1
    ? { kind: 'record', record: { ...only }, columns }
    : { kind: 'records', records: shown, columns };
};

/** A text as the bytes of a result. */
export async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
