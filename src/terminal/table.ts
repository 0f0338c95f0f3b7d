import { type Cell, card, cellOf, filledColumns, headed, recordCard } from './card.ts';
import type { Column, RecordsWriter, Shown, Writer } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { fieldOf } from './fields.ts';
import { type GridLine, gap, grid } from './grid.ts';
import { shorten, widthOf, wrap } from './width.ts';

/** On a narrower screen a record is easier to read as a card. */
const narrowest = 60;

interface Values {
  /** The width of the longest value; need not be exact beyond the width of the screen. */
  longest(column: Column): number;
  areThere(fields: readonly string[]): boolean;
}

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
  // Of thousands of columns none should be measured.
  if (screen < narrowest || roomFor(screen, stay.length) < stay.length) return undefined;
  let kept = columns.map((column) => {
    const width = Math.max(1, widthOf(column.title, screen), column.least ?? 0, values.longest(column));
    const isWhole = column.align || column.whole;
    return { column, width, least: isWhole ? width : Math.min(width, column.shortest ?? 10) };
  });
  for (;;) {
    const widths = fit(kept, roomFor(screen, kept.length));
    // An id beside a name is worth no piece of another value.
    const isForId =
      widths?.some((width, index) => width < (kept[index]?.width ?? 0)) &&
      kept.some(({ column }) => leavesAt(column) === 0);
    if (widths && !isForId)
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
const widened = (
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

const roomFor = (screen: number, columns: number): number => screen - gap.length * Math.max(0, columns - 1);

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
  // All shortened columns are equally wide now; the first of them share what remains.
  const wider = cutTo(most + 1);
  let rest = left(most);
  return cutTo(most).map((width, index) => {
    const more = Math.min(rest, (wider[index] ?? width) - width);
    rest -= more;
    return width + more;
  });
};

const indent = ' '.repeat(6);

/** With more columns, a card looks up only those that its record has. */
const mostOnCard = 100;

/**
 * Records as a table that fits the screen. The first batch decides which columns there are; later ones widen them while the
 * screen has room. If they can't fit, each record is a card.
 */
export const table = (declared: readonly Column[], drawing: Drawing): RecordsWriter<string> => {
  const { theme, width, shapes = false } = drawing;
  const columns = headed(declared);
  const beside = columns.filter(({ below }) => below !== true);
  if (shapes) beside.sort((one, other) => (one.later ?? 0) - (other.later ?? 0));
  const byField = new Map(columns.map((column) => [column.field, column]));
  const onCard = [...beside, ...columns.filter(({ below }) => below === true)];
  const columnsOf = (record: Shown): readonly Column[] =>
    columns.length > mostOnCard ? Object.keys(record).flatMap((field) => byField.get(field) ?? []) : onCard;
  let isBegun = false;
  let places: readonly Place[] | undefined;

  return {
    batch: (records) => {
      const isFirst = !isBegun;
      isBegun = true;
      let made: ReadonlyMap<Column, Cell>[] | undefined;
      const rows = () =>
        (made ??= records.map(
          (record) => new Map(beside.map((column) => [column, cellOf(record, column, shapes, width)])),
        ));
      const longest = (column: Column): number =>
        rows().reduce((most, row) => Math.max(most, widthOf(row.get(column)?.text ?? '', width)), 0);
      const areThere = (fields: readonly string[]): boolean =>
        records.every((record) => isNamed(record, fields));
      places = isFirst
        ? layOut(beside, width, { longest, areThere })
        : places && widened(places, width, longest);
      if (!places)
        return (
          (isFirst ? '' : '\n') +
          records.map((record) => card(record, namingColumns(record, columnsOf(record)), drawing)).join('\n')
        );
      const all = places;
      const below = columns.filter((column) => column.below && !all.some((place) => place.column === column));
      const line = (textIn: (column: Column) => string, paint: (text: string, column: Column) => string) => ({
        columns: all,
        texts: all.map(({ column, width: room }) => paint(shorten(textIn(column), room), column)),
      });
      const lines = rows().flatMap((row, index): GridLine[] => [
        line(
          (column) => row.get(column)?.text ?? '',
          (text, column) => theme.paint(column.role, row.get(column)?.word ?? '', text),
        ),
        ...below
          .map((column) => cellOf(records[index] ?? {}, column, shapes).text)
          .filter((text) => text !== '')
          .flatMap((text) => wrap(text, width - indent.length).map((part) => indent + part)),
      ]);
      return isFirst ? grid([line(({ title }) => title, theme.heading), ...lines]) : grid(lines);
    },
    end: () => '',
  };
};

/** The columns on the card of a record in a list: no identifier where another field names it. */
const namingColumns = (record: Shown, columns: readonly Column[]): Column[] =>
  filledColumns(record, columns).filter(({ namedBy = [] }) => !isNamed(record, namedBy));

const isNamed = (record: Shown, fields: readonly string[]): boolean =>
  fields.some((field) => (fieldOf(record, field) ?? '') !== '');

export const tableWriter = (drawing: Drawing) =>
  ({
    records: (columns) => table(columns, drawing),
    record: (record, columns) => recordCard(record, columns, drawing),
  }) satisfies Writer<string>;
