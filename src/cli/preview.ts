import type { PreviewedRequest } from '../client/request.ts';
import { a } from '../json/schema.ts';
import type { Column, Field } from '../terminal/columns.ts';
import { formats } from '../terminal/formats.ts';
import { jsonDocument, printed, type Result } from '../terminal/results.ts';
import { shellWord } from '../words/resale-line.ts';
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
 * What --dry-run prints, even on a terminal: the request as JSON, or an array if there are several, or if the command
 * was given `several` things to do; with --curl, a command line for each. Where nobody asked for a format, a terminal shows
 * what is said of each.
 */
export const previewed = (
  requests: readonly PreviewedRequest[],
  { format, curl }: Settings,
  several = requests.length !== 1,
  sentences?: readonly string[],
): Result => {
  if (curl) return printed(requests.map((request) => `${curlLine(request)}\n`).join(''));
  const shown = requests.map(({ exact: _, ...request }) => request);
  const [only] = shown;
  const isOne = !several && only !== undefined;
  if (sentences !== undefined && format === undefined) {
    const nothing = `Nothing ${only ? `was sent (--curl shows the ${isOne ? 'request' : 'requests'})` : 'would be sent'}.`;
    const sentence = [...sentences, nothing].join(sentences.length === 1 ? ' ' : '\n');
    return isOne
      ? { kind: 'record', record: only, columns: previewColumns, sentence }
      : { kind: 'records', records: shown, columns: previewColumns, sentence };
  }
  if (formats[format ?? 'table'].isDrawn) return jsonDocument(isOne ? only : shown);
  return isOne
    ? { kind: 'record', record: only, columns: previewColumns }
    : { kind: 'records', records: shown, columns: previewColumns };
};

/**
 * A request as a line for a POSIX shell, with the credentials from the environment: to run it, one must have
 * RESALE_CLIENT_ID and RESALE_API_KEY set. curl reads them from its input, since other users of the machine can read the
 * arguments of a command; printf is built into the shell. It sends what the tool would send, and shows the answer's body.
 */
const curlLine = ({ method, url, exact }: PreviewedRequest): string => {
  const { headers, credentials, body } = exact;
  return [
    `printf '%s: %s\\n' ${shellWord(credentials.clientId)} "$RESALE_CLIENT_ID" ${shellWord(credentials.authenticationKey)} "$RESALE_API_KEY" |`,
    // The URL is literal: curl must not expand its brackets or dots.
    'curl --globoff --path-as-is --silent --show-error',
    `--request ${shellWord(method)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`),
    '--header @-',
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
    shellWord(url),
  ].join(' ');
};
