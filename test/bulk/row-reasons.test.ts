import { describe, expect, test } from 'vitest';
import { RowReasons } from '../../src/bulk/row-reasons.ts';
import type { Outcome } from '../../src/changes/outcome.ts';
import { fc } from '../support/properties.ts';

type Said = readonly [line: number, message: string, name?: string | undefined, outcome?: Outcome];

const told = (rows: readonly Said[], sharesLines = false) => {
  const reasons = new RowReasons(sharesLines);
  for (const [line, message, name, outcome = 'refused'] of rows)
    reasons.add(
      { line, id: null, outcome, before: null, after: null, error: { code: 'refused', message } },
      line + 100,
      name,
    );
  return reasons.words();
};

const missing = (line: number): Said => [line, `no listing has the sku COAT-${line}`];

describe('one reason', () => {
  test.each<[string, readonly Said[], string]>([
    ['of one row', [missing(4)], '1 refused: no listing has the sku COAT-4 (line 4)'],
    ['of two', [missing(4), missing(17)], '2 refused: no listing has the sku … (lines 4 and 17)'],
    ['of three', [4, 17, 90].map(missing), '3 refused: no listing has the sku … (lines 4, 17 and 90)'],
    [
      'of many',
      // The answers come in any order.
      [...Array(12).keys()].map((n) => missing(n + 100)).concat([90, 4, 17].map(missing)),
      '15 refused: no listing has the sku … (lines 4, 17, 90 and 12 more)',
    ],
    [
      'whose numbers are the same says them',
      [
        [1, 'the inventory of A1 is 5, not 3 as expected'],
        [2, 'the inventory of B2 is 5, not 3 as expected'],
      ],
      '2 refused: the inventory of … is 5, not 3 as expected (lines 1 and 2)',
    ],
    [
      'with names that look like words',
      [
        [1, 'no listing has the sku SCARF', 'SCARF'],
        [2, 'no listing has the sku COAT', 'COAT'],
      ],
      '2 refused: no listing has the sku … (lines 1 and 2)',
    ],
  ])('%s', (_, rows, words) => {
    expect(told(rows)).toEqual([words]);
  });

  test('rows that share a line are named by their numbers', () => {
    expect(told([missing(4), missing(5)], true)).toEqual([
      '2 refused: no listing has the sku … (rows 104 and 105)',
    ]);
  });
});

test('the same words with another outcome are another reason', () => {
  expect(
    told([
      [1, 'a'],
      [2, 'a', undefined, 'unknown'],
      [3, 'a', undefined, 'unknown'],
    ]),
  ).toEqual(['2 unknown: a (lines 2 and 3)', '1 refused: a (line 1)']);
});

test('the most frequent come first, and ten at most', () => {
  const word = (at: number) => String.fromCharCode(97 + at);
  const rows = Array.from({ length: 12 }, (_, at) =>
    Array.from({ length: at + 1 }, () => [at, word(at)] as const),
  );
  const words = told(rows.flat());
  expect(words).toHaveLength(11);
  expect(words[0]).toBe('12 refused: l (lines 11, 11, 11 and 9 more)');
  expect(words.at(-1)).toBe('and 3 rows for 2 other reasons');
});

test('every row is counted, however many reasons there are', () => {
  const texts = fc.array(fc.tuple(fc.nat(), fc.string()), { maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.nat(3000), (some, different) => {
      const rows: Said[] = [
        ...some,
        ...Array.from(
          { length: different },
          (_, at): Said => [at, [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')],
        ),
      ];
      const counts = told(rows).map((line) => Number(/\d+/.exec(line)?.[0]));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    }),
    { numRuns: 30 },
  );
});
