import type { PreviewedRequest } from '../client/client.ts';
import type { Column, Result } from '../terminal/columns.ts';
import type { Settings } from './global-flags.ts';

const columns: readonly Column[] = ['method', 'url', 'headers', 'body'].map((field) => ({
  field,
  title: field.toUpperCase(),
}));

/** What --dry-run prints: the request, or an array of them where there are several. On a terminal, too, as JSON. */
export const previewed = (requests: readonly PreviewedRequest[], { format = 'table' }: Settings): Result => {
  const [only] = requests;
  const shown = requests.map((request) => ({ ...request }));
  if (format === 'table')
    return {
      kind: 'bytes',
      bytes: once(`${JSON.stringify(requests.length === 1 ? only : requests, null, 2)}\n`),
    };
  return requests.length === 1
    ? { kind: 'record', record: { ...only }, columns }
    : { kind: 'records', records: shown, columns };
};

/** A text as the bytes of a result. */
export async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
