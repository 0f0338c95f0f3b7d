import { expect, test } from 'vitest';
import { grid } from '../../src/terminal/grid.ts';
import { widthOf } from '../../src/terminal/width.ts';

const columns = [{ width: 12 }, { width: 5, align: 'right' as const }, { width: 3 }];

test.each([
  'coat',
  'シルクの外套',
  '👩‍👩‍👧‍👦',
  '🇫🇷🇯🇵',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  '1️⃣',
  'e\u0301e\u0301',
  'น้ำ',
  'ｶﾞ',
])('behind %s all columns are where they belong', (text) => {
  const [line = ''] = grid([{ columns, texts: [text, '12', 'end'] }]).split('\n');
  expect(line.startsWith(text)).toBe(true);
  expect(widthOf(line)).toBe(12 + 2 + 5 + 2 + 3);
  expect(line.slice(text.length)).toMatch(/^ +12 {2}end$/);
});

test('rows of other columns, whole lines, and lines without cells keep their places', () => {
  const others = [{ width: 2 }, { width: 9 }];
  const lines = [
    { columns, texts: ['a', '1', 'x'] },
    '  below it',
    { columns: others, texts: ['b', 'longer than its column'] },
    { columns: [], texts: [] },
    { columns, texts: ['', '', ''] },
    { columns, texts: ['c', '2', 'y'] },
  ];
  expect(grid(lines).split('\n')).toEqual([
    'a                 1  x',
    '  below it',
    'b   longer than its column',
    '',
    '',
    'c                 2  y',
    '',
  ]);
  expect(grid([])).toBe('');
});

test('as many rows as there are', () => {
  const lines = Array.from({ length: 1000 }, (_, row) => ({ columns, texts: ['a', `${row}`, 'x'] }));
  expect(grid(lines).match(/\d+/g)).toEqual(lines.map((_, row) => `${row}`));
});
