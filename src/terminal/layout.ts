import type { Column } from './columns.ts';
import { gap } from './grid.ts';
import { widthOf } from './width.ts';

/** On a narrower screen a record is easier to read as a card. */
const narrowest = 60;

/** Nobody reads so many columns side by side, on however wide a screen. */
const mostColumns = 500;

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
  head: string;
  width: number;
  align: 'right' | undefined;
  /** A name that is not shown in full, however much room later records leave. */
  isCut: boolean;
}

/** The layout of a table on a screen, or undefined if no table can fit. On a narrow screen, columns give way in turn. */
export const layOut = (
  columns: readonly Column[],
  screen: number,
  values: Values,
): readonly Place[] | undefined => {
  const kept = columns.filter((column) => !Object.values(turnsOf(column)).includes(0)).length;
  // There may be thousands of columns, and then none should be measured.
  if (screen < narrowest || kept > mostColumns || widthWith(kept, kept) > screen) return undefined;
  const placeUnder = (column: Column, head: string): Place => ({
    column,
    head,
    width: Math.max(1, widthOf(head, screen), column.least ?? 0, values.longest(column)),
    align: column.align,
    isCut: false,
  });
  const wished = columns.map((column) => placeUnder(column, column.title));
  if (widthWith(sum(wished.map(({ width }) => width)), wished.length) <= screen) return wished;

  const short = columns.map((column) => {
    const { namedBy } = column;
    const mayGive = namedBy === undefined || values.areThere(namedBy);
    return { place: placeUnder(column, column.short ?? column.title), turns: mayGive ? turnsOf(column) : {} };
  });
  const turns = new Set(short.flatMap((one) => Object.keys(one.turns).map(Number)));
  for (const turn of [0, ...[...turns].sort((one, other) => one - other)]) {
    const places = givenWay(short, turn, screen);
    if (places) return places;
  }
  return undefined;
};

const shortened = { 1: 10 };

const turnsOf = ({ gives, align, whole }: Column): Readonly<Record<number, number>> =>
  gives ?? (align || whole ? {} : shortened);

/** How wide columns are together with what separates them. */
const widthWith = (widths: number, columns: number): number => widths + gap.length * (columns - 1);

/** The places if every column has given way as far as it must until a turn, or undefined if that is not enough. */
const givenWay = (
  columns: readonly { place: Place; turns: Readonly<Record<number, number>> }[],
  turn: number,
  screen: number,
): Place[] | undefined => {
  const kept = columns.flatMap(({ place, turns }) => {
    // Numbers as names come in their order.
    const last = Object.keys(turns).findLast((own) => Number(own) <= turn);
    const least = Math.min(place.width, turns[Number(last)] ?? place.width);
    if (least === 0) return [];
    const isCut = place.column.whole === true && least < place.width;
    return [{ place: { ...place, isCut }, least, width: isCut ? least : place.width }];
  });
  const widths = fit(kept, screen - widthWith(0, kept.length));
  return widths && kept.map(({ place }, index) => ({ ...place, width: widths[index] ?? place.width }));
};

/** The same places, wider where later values need it and the screen has room; the first ones have it first. */
export const widened = (
  places: readonly Place[],
  screen: number,
  longest: (column: Column) => number,
): readonly Place[] => {
  let room = screen - widthWith(sum(places.map(({ width }) => width)), places.length);
  return places.map((place) => {
    const more = place.isCut ? 0 : Math.min(room, longest(place.column) - place.width);
    if (more <= 0) return place;
    room -= more;
    return { ...place, width: place.width + more };
  });
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

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
  if (sum(cutTo(0)) > available) return undefined;
  let most = 0;
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
