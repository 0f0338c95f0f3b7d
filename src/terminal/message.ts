import { escapeControls } from './escape-controls.ts';
import type { Output } from './io.ts';
import { inLines, widthOf, wrap } from './width.ts';

/** The parts of a sentence that stay whole: a command, which somebody will copy, or a word. */
const pieces = /`[^`]+`\S*|\bresale [a-z-](?:'[^']*'|\\.|[^'\\]){0,4000}?(?=[.;,](?:\s|$)|$)\S?|\S+/g;

const isCommand = (piece: string): boolean => /^(?:`|resale )/.test(piece);

/** A command behind a colon, which gets a line of its own. */
const proposed =
  /(?<=(?<!^Usage):) (?:(resale [a-z-](?:'[^']*'|\\.|[^'\\]){0,4000}?)|`([^`]+)`)(?:[.;,](?:\s+|$)|$)/;

/**
 * A message as it is printed to a stream: harmless, and on a terminal broken between words into lines that fit. A command behind
 * a colon gets a line of its own, indented by two, and is never broken, nor is a long word. Each line of the message keeps its
 * indent, or continues below what follows a label and two blanks. Identifiers that have `names` are replaced by these.
 */
export const messageOn = (
  { isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>,
  message: string,
  names?: ReadonlyMap<string, string>,
): string =>
  (isTTY && names?.size ? replaceIds(message, names) : message)
    .split('\n')
    .map(escapeControls)
    .flatMap((line) => (isTTY && columns ? fitting(line, columns) : [line]))
    .join('\n');

const commandOrIdentifier =
  /`[^`]*`|(?<=: )resale .*|(?:the listing with )?(?:the id )?\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;

/** A message with names in place of identifiers, except in commands. */
export const replaceIds = (message: string, names: ReadonlyMap<string, string>): string =>
  message.replace(commandOrIdentifier, (found, id = '') => names.get(id.toLowerCase()) ?? found);

/** A longer line quotes somebody else. To find commands in it could take time with the square of its length. */
const longestSentence = 10_000;

const fitting = (line: string, columns: number): string[] => {
  const found = line.length > longestSentence ? null : proposed.exec(line);
  const before = line.slice(0, found?.index);
  const sentence = widthOf(before, columns) > columns ? broken(before, columns) : [before];
  if (found === null) return sentence;
  const [whole, command = found[2]] = found;
  const after = line.slice(found.index + whole.length);
  return [
    ...sentence,
    `${indentOf(line, columns)}  ${command}`,
    ...(after === '' ? [] : fitting(indentOf(line, columns) + after, columns)),
  ];
};

const indentOf = (line: string, columns: number): string =>
  line.slice(0, Math.min(line.search(/\S|$/), columns - 1));

/** A number or a label, and the blanks behind it. */
const label = /^ *(?:[!-~]+ )+ +(?=\S)/;

const broken = (line: string, columns: number): string[] => {
  const [found = ''] = label.exec(line.slice(0, columns)) ?? [];
  const hasLabel = found !== '' && found.length < columns / 2;
  const begin = hasLabel ? found : indentOf(line, columns);
  const words = line.slice(begin.length).match(line.length > longestSentence ? /\S+/g : pieces) ?? [];
  // A word without room beside a label stands below it.
  const isBelow = hasLabel && words.some((word) => widthOf(word, columns) > columns - begin.length);
  const indent = isBelow ? `${indentOf(line, columns)}  ` : ' '.repeat(begin.length);
  const room = columns - indent.length;
  const lines = inLines(words, room, (piece) => (isCommand(piece) ? [piece] : wrap(piece, room)));
  return isBelow
    ? [begin.trimEnd(), ...lines.map((text) => indent + text)]
    : lines.map((text, at) => (at === 0 ? begin : indent) + text);
};
