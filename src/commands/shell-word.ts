/** A word as a POSIX shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w./:=@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
