import stringWidth from 'string-width';

/** How many terminal columns a harmless text takes: wide characters and emoji take two. */
export const widthOf = (text: string): number =>
  // Measuring is quick for plain letters alone, and shortened text is nearly that.
  text.endsWith('…') ? widthOf(text.slice(0, -1)) + 1 : stringWidth(text);

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader counts them. */
function* graphemes(text: string): Generator<string> {
  // Making a segmenter takes longer than all that it does for a line.
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The text within `width` terminal columns; where that cuts it, it ends in `…`. Never cut inside a character. */
export const shorten = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  if (isPlain(text)) return `${text.slice(0, width - 1)}…`;
  let kept = '';
  let room = width - 1;
  for (const grapheme of graphemes(text)) {
    room -= widthOf(grapheme);
    if (room < 0) break;
    kept += grapheme;
  }
  return `${kept}…`;
};

/** The text in lines of at most `width` terminal columns, broken at spaces where it can be. */
export const wrap = (text: string, width: number): string[] => {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const grapheme of graphemes(text)) {
    // A character wider than the whole line cannot be shown in it.
    const next = widthOf(grapheme) > width ? '…' : grapheme;
    while (line !== '' && widthOf(line + next) > width) {
      const space = next === ' ' ? -1 : line.lastIndexOf(' ');
      lines.push(space > 0 ? line.slice(0, space) : line);
      line = space > 0 ? line.slice(space + 1) : '';
    }
    if (line !== '' || next !== ' ') line += next;
  }
  return [...lines, line];
};
