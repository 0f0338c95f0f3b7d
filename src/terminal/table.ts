import { type Cell, card, cellOf, columnsSaid, headed, recordCard } from './card.ts';
import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { fieldOf } from './field.ts';
import { type CellLine, gap, grid } from './grid.ts';
import { layOut, type Place, widened } from './layout.ts';
import { ellipsisOf } from './marks.ts';
import { type Ellipsis, shorten, widthOf, wrap } from './width.ts';
import type { RecordsWriter, Writer } from './writer.ts';

/** How far the lines below a record are indented. */
const indent = 6;

/** If there are more columns, a card has only those that its record fills. */
const mostOnCard = 100;

/** The values of a record by their columns. */
type Row = ReadonlyMap<Column, Cell>;

const textIn = (row: Row, column: Column): string => row.get(column)?.text ?? '';

/**
 * Records as a table that fits the screen. The first batch decides which columns there are; later ones make them wider as
 * long as the screen has room. If it was made wider or narrower since, a new table begins. If the columns cannot fit,
 * each record is a card.
 */
export const table = (declared: readonly Column[], drawing: Drawing): RecordsWriter<string> => {
  const { theme, shapes = 'none' } = drawing;
  const ellipsis = ellipsisOf(shapes);
  const columns = headed(declared);
  const beside = columns.filter(({ below }) => !below);
  const below = columns.filter((column) => column.below);
  const byField = new Map(columns.map((column) => [column.field, column]));
  let screen: number | undefined;
  let places: readonly Place[] | undefined;

  const rowOf = (record: Shown, width: number): Row =>
    new Map(
      columns.map((column) => [column, cellOf(record, column, shapes, column.below ? undefined : width)]),
    );

  const headOf = (all: readonly Place[], width: number): CellLine => {
    const heads = all.map(({ head }) => head);
    return cellLine(all, width, heads, theme.heading, ellipsis);
  };

  const linesOf = (row: Row, all: readonly Place[], width: number): (CellLine | string)[] => {
    const cells = all.map(({ column }) => row.get(column));
    const texts = cells.map((cell) => cell?.text ?? '');
    const paint = (text: string, index: number) =>
      theme.paint(all[index]?.column.role, cells[index]?.word ?? '', text);
    const told = below.flatMap((column) =>
      textIn(row, column) ? wrap(textIn(row, column), width - indent) : [],
    );
    return [cellLine(all, width, texts, paint, ellipsis), ...told.map((text) => ' '.repeat(indent) + text)];
  };

  const cardOf = (record: Shown): string => {
    const own =
      columns.length > mostOnCard
        ? Object.keys(record).flatMap((field) => byField.get(field) ?? [])
        : columns;
    return card(record, columnsSaid(record, own), drawing);
  };

  return {
    batch: (records) => {
      const { width } = drawing;
      const between = screen === undefined ? '' : '\n';
      const isAnew = screen !== width;
      let made: Row[] | undefined;
      const rows = () => (made ??= records.map((record) => rowOf(record, width)));
      const longest = (column: Column): number =>
        rows().reduce((most, row) => Math.max(most, widthOf(textIn(row, column), width)), 0);
      const areThere = (field: string): boolean =>
        records.every((record) => (fieldOf(record, field) ?? '') !== '');
      places = isAnew
        ? layOut(beside, width, { longest, areThere })
        : places && widened(places, width, longest);
      screen = width;
      if (!places) return between + records.map(cardOf).join('\n');
      const all = places;
      const lines = rows().flatMap((row) => linesOf(row, all, width));
      return isAnew ? between + grid([headOf(all, width), ...lines]) : grid(lines);
    },
    end: () => '',
    leftOut: () => {
      if (!places) return [];
      const whole = new Set(places.filter(({ isCut }) => !isCut).map(({ column }) => column));
      const cut = new Set(places.map(({ column }) => column));
      return beside
        .filter((column) => !whole.has(column))
        .map((column) => {
          const { field, title, namedBy = [] } = column;
          return cut.has(column)
            ? { title: `${title} in full`, fields: [field].concat(namedBy) }
            : { title, fields: [field] };
        });
    },
  };
};

/**
 * One line of a table, no wider than the screen. What does not fit its column is shortened; but a number of a later
 * record may be longer than those that the columns were made for, and the last text has the rest of the line.
 */
const cellLine = (
  places: readonly Place[],
  screen: number,
  texts: readonly string[],
  paint: (text: string, index: number) => string,
  ellipsis: Ellipsis,
): CellLine => {
  let spare = screen - places.reduce((sum, { width }) => sum + width, gap.length * (places.length - 1));
  const wider = places.map((place, index) => {
    const over = place.align ? Math.min(spare, widthOf(texts[index] ?? '', screen) - place.width) : 0;
    if (over <= 0) return place;
    spare -= over;
    return { ...place, width: place.width + over };
  });
  const roomFor = ({ width, align }: Place, index: number): number =>
    index === places.length - 1 && !align ? width + spare : width;
  return {
    columns: wider.some((place, index) => place !== places[index]) ? wider : places,
    texts: wider.map((place, index) =>
      paint(shorten(texts[index] ?? '', roomFor(place, index), ellipsis), index),
    ),
  };
};

/** Records as a table, and a single one as a card. */
export const tableWriter = (drawing: Drawing): Writer<string> => ({
  records: (columns) => table(columns, drawing),
  record: (record, columns) => recordCard(record, columns, drawing),
});
