import { cut } from '../words/counted.ts';
import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { escapeControls } from './escape-controls.ts';
import { fieldOf, fieldsBeyond, fieldText } from './fields.ts';
import { type CellLine, type GridLine, gap, grid } from './grid.ts';
import { isMarked, marked } from './marks.ts';
import { shorten, widthOf, wrap } from './width.ts';

/** On a narrower screen a value stands below its title, unless all titles are short. */
const narrowest = 32;

/** A longer word is broken into lines: other formats are better for copying it. */
const longestToCopy = 100;

/** One field of a record as a screen shows it: its value in one line, and the same with its shape in front. */
export interface Cell {
  word: string;
  text: string;
}

/** A character that takes one column is rarely made of more UTF-16 units. */
const mostUnits = 250;

/** A cell of a record, cut roughly to what a line of `screen` columns can hold: a text may be very long. */
export const cellOf = (
  record: Shown,
  { field, role, inWords }: Column,
  shapes: boolean,
  screen = Number.POSITIVE_INFINITY,
): Cell => {
  const value = fieldOf(record, field);
  const word = escapeControls(
    cut(inWords ? inWords(value, record) : fieldText(value, ', '), mostUnits * (screen + 1)),
  );
  return { word, text: role && shapes ? marked(role, word) : word };
};

export const headed = (columns: readonly Column[]): Column[] =>
  columns.map((column) => ({ ...column, title: column.title.toUpperCase() }));

export const filledColumns = (record: Shown, columns: readonly Column[]): Column[] =>
  columns.filter((column) => cellOf(record, column, false, 0).text !== '');

/** Columns for the fields that the declared columns leave out, under the names that the service gives them. */
export const columnsBeyond = (record: Shown, declared: readonly Column[]): Column[] =>
  fieldsBeyond(record, new Set(declared.map(({ field }) => field))).map((field) => ({
    field,
    title: escapeControls(field),
  }));

/**
 * A record as a card: a line for each field, long values wrapped between words. No line is wider than the screen, except an
 * address, or a word of at most 100 characters such as an identifier, which stays whole on a line of its own.
 */
export const card = (record: Shown, columns: readonly Column[], drawing: Drawing): string => {
  const { width, theme, shapes = false } = drawing;
  const titleRoom = Math.floor(width * 0.4);
  const widest = columns.reduce((most, { title }) => Math.max(most, widthOf(title, width)), 0);
  const isNarrow = width < narrowest && widest > titleRoom;
  const titleWidth = isNarrow ? width : Math.max(1, Math.min(widest, titleRoom));
  const room = width - titleWidth - gap.length;
  const beside: CellLine['columns'] = [{ width: titleWidth }, { width: room }];
  const lines = columns.flatMap((column): GridLine[] => {
    const title = theme.dim(shorten(column.title, titleWidth));
    const cell = cellOf(record, column, shapes);
    const { word } = cell;
    // Only in a table is a word without a shape aligned with the words above it.
    const text = isMarked(column.role, word) ? cell.text : word;
    // An identifier or address stays whole below its title, rather than in two pieces beside it.
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

export const recordCard = (record: Shown, declared: readonly Column[], drawing: Drawing): string =>
  card(record, filledColumns(record, [...headed(declared), ...columnsBeyond(record, declared)]), drawing);
