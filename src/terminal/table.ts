import { type Cell, card, cellOf, filledColumns, headed, recordCard } from './card.ts';
import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { fieldOf } from './field.ts';
import { type GridLine, grid } from './grid.ts';
import { layOut, type Place, widened } from './layout.ts';
import { ellipsisOf } from './marks.ts';
import { shorten, widthOf, wrap } from './width.ts';
import type { RecordsWriter, Writer } from './writer.ts';

/** How far the lines below a record are indented. */
const indent = ' '.repeat(6);

/** If there are more columns, a card looks only for those that its record has. */
const mostOnCard = 100;

/**
 * Records as a table that fits the screen. The first batch decides which columns there are; later ones make them wider as
 * long as the screen has room. If it was made wider or narrower since, a new table begins. If the columns cannot fit,
 * each record is a card.
 */
export const table = (declared: readonly Column[], drawing: Drawing): RecordsWriter<string> => {
  const { theme, shapes = 'none' } = drawing;
  const columns = headed(declared);
  const beside = columns.filter(({ below }) => !below);
  if (shapes !== 'none') beside.sort((one, other) => (one.later ?? 0) - (other.later ?? 0));
  const below = columns.filter((column) => column.below);
  const byField = new Map(columns.map((column) => [column.field, column]));
  const onCard = [...beside, ...below];
  const columnsOf = (record: Shown): readonly Column[] =>
    columns.length > mostOnCard ? Object.keys(record).flatMap((field) => byField.get(field) ?? []) : onCard;
  let screen: number | undefined;
  let places: readonly Place[] | undefined;

  return {
    batch: (records) => {
      const { width } = drawing;
      const between = screen === undefined ? '' : '\n';
      const isAnew = screen !== width;
      let made: ReadonlyMap<Column, Cell>[] | undefined;
      const rows = () =>
        (made ??= records.map(
          (record) => new Map(beside.map((column) => [column, cellOf(record, column, shapes, width)])),
        ));
      const longest = (column: Column): number =>
        rows().reduce((most, row) => Math.max(most, widthOf(row.get(column)?.text ?? '', width)), 0);
      const areThere = (field: string): boolean =>
        records.every((record) => (fieldOf(record, field) ?? '') !== '');
      places = isAnew
        ? layOut(beside, width, { longest, areThere })
        : places && widened(places, width, longest);
      screen = width;
      if (!places)
        return (
          between +
          records.map((record) => card(record, namingColumns(record, columnsOf(record)), drawing)).join('\n')
        );
      const all = places;
      const line = (textIn: (column: Column) => string, paint: (text: string, column: Column) => string) => ({
        columns: all,
        texts: all.map(({ column, width: room }) =>
          paint(shorten(textIn(column), room, ellipsisOf(shapes)), column),
        ),
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
      return isAnew ? between + grid([line(({ title }) => title, theme.heading), ...lines]) : grid(lines);
    },
    end: () => '',
  };
};

/** What the card of a record in a list shows: no identifier where another field names it. */
const namingColumns = (record: Shown, columns: readonly Column[]): Column[] =>
  filledColumns(record, columns).filter(
    ({ namedBy }) => namedBy === undefined || (fieldOf(record, namedBy) ?? '') === '',
  );

/** Records as a table, and a single one as a card. */
export const tableWriter = (drawing: Drawing): Writer<string> => ({
  records: (columns) => table(columns, drawing),
  record: (record, columns) => recordCard(record, columns, drawing),
});
