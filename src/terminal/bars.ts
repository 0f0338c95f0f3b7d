import { harmless } from './harmless.ts';
import { shorten, widthOf } from './width.ts';

/** One bar: its label, and its count. */
interface Bar {
  label: string;
  count: number;
}

/** How wide the screen is, in terminal columns, and whether it shows block characters. */
export interface BarDrawing {
  width: number;
  blocks: boolean;
}

const gap = '  ';
/** A shorter bar says nothing. */
const leastBar = 3;
/** On a narrower screen the share is left out. */
const narrowest = 40;

/**
 * A line for each bar: label, bar, count, and its share of `total`. The longest bar takes all the room there is, and one
 * whose count is not 0 is at least one character long. No line is wider than the screen, down to 10 columns.
 */
export const bars = (all: readonly Bar[], total: number, { width, blocks }: BarDrawing): string => {
  const ellipsis = blocks ? '…' : '...';
  const labels = all.map(({ label }) => harmless(label));
  const numbers = all.map(({ count }) => numberOf(count, total, width));
  const numberWidth = Math.max(0, ...numbers.map(({ length }) => length));
  const longest = Math.max(0, ...labels.map(widthOf));
  const labelWidth = Math.max(
    1,
    Math.min(longest, Math.floor(width * 0.4), width - numberWidth - gap.length),
  );
  const room = width - labelWidth - numberWidth - 2 * gap.length;
  const most = Math.max(1, ...all.map(({ count }) => count));
  return all
    .map(({ count }, index) => {
      const label = shorten(labels[index] as string, labelWidth, ellipsis);
      const number = (numbers[index] as string).padStart(numberWidth);
      const cells = [label + ' '.repeat(labelWidth - widthOf(label))];
      if (room >= leastBar) {
        const length = count > 0 ? Math.max(1, Math.round((room * count) / most)) : 0;
        cells.push((blocks ? '█' : '#').repeat(length).padEnd(room));
      }
      return `${shorten([...cells, number].join(gap), width, ellipsis)}\n`;
    })
    .join('');
};

const numberOf = (count: number, total: number, width: number): string => {
  if (width < narrowest || total === 0) return String(count);
  return `${count}${gap}${((100 * count) / total).toFixed(1).padStart(5)}%`;
};
