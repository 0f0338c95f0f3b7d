import type { Column } from './columns.ts';
import { gap } from './grid.ts';
import { widthOf } from './width.ts';

/** On a narrower screen a record is easier to read as a card. */
const narrowest = 60;

/** Nobody reads so many columns side by side, on however wide a screen. */
const mostColumns = 500;

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
  align: 'right' | undefined;
}

/**
 * The layout of a table on a screen, or undefined if no table can fit. On a narrow screen, short heads
 * are used first; then optional columns are left out, the last one first. `longest` measures the values of a column; what
 * it returns beyond the width of the screen need not be exact.
 */
export const layOut = (
  columns: readonly Column[],
  screen: number,
  longest: (column: Column) => number,
): Place[] | undefined => {
  const kept = columns.filter(({ spare }) => !spare).length;
  // There may be thousands of columns, and then none should be measured.
  if (screen < narrowest || kept > mostColumns || widthWith(kept, kept) > screen) return undefined;
  return placesOf(
    columns.map((column) => ({ column, longest: longest(column) })),
    screen,
  );
};

/** How wide columns are together with what separates them. */
const widthWith = (widths: number, columns: number): number => widths + gap.length * (columns - 1);

const placesOf = (columns: readonly Filled[], screen: number): Place[] | undefined => {
  const available = screen - gap.length * (columns.length - 1);
  const wished = columns.map((filled) => placeUnder(filled, filled.column.title, screen));
  if (sum(wished.map(({ width }) => width)) <= available) return wished;

  const short = columns.map((filled) =>
    placeUnder(filled, filled.column.short ?? filled.column.title, screen),
  );
  const widths = fit(
    short.map(({ column, width }) => ({ width, rigid: column.align === 'right' || column.whole === true })),
    available,
  );
  if (widths) return short.map((place, index) => ({ ...place, width: widths[index] ?? place.width }));
  const spare = columns.findLast(({ column }) => column.spare);
  return (
    spare &&
    placesOf(
      columns.filter((filled) => filled !== spare),
      screen,
    )
  );
};

/** The same places, wider where later values need it and the screen has room; the first ones have it first. */
export const widened = (
  places: readonly Place[],
  screen: number,
  longest: (column: Column) => number,
): readonly Place[] => {
  let room = screen - widthWith(sum(places.map(({ width }) => width)), places.length);
  return places.map((place) => {
    const more = Math.min(room, longest(place.column) - place.width);
    if (more <= 0) return place;
    room -= more;
    return { ...place, width: place.width + more };
  });
};

const placeUnder = ({ column, longest }: Filled, head: string, screen: number): Place => ({
  column,
  head,
  width: Math.max(1, widthOf(head, screen), column.least ?? 0, longest),
  align: column.align,
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

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
  const cutTo = (most: number): number[] =>
    wanted.map(({ width, rigid }) => (rigid ? width : Math.min(width, most)));
  if (sum(cutTo(least)) > available) return undefined;
  let most = least;
  while (most < available && sum(cutTo(most + 1)) <= available) most += 1;
  // All that are shortened are equally wide now; the first of them share what remains.
  const wider = cutTo(most + 1);
  let rest = available - sum(cutTo(most));
  return cutTo(most).map((width, index) => {
    const more = Math.min(rest, (wider[index] ?? width) - width);
    rest -= more;
    return width + more;
  });
};
