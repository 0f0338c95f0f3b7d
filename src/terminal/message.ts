import { escapeControls } from './escape-controls.ts';
import type { Output } from './io.ts';
import { inLines, widthOf, wrap } from './width.ts';

/** The parts of a sentence that stay in one piece: a command that somebody will copy, or else a word. */
const pieces = /`[^`]+`\S*|\bresale [a-z-](?:'[^']*'|\\.|[^'\\]){0,4000}?(?=[.;,](?:\s|$)|$)\S?|\S+/g;

const isCommand = (piece: string): boolean => /^(?:`|resale )/.test(piece);

/** The same behind a colon: it stands alone on its line, so that it can be copied as a whole. */
const proposed =
  /(?<=(?<!^Usage):) (?:(resale [a-z-](?:'[^']*'|\\.|[^'\\]){0,4000}?)|`([^`]+)`)(?:[.;,](?:\s+|$)|$)/;

/**
 * A message as it is printed to a stream: escapeControls, and on a terminal in lines that are no wider than it, broken
 * between words. A command that is proposed stands alone, indented by two; it or a long word, which somebody will copy, stays whole.
 * Each line of the message stays a line, indented as it was, or below what follows a number and two blanks. Identifiers with `names` are called by these.
 */
export const messageOn = (
  { isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>,
  message: string,
  names?: ReadonlyMap<string, string>,
): string =>
  (isTTY && names?.size ? named(message, names) : message)
    .split('\n')
    .map(escapeControls)
    .flatMap((line) => (isTTY && columns ? fitting(line, columns) : [line]))
    .join('\n');

const commandOrIdentifier = /`[^`]*`|(?<=: )resale .*|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** A message with names that people gave in place of identifiers, except in commands, which do what they say. */
const named = (message: string, names: ReadonlyMap<string, string>): string =>
  message.replace(commandOrIdentifier, (found) => names.get(found.toLowerCase()) ?? found);

/** A longer line quotes somebody else. Finding commands in it could take time with the square of its length. */
const longestSentence = 10_000;

/** A line in lines of which only a command may be wider than the terminal. */
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

const broken = (line: string, columns: number): string[] => {
  const [number = ''] = /^ *[\d,]+ {2}(?=\S)/.exec(line) ?? [];
  const begin = number.length < columns / 2 && number !== '' ? number : indentOf(line, columns);
  const room = columns - begin.length;
  const words = line.slice(begin.length).match(line.length > longestSentence ? /\S+/g : pieces) ?? [];
  return inLines(words, room, (piece) => (isCommand(piece) ? [piece] : wrap(piece, room))).map(
    (text, at) => (at === 0 ? begin : ' '.repeat(begin.length)) + text,
  );
};
