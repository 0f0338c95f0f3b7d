import type { Column } from './columns.ts';
import { fit, type Wanted } from './fit.ts';
import { widthOf } from './width.ts';

/** What parts the columns of a table. */
export const gap = '  ';

/** Where lines are shorter, a record is easier to read as a card. */
const narrowest = 60;

/** A column in its place in a table. */
export interface Place {
  column: Column;
  head: string;
  width: number;
}

/**
 * Where the columns of a table stand on a screen, or undefined where a table can't fit. `longest` tells how wide the
 * longest value of a column is. Where it is narrow, short heads are taken first, then columns to spare are left out, the
 * last first.
 */
export const layOut = (
  columns: readonly Column[],
  longest: (column: Column) => number,
  screen: number,
): Place[] | undefined => {
  if (screen < narrowest) return undefined;
  const wantedUnder = (heads: readonly string[]): Wanted[] =>
    columns.map((column, index) => ({
      width: Math.max(widthOf(heads[index] ?? ''), column.least ?? 0, longest(column)),
      rigid: column.align === 'right' || column.whole === true,
    }));
  const available = screen - gap.length * (columns.length - 1);
  const place = (heads: readonly string[], widths: readonly number[]): Place[] =>
    columns.map((column, index) => ({ column, head: heads[index] ?? '', width: widths[index] ?? 0 }));

  const titles = columns.map(({ title }) => title);
  const asWished = wantedUnder(titles).map(({ width }) => width);
  if (asWished.reduce((sum, width) => sum + width, 0) <= available) return place(titles, asWished);
  const shortHeads = columns.map(({ title, short }) => short ?? title);
  const fitted = fit(wantedUnder(shortHeads), available);
  if (fitted) return place(shortHeads, fitted);
  const spare = columns.findLast((column) => column.spare);
  return (
    spare &&
    layOut(
      columns.filter((column) => column !== spare),
      longest,
      screen,
    )
  );
};
