import type { Column, Shown } from './columns.ts';
import { fieldOf, fieldsBeyond, textOf } from './field.ts';
import { harmless } from './harmless.ts';
import type { Theme } from './theme.ts';
import { shorten, widthOf, wrap } from './width.ts';

const gap = '  ';

/** How the screen is on which something is drawn: its width in terminal columns, and its colours. */
export interface Drawing {
  width: number;
  theme: Theme;
}

/** The columns as they head a table or stand in a card: their titles in capitals. */
export const headed = (columns: readonly Column[]): Column[] =>
  columns.map((column) => ({ ...column, title: column.title.toUpperCase() }));

/** Columns for the fields of a record that the declared ones leave out, under the names that the service gives them. */
export const columnsBeyond = (record: Shown, declared: readonly Column[]): Column[] =>
  fieldsBeyond(
    record,
    declared.map(({ field }) => field),
  ).map((field) => ({ field, title: harmless(field) }));

/** One record as a card: a line a field, long values wrapped. No line is wider than the screen, down to 4 columns. */
export const card = (record: Shown, columns: readonly Column[], { width, theme }: Drawing): string => {
  const widest = Math.max(...columns.map(({ title }) => widthOf(title)));
  const titleWidth = Math.min(widest, Math.max(1, Math.floor(width * 0.4)));
  const valueWidth = Math.max(1, width - titleWidth - gap.length);
  return columns
    .flatMap((column) => {
      const title = shorten(column.title, titleWidth);
      const text = harmless(textOf(fieldOf(record, column.field), ', '));
      const leads = [theme.dim(title) + ' '.repeat(titleWidth - widthOf(title))];
      return wrap(text, valueWidth).map((line, index) => {
        const lead = leads[index] ?? ' '.repeat(titleWidth);
        return `${(lead + gap + theme.paint(column.role, text, line)).trimEnd()}\n`;
      });
    })
    .join('');
};
