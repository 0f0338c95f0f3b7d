/**
 * What may precede a formula, also where a spreadsheet splits a line elsewhere than we do: white space and other invisible
 * characters, quotation marks, separators and line ends. Each such stretch matches once.
 */
const before = String.raw`(?<![\s\p{Cc}\p{Cf}"';|])[\s\p{Cc}\p{Cf}"';|]*`;

/** How a formula begins; `sep=` tells Excel where to split. A text that begins with a tab or a line end is treated like one. */
const beforeFormula = new RegExp(String.raw`${before}(?=[=+\-@＝＋－＠]|sep=)|^'*(?=[\t\r\n])`, 'giu');

/** Where a cell begins for a spreadsheet that splits at semicolons, tabs, bars and line ends. */
const cellBegins = String.raw`\r\n|[;|\t\n\v\f\r\u0085\u2028\u2029]`;
const beginning = new RegExp(cellBegins, 'gu');
const marked = new RegExp(`(^|${cellBegins})'`, 'gu');

/** Most texts, recognized quickly: they begin with a letter or digit, and nothing can split them. */
const plain = /^(?!sep=)\w[^;|\t\n\v\f\r\u0085\u2028\u2029]*$/i;

/**
 * A text as a cell without formulas, wherever a spreadsheet splits lines: an apostrophe precedes each possible formula.
 */
export const withoutFormulas = (text: string): string =>
  plain.test(text)
    ? text
    : text.replace(
        beforeFormula,
        (stretch, at: number) => `${at === 0 ? "'" : ''}${stretch.replace(beginning, "$&'")}`,
      );

/** The inverse of `withoutFormulas`. */
export const withFormulas = (cell: string): string =>
  plain.test(cell)
    ? cell
    : cell.replace(beforeFormula, (stretch, at: number) =>
        stretch.replace(marked, (mark, begins: string) => (begins === '' && at > 0 ? mark : begins)),
      );
