import { type Cell, card, cellOf, headed, recordCard } from './card.ts';
import type { Column } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { gap, layOut, type Place } from './layout.ts';
import { ellipsisOf } from './marks.ts';
import { type Ellipsis, shorten, widthOf, wrap } from './width.ts';
import type { RecordsWriter, Writer } from './writer.ts';

/** How far the lines below a record are indented. */
const indent = 6;

/** The values of a record by their columns. */
type Row = ReadonlyMap<Column, Cell>;

const textIn = (row: Row, column: Column): string => row.get(column)?.text ?? '';

/**
 * Records as a table that fits the screen. The first batch decides how wide the columns are; if the screen was
 * made wider or narrower since, a new table begins. If the columns cannot fit, each record is a card.
 */
export const table = (declared: readonly Column[], drawing: Drawing): RecordsWriter => {
  const { theme, shapes = 'none' } = drawing;
  const ellipsis = ellipsisOf(shapes);
  const columns = headed(declared);
  const beside = columns.filter(({ below }) => !below);
  const below = columns.filter((column) => column.below);
  let screen: number | undefined;
  let places: readonly Place[] | undefined;

  const headOf = (all: readonly Place[], width: number): string =>
    tableLine(
      all,
      width,
      all.map(({ head }) => head),
      theme.heading,
      ellipsis,
    );

  const linesOf = (row: Row, all: readonly Place[], width: number): string => {
    const cells = all.map(({ column }) => row.get(column));
    const texts = cells.map((cell) => cell?.text ?? '');
    const paint = (text: string, index: number) =>
      theme.paint(all[index]?.column.role, cells[index]?.word ?? '', text);
    const told = below.flatMap((column) =>
      textIn(row, column) ? wrap(textIn(row, column), width - indent) : [],
    );
    return (
      tableLine(all, width, texts, paint, ellipsis) +
      told.map((text) => `${' '.repeat(indent)}${text}\n`).join('')
    );
  };

  return {
    batch: (records) => {
      const rows = records.map(
        (record): Row => new Map(columns.map((column) => [column, cellOf(record, column, shapes)])),
      );
      const { width } = drawing;
      const between = screen === undefined ? '' : '\n';
      const isAnew = screen !== width;
      if (isAnew) {
        const longest = (column: Column): number =>
          rows.reduce((most, row) => Math.max(most, widthOf(textIn(row, column))), 0);
        places = layOut(
          beside.map((column) => ({ column, longest: longest(column) })),
          width,
        );
        screen = width;
      }
      if (places) {
        const all = places;
        return (
          (isAnew ? between + headOf(all, width) : '') + rows.map((row) => linesOf(row, all, width)).join('')
        );
      }
      const cards = records.map((record, index) => {
        const said = columns.filter((column) => !column.below || textIn(rows[index] as Row, column));
        return card(record, said, drawing);
      });
      return between + cards.join('\n');
    },
    end: () => '',
    leftOut: () =>
      (places ? beside.filter((column) => !places?.some((place) => place.column === column)) : []).map(
        ({ title }) => title,
      ),
  };
};

/**
 * One line of a table, no wider than the screen. What does not fit its column is shortened; but a number of a later
 * record may be longer than those that the columns were made for, and the last text has the rest of the line.
 */
const tableLine = (
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

/** Records as a table, and a single one as a card. */
export const tableWriter = (drawing: Drawing): Writer => ({
  records: (columns) => table(columns, drawing),
  record: (record, columns) => recordCard(record, columns, drawing),
});
