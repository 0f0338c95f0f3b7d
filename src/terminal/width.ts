import stringWidth from 'string-width';

/**
 * Texts of characters that never join another, in frequent scripts and in our shapes: those behind U+3000 are wide, all
 * others are not. Anything else may be part of an emoji or an accent, and takes string-width a hundred times as long.
 */
const single =
  /^[ -~\u00c0-\u02ff\u0391-\u0482\u2010-\u2027\u2190-\u22ff\u2500-\u25f9★☆✓✗\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;

/**
 * How many terminal columns a harmless text takes: wide characters and emoji take two. Whoever needs no more than `enough`
 * gets any number beyond it sooner.
 */
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
  // Making a segmenter takes longer than segmenting a line with it.
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

/**
 * A text in stretches of at most 500 units: a segmenter needs time with the square of the length of its text. What joins across the end of
 * one counts for more than it is.
 */
const stretches = (text: string): readonly string[] => text.match(/.{1,250}/gsu) ?? [];

/** The characters as a reader counts them. */
function* graphemes(text: string): Generator<string> {
  for (const stretch of stretches(text)) for (const { segment } of segmented(stretch)) yield segment;
}

/** How a text ends if it was cut. */
export type Ellipsis = '…' | '...';

/** The text within `width` terminal columns; if that cuts it, it ends in an ellipsis. Never cut inside a character. */
export const shorten = (text: string, width: number, ellipsis: Ellipsis = '…'): string => {
  if (widthOf(text, width) <= width) return text;
  const room = width - ellipsis.length;
  return room < 0 ? ellipsis.slice(0, Math.max(0, width)) : `${begunWithin(text, room)}${ellipsis}`;
};

const begunWithin = (text: string, width: number): string => {
  // As many characters at most, if none is joined; the one behind them could be.
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

/** Somebody will copy it, so nothing may come between its characters: an address, an identifier, a cursor. */
const isToCopy = (word: string, longest: number): boolean =>
  (word.length <= longest && /^[ -~]*$/.test(word)) || word.includes('://');

/**
 * The text in lines of at most `width` terminal columns, broken at spaces. A word that is too long for a line stays in
 * one piece, as somebody will copy it, and the terminal breaks it; only one of other scripts, or one that is no address and has more
 * than `longestToCopy` characters, is broken between them.
 */
export const wrap = (text: string, width: number, longestToCopy = Number.POSITIVE_INFINITY): string[] =>
  widthOf(text, width) <= width
    ? [text]
    : inLines(wordsOf(text), width, (word) =>
        isToCopy(word, longestToCopy) ? [word] : inPieces(word, width),
      );

/** The words of a text. A command, in backquotes, is one of them: whoever copies it needs it in one piece. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/`resale [^`]+`|`[^`]{1,98}`/g, (line) => line.replaceAll(' ', '\0'))
    .split(' ')
    .map((word) => word.replaceAll('\0', ' '));

/** Words in lines of at most `width` terminal columns. One that is longer is `broken` into lines of its own. */
export const inLines = (
  words: Iterable<string>,
  width: number,
  broken: (word: string) => readonly string[],
): string[] => {
  const lines: string[] = [];
  /** How many columns are left in the last line. */
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
    // A character wider than the whole line cannot be shown in it.
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
