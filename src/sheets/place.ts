/** `BC` → 55 */
export const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** 55 → `BC` */
export const columnLetters = (column: number): string =>
  column <= 0
    ? ''
    : columnLetters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

/** A cell as a spreadsheet names it: `Sheet1!C7`, `'My sheet'!C7`. */
export const cellPlace = (sheet: string, column: number, line: number): string => {
  const name = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${columnLetters(column)}${line}`;
};
