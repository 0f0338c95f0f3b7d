import { gap, type Place } from './layout.ts';
import { type Ellipsis, shorten, widthOf } from './width.ts';

/**
 * One line of a table, no wider than the screen. What does not fit its column is shortened; but a number of a later
 * record may be longer than those that the columns were made for, and the last text has the rest of the line.
 */
export const tableLine = (
  places: readonly Place[],
  screen: number,
  texts: readonly string[],
  paint: (text: string, index: number) => string,
  ellipsis: Ellipsis,
): string => {
  let spare = screen - places.reduce((sum, { width }) => sum + width, gap.length * (places.length - 1));
  const cells = places.map(({ column: { align }, width }, index) => {
    const text = texts[index] ?? '';
    const mayBeWider = align === 'right' || index === places.length - 1;
    const over = mayBeWider ? Math.min(spare, Math.max(0, widthOf(text) - width)) : 0;
    spare -= over;
    const shown = shorten(text, width + over, ellipsis);
    const padding = ' '.repeat(Math.max(0, width - widthOf(shown)));
    return align === 'right' ? padding + paint(shown, index) : paint(shown, index) + padding;
  });
  return `${cells.join(gap).trimEnd()}\n`;
};
