import stringWidth from 'string-width';

/** How many terminal columns a harmless text takes: wide characters and emoji take two. */
export const widthOf = (text: string): number =>
  // Measuring is quick only for plain ASCII, and shortened text is nearly that.
  text.endsWith('…') ? widthOf(text.slice(0, -1)) + 1 : stringWidth(text);

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader counts them. */
function* graphemes(text: string): Generator<string> {
  // Making a segmenter takes longer than segmenting a line with it.
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** How a text ends if it was cut. */
export type Ellipsis = '…' | '...';

/** The text within `width` terminal columns; if that cuts it, it ends in an ellipsis. Never cut inside a character. */
export const shorten = (text: string, width: number, ellipsis: Ellipsis = '…'): string => {
  if (widthOf(text) <= width) return text;
  const room = width - ellipsis.length;
  if (room < 0) return ellipsis.slice(0, Math.max(0, width));
  return `${isPlain(text) ? text.slice(0, room) : begunWithin(text, room)}${ellipsis}`;
};

const begunWithin = (text: string, width: number): string => {
  let kept = '';
  let room = width;
  for (const grapheme of graphemes(text)) {
    room -= widthOf(grapheme);
    if (room < 0) break;
    kept += grapheme;
  }
  return kept;
};

/** Somebody will copy it, so nothing may come between its characters: an address, an identifier, a cursor. */
const isToCopy = (word: string): boolean => isPlain(word) || word.includes('://');

/**
 * The text in lines of at most `width` terminal columns, broken at spaces. A word that is too long for a line stays in
 * one piece, as somebody will copy it, and the terminal breaks it; only one of other scripts is broken between its
 * characters.
 */
export const wrap = (text: string, width: number): string[] => {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(line) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else if (widthOf(word) <= width || isToCopy(word)) lines.push(word);
    else lines.push(...inPieces(word, width));
  }
  return lines;
};

const inPieces = (word: string, width: number): string[] => {
  const pieces: string[] = [];
  for (const grapheme of graphemes(word)) {
    // A character wider than the whole line cannot be shown in it.
    const next = widthOf(grapheme) > width ? '…' : grapheme;
    const piece = pieces.at(-1);
    if (piece !== undefined && widthOf(piece + next) <= width) pieces[pieces.length - 1] = piece + next;
    else pieces.push(next);
  }
  return pieces;
};
