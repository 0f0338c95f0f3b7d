import { wordPieces } from '../words/shell-word.ts';
import { widthOf } from './width.ts';

const indent = '  ';

/**
 * A command line in lines of at most `columns`, for somebody to copy: a shell reads them as the one line that they
 * are. `words` are quoted already. A word that does not fit on a line continues on the next one.
 */
export const commandLines = (words: readonly string[], columns: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const [index, word] of words.entries()) {
    // A line that another follows ends in a space and a backslash.
    const room = columns - (index === words.length - 1 ? 0 : 2);
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= room) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(`${line} \\`);
    line = indent + word;
    if (widthOf(line) <= room) continue;
    const [last = '', ...before] = wordPieces(word, (piece) => widthOf(piece) < room).reverse();
    lines.push(...before.reverse().map((piece) => `${piece}\\`));
    line = last;
  }
  return [...lines, line];
};
