import { figure } from '../words/counted.ts';
import { escapeControls } from './escape-controls.ts';
import { type CellLine, gap, grid } from './grid.ts';
import { shorten, widthOf } from './width.ts';

interface Bar {
  label: string;
  count: number;
}

const leastBar = 3;
/** On a narrower screen the share is left out. */
const narrowest = 40;
/** Between longer bars, it is hard to see which number belongs to which label. */
const longestBar = 30;

/**
 * A line for each bar: label, bar, count, and share of `total`. The longest bar has up to 30 columns; one whose count is not 0
 * has at least one. No line is wider than the screen, if that has 10 columns.
 */
export const bars = (all: readonly Bar[], total: number, width: number): string => {
  const labels = all.map(({ label }) => escapeControls(label));
  const numbers = all.map(({ count }) => numberOf(count, total, width));
  const numberWidth = greatest(numbers.map(({ length }) => length));
  const longest = greatest(labels.map((label) => widthOf(label, width)));
  const labelWidth = Math.max(
    1,
    Math.min(longest, Math.floor(width * 0.4), longestBar, width - numberWidth - gap.length),
  );
  const numberRoom = Math.min(numberWidth, width - labelWidth - gap.length);
  const room = Math.min(longestBar, width - labelWidth - numberWidth - 2 * gap.length);
  const hasBars = room >= leastBar;
  const most = Math.max(1, greatest(all.map(({ count }) => count)));
  const columns: CellLine['columns'] = [
    { width: labelWidth },
    ...(hasBars ? [{ width: room }] : []),
    { width: numberRoom, align: 'right' },
  ];
  return grid(
    all.map(({ count }, index) => {
      const label = shorten(labels[index] ?? '', labelWidth);
      const number = shorten(numbers[index] ?? '', numberRoom);
      const length = count > 0 ? Math.max(1, Math.round((room * count) / most)) : 0;
      return {
        columns,
        texts: hasBars ? [label, '━'.repeat(length), number] : [label, number],
      };
    }),
  );
};

const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);

const numberOf = (count: number, total: number, width: number): string => {
  if (width < narrowest || total === 0) return figure(count);
  return `${figure(count)}${gap}${((100 * count) / total).toFixed(1).padStart(5)}%`;
};
