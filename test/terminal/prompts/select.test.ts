import { expect, test } from 'vitest';
import { choiceLines } from '../../../src/terminal/prompts/ask-which.ts';

const choices = [
  { value: 1, word: 'good', meaning: 'signs of wear' },
  { value: 2, word: 'new-with-tags', meaning: 'never worn' },
  { value: 3, word: 'another word…' },
];

test.each([
  [40, ['good           signs of wear', 'new-with-tags  never worn', 'another word…']],
  [24, ['good           signs of…', 'new-with-tags  never wo…', 'another word…']],
  // So little of a meaning says nothing: the words alone.
  [22, ['good', 'new-with-tags', 'another word…']],
  [8, ['good', 'new-wit…', 'another…']],
  [0, ['…', '…', '…']],
])('choices in %i columns', (width, lines) => {
  expect(choiceLines(choices, width)).toEqual(lines);
});
