import { expect, test } from 'vitest';
import { didYouMean, nearest, slipOf } from '../../src/words/nearest.ts';

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

test.each([
  ['god', 'GOOD'],
  ['goood', 'GOOD'],
  ['execellent', 'EXCELLENT'],
  ['exelent', 'EXCELLENT'],
  ['new-with-tag', 'NEW_WITH_TAGS'],
  ['new-witout-tags', 'NEW_WITHOUT_TAGS'],
  ['newwithtags', 'NEW_WITH_TAGS'],
  ['MINOR_DEFCT', 'MINOR_DEFECT'],
  ['good', undefined],
  ['new-with-tags', undefined],
  ['damaged', undefined],
  ['missing', undefined],
  ['fair', undefined],
  ['major-defect', undefined],
  ['as-new', undefined],
  ['new', undefined],
  ['good-2', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('where other words are welcome, %.20s is a slip of %s', (said, meant) => {
  const known = ['NEW_WITH_TAGS', 'NEW_WITHOUT_TAGS', 'EXCELLENT', 'GOOD', 'MINOR_DEFECT'];
  expect(slipOf(said, known)).toBe(meant);
});
