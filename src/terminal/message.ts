import { harmless } from './harmless.ts';
import type { Output } from './io.ts';
import { inLines, widthOf, wrap } from './width.ts';

/** The parts of a sentence that stay in one piece: a command that somebody will copy, or else a word. */
const pieces = /`[^`]+`\S*|\bresale [a-z-](?:'[^']*'|\\.|[^'\\]){0,4000}?(?=[.;,](?:\s|$)|$)\S?|\S+/g;

const isCommand = (piece: string): boolean => /^(?:`|resale )/.test(piece);

/**
 * A message as it is printed to a stream: harmless, and on a terminal in lines that are no wider than it, broken
 * between words. A command or a long word, which somebody will copy, still stays whole. Each line of the message stays a
 * line, indented as it was.
 */
export const messageOn = ({ isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>, message: string): string =>
  message
    .split('\n')
    .map(harmless)
    .flatMap((line) =>
      isTTY && columns && widthOf(line, columns) > columns ? broken(line, columns) : [line],
    )
    .join('\n');

/** A longer line quotes somebody else. Finding commands in it could take time with the square of its length. */
const longestSentence = 10_000;

const broken = (line: string, columns: number): string[] => {
  const indent = line.slice(0, Math.min(line.search(/\S|$/), columns - 1));
  const room = columns - indent.length;
  const words = line.match(line.length > longestSentence ? /\S+/g : pieces) ?? [];
  return inLines(words, room, (piece) => (isCommand(piece) ? [piece] : wrap(piece, room))).map(
    (text) => indent + text,
  );
};
