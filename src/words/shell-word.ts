/** What acts on a terminal, or can't be seen there. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A word quoted for a POSIX shell. It has no effect on a terminal: a character that would is written as a printf that makes
 * it. Only a line break stays as it is, between quotes.
 */
export const shellWord = (word: string): string =>
  /^[\w./:@,-][\w./:=@,-]*$/.test(word) ? word : `'${[...word].map(quoted).join('')}'`;

/** A character as it is written between single quotes, which it may have to leave. */
const quoted = (character: string): string => {
  if (character === "'") return "'\\''";
  if (character === '\n' || !unseen.test(character)) return character;
  const bytes = [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `'"$(printf '${bytes.join('')}')"'`;
};

/** What stays in one piece within quotes: a character, or an escape that leaves the quotes. */
const quotedUnit = /'\\''|'"\$\(printf '[\\\d]+'\)"'|./gsu;

/**
 * A quoted word in pieces that fit, each with a backslash and a line end behind it but the last: a shell joins them again. A
 * word that is quoted in parts stays in one.
 */
export const wordPieces = (word: string, fits: (piece: string) => boolean): string[] => {
  const isQuoted = /^'.*'$/s.test(word);
  if (!isQuoted && word.includes("'")) return [word];
  const closed = (text: string): string => (isQuoted ? `'${text}'` : text);
  const units = (isQuoted ? word.slice(1, -1) : word).match(isQuoted ? quotedUnit : /\\.|./gsu) ?? [];
  const pieces: string[] = [];
  for (const unit of units) {
    const piece = pieces.at(-1);
    if (piece !== undefined && fits(closed(piece + unit))) pieces[pieces.length - 1] = piece + unit;
    else pieces.push(unit);
  }
  return pieces.map(closed);
};
