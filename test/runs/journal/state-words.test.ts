import { expect, test } from 'vitest';
import { unknownWords } from '../../../src/runs/journal/state-words.ts';

test.each<[lines: number[], words: string]>([
  [[7], '1 in doubt: line 7'],
  [[90, 9, 42], '3 in doubt: lines 9, 42 and 90'],
  [[1, 1], '2 in doubt: line 1'],
  [[12, 11, 10, 9, 8, 7, 6, 5, 4, 3], '10 in doubt: lines 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12'],
  [[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3], '11 in doubt: lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 1 more'],
])('rows in doubt at lines %j', (lines, words) => {
  expect(unknownWords(lines)).toBe(words);
});
