import { expect, test } from 'vitest';
import { firstOf } from '../../src/words/counted.ts';

test.each([
  [[], ''],
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c'], 'a, b and 1 more'],
])('at most two of %j: %s', (names, said) => {
  expect(firstOf(names, 2)).toBe(said);
});
