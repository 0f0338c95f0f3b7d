import { harmless } from '../terminal/harmless.ts';

/**
 * A word as a POSIX shell takes it. It acts on no terminal: a character that would is written as what printf makes it
 * from. Only a line break stays one, between quotes.
 */
export const shellWord = (word: string): string =>
  /^[\w./:@,-][\w./:=@,-]*$/.test(word) ? word : `'${[...word].map(quoted).join('')}'`;

/** A character as it stands between single quotes, which it may have to leave. */
const quoted = (character: string): string => {
  if (character === "'") return "'\\''";
  if (character === '\n' || harmless(character) === character) return character;
  const bytes = [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `'"$(printf '${bytes.join('')}')"'`;
};
