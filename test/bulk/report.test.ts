import { expect, test } from 'vitest';
import { unknownWords } from '../../src/bulk/report.ts';

test.each<[lines: number[], words: string]>([
  [[7], '1 row is in doubt: line 7'],
  [[90, 9, 42], '3 rows are in doubt: lines 9, 42 and 90'],
  [[1, 1], '2 rows are in doubt: line 1'],
  [[12, 11, 10, 9, 8, 7, 6, 5, 4, 3], '10 rows are in doubt: lines 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12'],
  [
    [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
    '11 rows are in doubt: lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 1 more',
  ],
])('unknown rows at lines %j', (lines, words) => {
  expect(unknownWords(lines)).toBe(words);
});
