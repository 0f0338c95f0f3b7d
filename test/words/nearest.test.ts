import { expect, test } from 'vitest';
import { didYouMean, nearest } from '../../src/words/nearest.ts';

const words = ['good', 'excellent', 'minor-defect', 'availableInventory', 'id'];

test.each([
  ['god', 'good'],
  ['GOOD', 'good'],
  ['ogod', 'good'],
  ['goood', 'good'],
  ['exelent', 'excellent'],
  ['excelent', 'excellent'],
  ['minordefect', 'minor-defect'],
  ['availableinventroy', 'availableInventory'],
  ['Id', 'id'],
  ['di', 'id'],
  ['bad', undefined],
  ['inventory', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('%.20s means %s', (said, meant) => {
  expect(nearest(said, words)).toBe(meant);
});

test('it is asked behind a sentence, or nothing is', () => {
  expect(didYouMean('god', words)).toBe(' (did you mean good?)');
  expect(didYouMean('bad', words)).toBe('');
});
