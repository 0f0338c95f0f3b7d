import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { fieldOf, fieldsBeyond, fieldText } from './field.ts';
import { harmless } from './harmless.ts';
import { ellipsisOf, isMarked, marked, nothing, type Shapes } from './marks.ts';
import { shorten, widthOf, wrap } from './width.ts';

const gap = '  ';

/** On a narrower screen, a title that would have to be cut has its value below it. */
const narrowest = 32;

/** One field of a record, as a screen shows it. */
export interface Cell {
  /** The value in one line, safe to show. */
  word: string;
  /** The same, with its shape in front. */
  text: string;
}

/** What a column shows of a record. */
export const cellOf = (record: Shown, { field, role, inWords }: Column, shapes: Shapes): Cell => {
  const value = fieldOf(record, field);
  const word = harmless(inWords ? inWords(value) : fieldText(value, ', '));
  return { word, text: role ? marked(role, word, shapes) : word };
};

/** The columns as a table or a card shows them: their titles in capitals. */
export const headed = (columns: readonly Column[]): Column[] =>
  columns.map(({ title, short, ...column }) => ({
    ...column,
    title: title.toUpperCase(),
    ...(short === undefined ? {} : { short: short.toUpperCase() }),
  }));

/** Columns for the fields of a record that the declared ones leave out, under the names that the service gives them. */
export const columnsBeyond = (record: Shown, declared: readonly Column[]): Column[] =>
  fieldsBeyond(
    record,
    declared.map(({ field }) => field),
  ).map((field) => ({ field, title: harmless(field) }));

/**
 * One record as a card: one line per field, long values wrapped between words. No line is wider than the screen, except
 * that a single word, such as an address, stays in one piece on its own line.
 */
export const card = (record: Shown, columns: readonly Column[], drawing: Drawing): string => {
  const { width, theme, shapes = 'none' } = drawing;
  const widest = Math.max(...columns.map(({ title }) => widthOf(title)));
  const titleRoom = Math.floor(width * 0.4);
  const isNarrow = width < narrowest && widest > titleRoom;
  const titleWidth = isNarrow ? width : Math.min(widest, titleRoom);
  const beside = titleWidth + gap.length;
  return columns
    .flatMap((column) => {
      const title = shorten(column.title, titleWidth, ellipsisOf(shapes));
      const cell = cellOf(record, column, shapes);
      const { word } = cell;
      // In a table, a word without a shape is aligned with the words above it; here there are none.
      const text = isMarked(column.role, word) ? cell.text : word;
      // An identifier or address is better whole below its title than in two pieces beside it.
      const longest = Math.max(...text.split(' ').map(widthOf));
      const isBelow = isNarrow || longest > width - beside;
      const lead = ' '.repeat(isBelow ? Math.min(gap.length, width - 1) : beside);
      const values = wrap(text, width - lead.length).map((line) => theme.paint(column.role, word, line));
      const [first = '', ...more] = text === '' ? [theme.dim(nothing[shapes])] : values;
      const titled = isBelow
        ? [theme.dim(title), lead + first]
        : [theme.dim(title) + ' '.repeat(beside - widthOf(title)) + first];
      return [...titled, ...more.map((line) => lead + line)].map((line) => `${line.trimEnd()}\n`);
    })
    .join('');
};

/** A whole record as a card: its declared columns, without empty ones that a table shows below a record, then its other fields. */
export const recordCard = (record: Shown, declared: readonly Column[], drawing: Drawing): string => {
  const isSaid = (column: Column) => !column.below || cellOf(record, column, 'none').text !== '';
  return card(record, [...headed(declared.filter(isSaid)), ...columnsBeyond(record, declared)], drawing);
};
