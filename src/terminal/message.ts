import { harmless } from './harmless.ts';
import type { Output } from './io.ts';
import { widthOf, wrap } from './width.ts';

/** The parts of a sentence that stay in one piece: a command that somebody will copy, or else a word. */
const pieces = /`[^`]+`\S*|\bresale [a-z-](?:'[^']*'|\\.|[^'\\]){0,4000}?(?=[.;,](?:\s|$)|$)\S?|\S+/g;

const isCommand = (piece: string): boolean => /^`?resale /.test(piece);

/**
 * A message as it is printed to a stream: harmless, and on a terminal in lines that are no wider than it, broken
 * between words. A command or a long word, which somebody will copy, still stays whole. Each line of the message stays a
 * line, indented as it was.
 */
export const messageOn = ({ isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>, message: string): string =>
  message
    .split('\n')
    .map(harmless)
    .flatMap((line) => (isTTY && columns && widthOf(line) > columns ? broken(line, columns) : [line]))
    .join('\n');

const broken = (line: string, columns: number): string[] => {
  const indent = line.slice(0, Math.min(line.search(/\S|$/), columns - 1));
  const room = columns - indent.length;
  const lines: string[] = [];
  for (const [piece] of line.matchAll(pieces)) {
    const joined = lines.length > 0 ? `${lines.at(-1)} ${piece}` : piece;
    if (lines.length > 0 && widthOf(joined) <= room) lines[lines.length - 1] = joined;
    else lines.push(...(isCommand(piece) ? [piece] : wrap(piece, room)));
  }
  return lines.map((text) => indent + text);
};
