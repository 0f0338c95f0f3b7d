import stringWidth from 'string-width';

/**
 * Texts of frequent characters that never join another: those behind U+3000 are wide, the others are not. Anything else may be
 * part of an emoji or have an accent, and takes string-width a hundred times as long.
 */
const single =
  /^[ -~\u00c0-\u02ff\u0391-\u0482\u2010-\u2027\u2190-\u22ff\u2500-\u25f9★☆✓✗\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;

/** The width of a harmless text in terminal columns. Beyond `enough`, the number need not be exact. */
export const widthOf = (text: string, enough = Number.POSITIVE_INFINITY): number => {
  let width = 0;
  if (single.test(text)) {
    for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) > 0x3000 ? 2 : 1;
    return width;
  }
  for (const stretch of stretches(text)) {
    width += stringWidth(stretch);
    if (width > enough) break;
  }
  return width;
};

let segmenter: Intl.Segmenter | undefined;
const segmented = (text: string): Intl.Segments => {
  // To make one takes longer than to segment a line.
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

/**
 * A text in stretches of at most 500 units: the time of a segmenter grows with the square of the length. A character that
 * is cut in two by this counts twice.
 */
const stretches = (text: string): readonly string[] => text.match(/.{1,250}/gsu) ?? [];

function* graphemes(text: string): Generator<string> {
  for (const stretch of stretches(text)) for (const { segment } of segmented(stretch)) yield segment;
}

/** The text within `width` terminal columns, cut between characters, with an ellipsis at the end. */
export const shorten = (text: string, width: number): string => {
  if (widthOf(text, width) <= width) return text;
  return width < 1 ? '' : `${begunWithin(text, width - 1)}…`;
};

const begunWithin = (text: string, width: number): string => {
  // If no character joins another, there is room for fewer than these.
  const few = text.slice(0, width + 1);
  let length = 0;
  let room = width;
  for (const grapheme of single.test(few) ? few : graphemes(text)) {
    room -= widthOf(grapheme);
    if (room < 0) break;
    length += grapheme.length;
  }
  return text.slice(0, length);
};

/** Whether a word will be copied, so that it has to stay whole: an address, an identifier, a cursor. */
const isToCopy = (word: string, longest: number): boolean =>
  (word.length <= longest && /^[ -~]*$/.test(word)) || word.includes('://');

/**
 * The text in lines of at most `width` terminal columns, broken at spaces. A longer word stays whole for copying, and the terminal
 * wraps it; it is broken here if it has other than ASCII characters, or is no address and longer than `longestToCopy`.
 */
export const wrap = (text: string, width: number, longestToCopy = Number.POSITIVE_INFINITY): string[] =>
  widthOf(text, width) <= width
    ? [text]
    : inLines(wordsOf(text), width, (word) =>
        isToCopy(word, longestToCopy) ? [word] : inPieces(word, width),
      );

/** The words of a text; a command in backquotes is one word. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/`resale [^`]+`|`[^`]{1,98}`/g, (line) => line.replaceAll(' ', '\0'))
    .split(' ')
    .map((word) => word.replaceAll('\0', ' '));

/** Words in lines of at most `width` terminal columns. A longer word is `broken` into lines of its own. */
export const inLines = (
  words: Iterable<string>,
  width: number,
  broken: (word: string) => readonly string[],
): string[] => {
  const lines: string[] = [];
  // Columns in the last line.
  let left = 0;
  for (const word of words) {
    const long = widthOf(word, width);
    if (long < left) {
      lines.push(`${lines.pop()} ${word}`);
      left -= long + 1;
      continue;
    }
    for (const line of long <= width ? [word] : broken(word)) lines.push(line);
    left = width - (long <= width ? long : widthOf(lines.at(-1) ?? '', width));
  }
  return lines;
};

const inPieces = (word: string, width: number): string[] => {
  const pieces: string[] = [];
  let left = 0;
  for (const grapheme of graphemes(word)) {
    const long = widthOf(grapheme);
    // A line of one column can't show a wide character.
    const [next, taken] = long > width ? ['…', 1] : [grapheme, long];
    if (pieces.length > 0 && taken <= left) pieces.push(`${pieces.pop()}${next}`);
    else {
      pieces.push(next);
      left = width;
    }
    left -= taken;
  }
  return pieces;
};
