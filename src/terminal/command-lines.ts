import { widthOf } from './width.ts';

const indent = '  ';

/**
 * A command line in lines of at most `columns`, for somebody to copy: a POSIX shell reads them as the one line that they
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
    const [last = '', ...before] = inPieces(word, room).reverse();
    lines.push(...before.reverse().map((piece) => `${piece}\\`));
    line = last;
  }
  return [...lines, line];
};

/** What stays in one piece within quotes: a character, or an escape that leaves the quotes. */
const quotedUnit = /'\\''|'"\$\(printf '[\\\d]+'\)"'|./gsu;

/** A word in pieces shorter than `room`, which a shell joins again: only a backslash and a line end separate them. */
const inPieces = (word: string, room: number): string[] => {
  const isQuoted = /^'.*'$/s.test(word);
  if (!isQuoted && word.includes("'")) return [word];
  const units = (isQuoted ? word.slice(1, -1) : word).match(isQuoted ? quotedUnit : /\\.|./gsu) ?? [];
  const most = Math.max(1, room - (isQuoted ? 3 : 1));
  const pieces: string[] = [];
  for (const unit of units) {
    const piece = pieces.at(-1);
    if (piece !== undefined && widthOf(piece + unit) <= most) pieces[pieces.length - 1] = piece + unit;
    else pieces.push(unit);
  }
  return pieces.map((piece) => (isQuoted ? `'${piece}'` : piece));
};
