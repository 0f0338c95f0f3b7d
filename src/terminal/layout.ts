import type { Column } from './columns.ts';
import { gap } from './grid.ts';
import { widthOf } from './width.ts';

/** On a narrower screen a record is easier to read as a card. */
const narrowest = 60;

/** What a table knows of the values of its columns. */
interface Values {
  /** The width of the longest one; what it returns beyond the width of the screen need not be exact. */
  longest(column: Column): number;
  /** Whether each record has one under that field. */
  areThere(field: string): boolean;
}

/** A column in its place in a table. */
export interface Place {
  column: Column;
  width: number;
  align: 'right' | undefined;
}

/** The columns that a screen has room for, and their widths; undefined if no table can fit. */
export const layOut = (
  columns: readonly Column[],
  screen: number,
  values: Values,
): readonly Place[] | undefined => {
  const leavesAt = ({ namedBy, leaves = Number.POSITIVE_INFINITY }: Column): number =>
    namedBy !== undefined && values.areThere(namedBy) ? 0 : leaves;
  const stay = columns.filter(({ namedBy, leaves }) => namedBy === undefined && leaves === undefined);
  // There may be thousands of columns, and then none should be measured.
  if (screen < narrowest || roomFor(screen, stay.length) < stay.length) return undefined;
  let kept = columns.map((column) => {
    const width = Math.max(1, widthOf(column.title, screen), column.least ?? 0, values.longest(column));
    const isWhole = column.align || column.whole;
    return { column, width, least: isWhole ? width : Math.min(width, column.shortest ?? 10) };
  });
  for (;;) {
    const widths = fit(kept, roomFor(screen, kept.length));
    if (widths)
      return kept.map(({ column, width }, index) => ({
        column,
        width: widths[index] ?? width,
        align: column.align,
      }));
    const next = Math.min(...kept.map(({ column }) => leavesAt(column)));
    if (next === Number.POSITIVE_INFINITY) return undefined;
    kept = kept.filter(({ column }) => leavesAt(column) !== next);
  }
};

/** The same places, wider where later values need it and the screen has room. */
export const widened = (
  places: readonly Place[],
  screen: number,
  longest: (column: Column) => number,
): readonly Place[] => {
  const widths = fit(
    places.map(({ column, width }) => ({ least: width, width: Math.max(width, longest(column)) })),
    roomFor(screen, places.length),
  );
  return places.map((place, index) => ({ ...place, width: widths?.[index] ?? place.width }));
};

/** What a screen has for so many columns, without what separates them. */
const roomFor = (screen: number, columns: number): number => screen - gap.length * Math.max(0, columns - 1);

/** The width that a column would take, in terminal columns, and the least that it has to have. */
interface WantedWidth {
  width: number;
  least: number;
}

/**
 * The widths with which the columns fit into `available` terminal columns, or undefined if they can't.
 * The widest column is shortened first; among equals, the last one.
 */
export const fit = (wanted: readonly WantedWidth[], available: number): number[] | undefined => {
  const cutTo = (most: number): number[] =>
    wanted.map(({ width, least }) => Math.max(least, Math.min(width, most)));
  const left = (most: number): number => cutTo(most).reduce((room, width) => room - width, available);
  if (left(0) < 0) return undefined;
  let most = 0;
  while (most < available && left(most + 1) >= 0) most += 1;
  // All that are shortened are equally wide now; the first of them share what remains.
  const wider = cutTo(most + 1);
  let rest = left(most);
  return cutTo(most).map((width, index) => {
    const more = Math.min(rest, (wider[index] ?? width) - width);
    rest -= more;
    return width + more;
  });
};
