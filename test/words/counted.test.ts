import { expect, test } from 'vitest';
import { figure, firstOf, listed } from '../../src/words/counted.ts';

test.each([
  [[], ''],
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c'], 'a, b and 1 more'],
])('at most two of %j: %s', (names, said) => {
  expect(firstOf(names, 2)).toBe(said);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234, '-1,234'],
  [4_996_123, '4,996,123'],
  [12_345_678_901, '12,345,678,901'],
])('%d is shown as %s', (number, said) => {
  expect(figure(number)).toBe(said);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c', 'd'], 'a, b, c and d'],
])('%j as a list', (words, said) => {
  expect(listed(words)).toBe(said);
});
