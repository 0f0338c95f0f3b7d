import { expect, test } from 'vitest';
import { unknownWords } from '../../src/runs/report.ts';

test.each<[rows: number[], words: string]>([
  [[7], '1 in doubt: row 7'],
  [[90, 9, 42], '3 in doubt: rows 9, 42 and 90'],
  [[1, 1], '2 in doubt: row 1'],
  [[12, 11, 10, 9, 8, 7, 6, 5, 4, 3], '10 in doubt: rows 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12'],
  [[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3], '11 in doubt: rows 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 1 more'],
])('unknown rows %j', (rows, words) => {
  expect(unknownWords(rows)).toBe(words);
});
