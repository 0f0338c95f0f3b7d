import type { Column } from './columns.ts';
import { widthOf } from './width.ts';

/** What separates the columns of a table. */
export const gap = '  ';

/** On a narrower screen a record is easier to read as a card. */
const narrowest = 60;

/** A column, and how wide the longest of its values is. */
interface Filled {
  column: Column;
  longest: number;
}

/** A column in its place in a table. */
export interface Place {
  column: Column;
  head: string;
  width: number;
}

/**
 * The layout of a table on a screen, or undefined if no table can fit. On a narrow screen, short heads
 * are used first; then optional columns are left out, the last one first.
 */
export const layOut = (columns: readonly Filled[], screen: number): Place[] | undefined => {
  if (screen < narrowest) return undefined;
  const available = screen - gap.length * (columns.length - 1);
  const wished = columns.map((filled) => placeUnder(filled, filled.column.title));
  if (wished.reduce((sum, { width }) => sum + width, 0) <= available) return wished;

  const short = columns.map((filled) => placeUnder(filled, filled.column.short ?? filled.column.title));
  const widths = fit(
    short.map(({ column, width }) => ({ width, rigid: column.align === 'right' || column.whole === true })),
    available,
  );
  if (widths) return short.map((place, index) => ({ ...place, width: widths[index] ?? place.width }));
  const spare = columns.findLast(({ column }) => column.spare);
  return (
    spare &&
    layOut(
      columns.filter((filled) => filled !== spare),
      screen,
    )
  );
};

const placeUnder = ({ column, longest }: Filled, head: string): Place => ({
  column,
  head,
  width: Math.max(widthOf(head), column.least ?? 0, longest),
});

/** The least width of a shortened column: fewer characters of a text say nothing. */
const least = 10;

/** The width that a column would take, in terminal columns, and whether it must not be shortened. */
interface WantedWidth {
  width: number;
  rigid: boolean;
}

/**
 * The widths with which the columns fit into `available` terminal columns, or undefined if they can't.
 * The widest column is shortened first; among equals, the last one.
 */
export const fit = (wanted: readonly WantedWidth[], available: number): number[] | undefined => {
  const widths = wanted.map(({ width, rigid }) =>
    rigid ? width : Math.min(width, Math.max(available, least)),
  );
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = widths.reduce(
      (best, width, index) =>
        width > least && !wanted[index]?.rigid && width >= (widths[best] ?? 0) ? index : best,
      -1,
    );
    if (widest < 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
};
