import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { escapeControls } from './escape-controls.ts';
import { fieldOf, fieldsBeyond, fieldText } from './fields.ts';
import { type CellLine, type GridLine, gap, grid } from './grid.ts';
import { ellipsisOf, isMarked, marked, type Shapes } from './marks.ts';
import { shorten, widthOf, wrap } from './width.ts';

/** On a narrower screen, a title that would have to be cut has its value below it. */
const narrowest = 32;

/** Nobody copies more from a card in one piece: there are other formats for that. */
const longestToCopy = 100;

/** One field of a record, as a screen shows it. */
export interface Cell {
  /** The value in one line, safe to show. */
  word: string;
  /** The same, with its shape in front. */
  text: string;
}

/** A character that takes a column of the screen is rarely made of more units. */
const mostUnits = 250;

/** What a column shows of a record. A `screen` that has one line for it shows no more than the beginning of a long text. */
export const cellOf = (
  record: Shown,
  { field, role, inWords }: Column,
  shapes: Shapes,
  screen = Number.POSITIVE_INFINITY,
): Cell => {
  const value = fieldOf(record, field);
  const word = escapeControls(
    begun(inWords ? inWords(value) : fieldText(value, ', '), mostUnits * (screen + 1)),
  );
  return { word, text: role ? marked(role, word, shapes) : word };
};

/** A text, or its first so many units: it may be very long, and is cut before anything else is done with it. */
const begun = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

/** The columns as a table or a card shows them: their titles in capitals. */
export const headed = (columns: readonly Column[]): Column[] =>
  columns.map((column) => ({ ...column, title: column.title.toUpperCase() }));

/** The columns for which a record has a value. */
export const filledColumns = (record: Shown, columns: readonly Column[]): Column[] =>
  columns.filter((column) => cellOf(record, column, 'none', 0).text !== '');

/** Columns for the fields of a record that the declared ones leave out, under the names that the service gives them. */
export const columnsBeyond = (record: Shown, declared: readonly Column[]): Column[] =>
  fieldsBeyond(record, new Set(declared.map(({ field }) => field))).map((field) => ({
    field,
    title: escapeControls(field),
  }));

/**
 * One record as a card: one line per field, long values wrapped between words. No line is wider than the screen, except
 * that an address, or a word of at most 100 characters such as an identifier, stays in one piece on its own line.
 */
export const card = (record: Shown, columns: readonly Column[], drawing: Drawing): string => {
  const { width, theme, shapes = 'none' } = drawing;
  const titleRoom = Math.floor(width * 0.4);
  const widest = columns.reduce((most, { title }) => Math.max(most, widthOf(title, width)), 0);
  const isNarrow = width < narrowest && widest > titleRoom;
  const titleWidth = isNarrow ? width : Math.max(1, Math.min(widest, titleRoom));
  const room = width - titleWidth - gap.length;
  const beside: CellLine['columns'] = [{ width: titleWidth }, { width: room }];
  const lines = columns.flatMap((column): GridLine[] => {
    const title = theme.dim(shorten(column.title, titleWidth, ellipsisOf(shapes)));
    const cell = cellOf(record, column, shapes);
    const { word } = cell;
    // In a table, a word without a shape is aligned with the words above it; here there are none.
    const text = isMarked(column.role, word) ? cell.text : word;
    // An identifier or address is better whole below its title than in two pieces beside it.
    const isBelow = isNarrow || text.split(' ').some((part) => widthOf(part, room) > room);
    const lead = ' '.repeat(isBelow ? Math.min(gap.length, width - 1) : width - room);
    const values = wrap(text, width - lead.length, longestToCopy).map((line) =>
      theme.paint(column.role, word, line),
    );
    const [first = '', ...more] = values;
    return [
      ...(isBelow ? [title, lead + first] : [{ columns: beside, texts: [title, first] }]),
      ...more.map((line) => lead + line),
    ];
  });
  return grid(lines);
};

/** A whole record as a card: its declared columns, then its other fields. */
export const recordCard = (record: Shown, declared: readonly Column[], drawing: Drawing): string =>
  card(record, filledColumns(record, [...headed(declared), ...columnsBeyond(record, declared)]), drawing);
