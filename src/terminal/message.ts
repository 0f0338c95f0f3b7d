import type { Advice } from '../words/advice.ts';
import { escapeControls } from './escape-controls.ts';
import type { Output } from './io.ts';
import { inLines, widthOf, wrap } from './width.ts';

/**
 * A message as it is printed to a stream: harmless, and on a terminal broken between words into lines that fit, but for a long word.
 * Each line of the message keeps its indent, or continues below what follows a label and two blanks. The command line of a proposal
 * gets a line of its own, indented by two, and is never broken. Identifiers that have `names` are replaced by these.
 */
export const messageOn = (
  { isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>,
  message: Advice,
  names?: ReadonlyMap<string, string>,
): string => {
  const { say, line } = typeof message === 'string' ? { say: message, line: undefined } : message;
  const sentences = (names?.size ? replaceIds(say, names) : say)
    .split('\n')
    .map(escapeControls)
    .flatMap((one) => (isTTY && columns ? fitting(one, columns) : [one]));
  return [...sentences, ...(line === undefined ? [] : [`  ${escapeControls(line)}`])].join('\n');
};

const identifier = /(?:the listing with )?(?:the id )?\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;

/** A message with names in place of identifiers. */
export const replaceIds = (message: string, names: ReadonlyMap<string, string>): string =>
  message.replace(identifier, (found, id = '') => names.get(id.toLowerCase()) ?? found);

/** A line that fits, in as many as it takes. `pieces` are not broken. */
export const fitting = (line: string, columns: number, pieces = /\S+/g): string[] =>
  widthOf(line, columns) > columns ? broken(line, columns, pieces) : [line];

const indentOf = (line: string, columns: number): string =>
  line.slice(0, Math.min(line.search(/\S|$/), columns - 1));

/** A number or a label, and the blanks behind it. */
const label = /^ *(?:[!-~]+ )+ +(?=\S)/;

const broken = (line: string, columns: number, pieces: RegExp): string[] => {
  const [found = ''] = label.exec(line.slice(0, columns)) ?? [];
  const hasLabel = found !== '' && found.length < columns / 2;
  const begin = hasLabel ? found : indentOf(line, columns);
  const words = line.slice(begin.length).match(pieces) ?? [];
  // A word without room beside a label stands below it.
  const isBelow = hasLabel && words.some((word) => widthOf(word, columns) > columns - begin.length);
  const indent = isBelow ? `${indentOf(line, columns)}  ` : ' '.repeat(begin.length);
  const room = columns - indent.length;
  const lines = inLines(words, room, (piece) => (/\s/.test(piece) ? [piece] : wrap(piece, room)));
  return isBelow
    ? [begin.trimEnd(), ...lines.map((text) => indent + text)]
    : lines.map((text, at) => (at === 0 ? begin : indent) + text);
};
