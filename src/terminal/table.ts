import { card, type Drawing, headed } from './card.ts';
import type { Column } from './columns.ts';
import { fieldOf, textOf } from './field.ts';
import { fit } from './fit.ts';
import type { RecordsText } from './formats.ts';
import { harmless } from './harmless.ts';
import { shorten, widthOf } from './width.ts';

const gap = '  ';

/** Where lines are shorter, a record is easier to read as a card. */
const narrowest = 60;

/**
 * Records as a table that fits the screen. The first batch decides how wide the columns are; where they cannot
 * fit, or the screen is narrow, each record is a card.
 */
export const table = (declared: readonly Column[], drawing: Drawing): RecordsText => {
  const { width, theme } = drawing;
  const columns = headed(declared);
  const titles = columns.map(({ title }) => title);
  let widths: number[] | undefined;
  let started = false;

  const line = (cells: readonly string[], paint: (text: string, cell: string, index: number) => string) =>
    `${cells
      .map((cell, index) => {
        const text = shorten(cell, widths?.[index] ?? 0);
        const padding = ' '.repeat(Math.max(0, (widths?.[index] ?? 0) - widthOf(text)));
        const painted = paint(text, cell, index);
        return columns[index]?.align === 'right' ? padding + painted : painted + padding;
      })
      .join(gap)
      .trimEnd()}\n`;

  return {
    batch: (records) => {
      const rows = records.map((record) =>
        columns.map(({ field }) => harmless(textOf(fieldOf(record, field), ', '))),
      );
      const first = !started;
      started = true;
      if (first && width >= narrowest)
        widths = fit(
          columns.map(({ field, whole }, index) => ({
            width: [titles, ...rows].reduce((most, cells) => Math.max(most, widthOf(cells[index] ?? '')), 0),
            whole: whole ?? field === 'id',
          })),
          width - gap.length * (columns.length - 1),
        );
      if (!widths)
        return (first ? '' : '\n') + records.map((record) => card(record, columns, drawing)).join('\n');
      const head = first ? line(titles, theme.heading) : '';
      return (
        head +
        rows
          .map((cells) => line(cells, (text, cell, index) => theme.paint(columns[index]?.role, cell, text)))
          .join('')
      );
    },
    end: () => '',
  };
};
