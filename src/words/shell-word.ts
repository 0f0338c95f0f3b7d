/** What acts on a terminal, or can't be seen there. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}]/u;

/**
 * A word quoted so that POSIX shells, zsh and fish read the same. It has no effect on a terminal: a word with a character that
 * would is written as a printf that makes it. Only a line break stays as it is, between quotes.
 */
export const shellWord = (word: string): string => {
  if (/^[\w./:@,-][\w./:=@,-]*$/.test(word)) return word;
  return unseen.test(word.replaceAll('\n', '')) ? printed(word) : `'${word.replace(/['\\]/g, leaving)}'`;
};

/** In fish, a backslash between single quotes may quote the next character, even the closing quote. */
const leaving = (sign: string): string => `'\\${sign}'`;

/**
 * A command that prints the word, in which no sign has a meaning to a shell: fish misreads some words in which single quotes
 * and commands take turns. A shell takes away the line breaks at the end of what is printed, so they stand behind it.
 */
const printed = (word: string): string => {
  const text = word.replace(/(?<!\n)\n+$/, '');
  const breaks = word.slice(text.length);
  const written = Array.from(text, (character, at) =>
    /[\w ./:@,=]/.test(character) ||
    (character === '-' && at > 0) ||
    (/[^\0-\x7f]/.test(character) && !unseen.test(character))
      ? character
      : [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `"$(printf '${written.join('')}')"${breaks && `'${breaks}'`}`;
};

/** What stays in one piece within quotes: a character, or an escape that leaves the quotes. */
const quotedUnit = /'\\['\\]'|./gsu;

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
