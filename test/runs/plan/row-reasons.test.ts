import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/changes/outcome.ts';
import type { RowCode } from '../../../src/failure/codes.ts';
import { RowReasons } from '../../../src/runs/plan/row-reasons.ts';

type Said = readonly [line: number, message: string, code?: RowCode, outcome?: Outcome];

const wordsOf = (rows: readonly Said[]) => {
  const reasons = new RowReasons();
  for (const [line, message, code = 'refused', outcome = 'refused'] of rows)
    reasons.add({ line, outcome, error: { code, message } });
  return reasons.words().map(({ count, what }) => `${count}  ${what}`);
};

const missing = (line: number): Said => [line, `no listing has the SKU COAT-${line}`, 'not-found'];

test.each<[string, readonly Said[], string[]]>([
  ['one row', [missing(4)], ['1  refused: no listing has the SKU COAT-4 (line 4)']],
  ['the same', [4, 17].map((line) => [line, 'no']), ['2  refused: no (lines 4 and 17)']],
  ['alike', [17, 4].map(missing), ['2  refused: no listing has this SKU (lines 4 and 17)']],
  [
    'many, in any order',
    [...Array(12).keys()].map((n) => missing(n + 100)).concat([90, 4, 17].map(missing)),
    ['15  refused: no listing has this SKU (lines 4, 17, 90 and 12 more)'],
  ],
  [
    'another code or outcome is another reason, and the most frequent comes first',
    [[1, 'a'], [2, 'a', 'unknown', 'unknown'], [3, 'a', 'unknown', 'unknown'], missing(4)],
    [
      '2  in doubt: a (lines 2 and 3)',
      '1  refused: a (line 1)',
      '1  refused: no listing has the SKU COAT-4 (line 4)',
    ],
  ],
  [
    'alike but for numbers and what is quoted',
    [
      [2, 'quantity must be a number, not "a"', 'invalid-row'],
      [3, 'quantity must be a number, not "b"', 'invalid-row'],
      [4, 'quantity is missing', 'invalid-row'],
    ],
    [
      '2  refused, such as: quantity must be a number, not "a" (lines 2 and 3)',
      '1  refused: quantity is missing (line 4)',
    ],
  ],
  [
    'more than are told apart',
    [...Array(30).keys()].map((n) => [n, `no ${String.fromCodePoint(97 + n)}`]),
    [
      '10  refused, such as: no u (lines 20, 21, 22 and 7 more)',
      ...[...Array(20).keys()].map((n) => `1  refused: no ${String.fromCodePoint(97 + n)} (line ${n})`),
    ],
  ],
])('%s', (_, rows, words) => {
  expect(wordsOf(rows)).toEqual(words);
});
